import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { rowWindow } from '../collections/row-window.ts'
import { useScroll } from '../collections/use-scroll.ts'
import './results.css'

export interface VirtualListProps {
  readonly count: number
  readonly rowPx: number
  /** In a list narrower than this, rows have another height, and styles find `data-stacked`: their cells are on two lines. */
  readonly stacked?: { readonly belowPx: number; readonly rowPx: number }
  readonly label: string
  /** Draws a row; the list positions it. */
  readonly row: (place: number) => ComponentChildren
  /** Identifies a row, so that the focus stays with it when others come before it. */
  readonly keyOf?: (place: number) => string | number | undefined
  readonly columns: number
  readonly header?: ComponentChildren
  /** The row of what is open beside the list: it is scrolled into view when it changes. */
  readonly opened?: number | undefined
  /** Called when the list is scrolled away from its top, and back. */
  readonly onAtTop?: ((isAtTop: boolean) => void) | undefined
}

/**
 * Rows of equal height, of which only those in view are drawn. Presented to screen readers as a grid. Arrows move from
 * the button of a row to that of the next one.
 */
export function VirtualList({
  count,
  stacked,
  label,
  row,
  keyOf,
  columns,
  header,
  opened = -1,
  onAtTop,
  ...rest
}: VirtualListProps) {
  const element = useRef<HTMLDivElement>(null)
  const scroll = useScroll(element)
  const isStacked = stacked !== undefined && scroll.widthPx < stacked.belowPx
  const rowPx = isStacked ? stacked.rowPx : rest.rowPx
  const shown = rowWindow({ count, rowPx, scrollTop: scroll.top, viewPx: scroll.heightPx, overscan: 6 })
  const places = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, at) => shown.first + at)
  const openedKey = opened < 0 ? undefined : (keyOf?.(opened) ?? opened)
  useLayoutEffect(() => {
    if (openedKey !== undefined) scrollIntoView(element.current, { topPx: shown.topOf(opened), rowPx })
  }, [openedKey])
  // Not to the pixel: a page that is zoomed, or a row that was scrolled to, may leave some.
  const isAtTop = scroll.top < rowPx / 2
  useLayoutEffect(() => onAtTop?.(isAtTop), [isAtTop])
  return (
    <div
      class="virtual-list"
      data-stacked={isStacked ? '' : undefined}
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-colcount={columns}
      ref={element}
      tabIndex={0}
      onKeyDown={moveByArrows}
    >
      {header}
      <div class="virtual-rows" role="presentation" style={{ height: `${shown.heightPx}px` }}>
        {places.map((place) => (
          <div
            key={keyOf?.(place) ?? place}
            class="virtual-row"
            role="row"
            aria-rowindex={place + 1}
            style={{ top: `${shown.topOf(place)}px`, height: `${rowPx}px` }}
          >
            {row(place)}
          </div>
        ))}
      </div>
    </div>
  )
}

/** Scrolls as little as needed for a row to be seen below the header. */
function scrollIntoView(
  list: HTMLElement | null,
  { topPx, rowPx }: { readonly topPx: number; readonly rowPx: number },
): void {
  const rows = list?.querySelector<HTMLElement>('.virtual-rows')
  if (list === null || rows === null || rows === undefined) return
  const lowest = topPx + rowPx + rows.offsetTop - list.clientHeight
  list.scrollTop = Math.min(topPx, Math.max(lowest, list.scrollTop))
}

/** Moves the focus from a row to the next one that has a button. Rows beyond the view are drawn, so that it can. */
function moveByArrows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { target, currentTarget: list } = event
  if (step === 0 || event.metaKey || event.ctrlKey || event.altKey || event.shiftKey) return
  if (!(target instanceof Element) || !(list instanceof Element)) return
  const from = Number(target.closest('.virtual-row')?.getAttribute('aria-rowindex') ?? 0)
  if (from === 0) return
  event.preventDefault()
  for (let index = from + step; ; index += step) {
    const row = list.querySelector(`.virtual-row[aria-rowindex="${index}"]`)
    if (row === null) return
    const button = row.querySelector<HTMLElement>('button:not(:disabled)')
    if (button === null) continue
    button.focus({ preventScroll: true })
    row.scrollIntoView({ block: 'nearest' })
    return
  }
}
