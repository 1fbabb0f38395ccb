import { useLayoutEffect, useRef } from 'preact/hooks'
import { keyParam } from '../keys/key-param.ts'
import { keyOf } from '../keys/key-value.ts'
import type { RowWindow } from './row-window.ts'
import type { ViewProps } from './view-props.ts'

/** Nobody looks for rows further down than this. */
const SEARCHED_MAX = 5_000
/** The number of rows left visible above the first match, for context. */
const ROWS_ABOVE = 2

/**
 * Scrolls to the first row that a pattern found, once it has been read. Without a pattern, scrolls to the item in the
 * link, unless the user has already scrolled.
 */
export function useLitInView(
  element: { readonly current: HTMLElement | null },
  { lit, selected, loader, count, model }: ViewProps,
  window: RowWindow,
): void {
  const opened = useRef(selected === undefined ? undefined : new Set([selected]))
  const wanted = lit !== undefined && lit.size > 0 ? lit : opened.current
  const shown = useRef<unknown>(undefined)
  const searched = useRef<{ readonly of: unknown; readonly in: unknown; rows: number }>(undefined)
  useLayoutEffect(() => {
    if (wanted === undefined || shown.current === wanted || element.current === null) return
    // Rows that were already searched are not searched again.
    if (searched.current?.of !== wanted || searched.current.in !== loader) {
      searched.current = { of: wanted, in: loader, rows: 0 }
    }
    const { current } = searched
    for (; current.rows < Math.min(count, SEARCHED_MAX); current.rows++) {
      const item = loader.rows.itemAt(current.rows)
      if (item === undefined || !wanted.has(keyParam(keyOf(item, model.key)))) continue
      shown.current = wanted
      const { scrollTop, clientHeight } = element.current
      const isSeen = scrollTop > 0 || window.topOf(current.rows + 2) < clientHeight
      if (wanted === lit || !isSeen) {
        element.current.scrollTop = window.scrollTopOf(Math.max(0, current.rows - ROWS_ABOVE))
      }
      return
    }
  }, [wanted, loader, count])
}
