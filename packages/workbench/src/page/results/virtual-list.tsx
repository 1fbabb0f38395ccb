import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { rowWindow } from '../collections/row-window.ts'
import { useScroll } from '../collections/use-scroll.ts'
import './results.css'

interface VirtualListProps {
  readonly count: number
  readonly rowPx: number
  /** In a list narrower than this, rows have another height, and styles find `data-stacked`: their cells are on two lines. */
  readonly stacked?: { readonly belowPx: number; readonly rowPx: number }
  readonly label: string
  /** Draws a row; the list positions it. */
  readonly row: (place: number) => ComponentChildren
  /** Identifies a row, so that the focus stays with it when others come before it. */
  readonly keyOf?: (place: number) => string | undefined
  readonly columns: number
  readonly header?: ComponentChildren
}

/** Rows of equal height, of which only those in view are drawn. Presented to screen readers as a grid. */
export function VirtualList({
  count,
  stacked,
  label,
  row,
  keyOf,
  columns,
  header,
  ...rest
}: VirtualListProps) {
  const element = useRef<HTMLDivElement>(null)
  const scroll = useScroll(element)
  const isStacked = stacked !== undefined && scroll.widthPx < stacked.belowPx
  const rowPx = isStacked ? stacked.rowPx : rest.rowPx
  const shown = rowWindow({ count, rowPx, scrollTop: scroll.top, viewPx: scroll.heightPx, overscan: 6 })
  const places = Array.from({ length: Math.max(0, shown.end - shown.first) }, (_, at) => shown.first + at)
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
