/** Browsers draw nothing below about 33 million pixels; taller lists are scrolled in proportion. */
const HEIGHT_MAX = 24_000_000

export interface RowWindow {
  /** The rows to draw: from `first` to before `end`. */
  readonly first: number
  readonly end: number
  /** The height of the scrolled area. */
  readonly heightPx: number
  /** Returns the position of the top of a row in the scrolled area. */
  readonly topOf: (row: number) => number
  /** Returns the scroll position that puts a row's top at the top of the view. */
  readonly scrollTopOf: (row: number) => number
}

interface ScrolledRows {
  readonly count: number
  readonly rowPx: number
  readonly scrollTop: number
  readonly viewPx: number
  /** The number of rows drawn beyond each edge, so that they are there when the user scrolls. */
  readonly overscan: number
}

/** Computes which rows of equal height are in view, and their positions. */
export function rowWindow({ count, rowPx, scrollTop, viewPx, overscan }: ScrolledRows): RowWindow {
  const totalPx = count * rowPx
  const heightPx = Math.min(totalPx, HEIGHT_MAX)
  const reach = Math.max(heightPx - viewPx, 1)
  const factor = heightPx === totalPx ? 1 : (totalPx - viewPx) / reach
  const top = Math.min(Math.max(scrollTop, 0), reach)
  const virtualTop = top * factor
  const first = Math.max(0, Math.floor(virtualTop / rowPx) - overscan)
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.ceil((virtualTop + viewPx) / rowPx) + overscan),
    heightPx,
    topOf: (row) => (factor === 1 ? row * rowPx : row * rowPx - virtualTop + top),
    scrollTopOf: (row) => (row * rowPx) / factor,
  }
}
