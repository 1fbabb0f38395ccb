import { useLayoutEffect, useRef } from 'preact/hooks'
import { keyParam } from '../keys/key-param.ts'
import { keyOf } from '../keys/key-value.ts'
import type { RowWindow } from './row-window.ts'
import type { ViewProps } from './view-props.ts'

/** Further down nobody looks for them. */
const SEARCHED_MAX = 5_000
/** Rows that are left above the first of them, so that one sees what comes before. */
const ROWS_ABOVE = 2

/** Scrolls to the first row that a pattern found, once it has been read. */
export function useLitInView(
  element: { readonly current: HTMLElement | null },
  { lit, loader, count, model }: ViewProps,
  window: RowWindow,
): void {
  const shown = useRef<unknown>(undefined)
  useLayoutEffect(() => {
    if (lit === undefined || lit.size === 0 || shown.current === lit || element.current === null) return
    for (let row = 0; row < Math.min(count, SEARCHED_MAX); row++) {
      const item = loader.rows.itemAt(row)
      if (item === undefined || !lit.has(keyParam(keyOf(item, model.key)))) continue
      shown.current = lit
      element.current.scrollTop = window.scrollTopOf(Math.max(0, row - ROWS_ABOVE))
      return
    }
  }, [lit, loader, count])
}
