import { useState } from 'preact/hooks'
import { Icon } from './icons.tsx'

/** The default number of entries drawn at a time: an item can hold a hundred thousand, and each takes a dozen nodes. */
const PAGE_ENTRIES = 100

/** The entries that are drawn, from the first to before the last, and how to reach others. */
export interface PagesState {
  readonly from: number
  readonly to: number
  readonly count: number
  /** The number of entries on a page. */
  readonly size: number
  readonly goTo: (place: number) => void
}

/** Keeps track of the current page of a number of entries. */
export function usePages(count: number, size = PAGE_ENTRIES): PagesState {
  const [page, setPage] = useState(0)
  const last = Math.max(0, Math.ceil(count / size) - 1)
  const from = Math.min(page, last) * size
  return {
    from,
    to: Math.min(count, from + size),
    count,
    size,
    goTo: (place) => setPage(Math.floor(place / size)),
  }
}

/** Shows which entries are drawn, with buttons for the previous and next ones; nothing if all are drawn. */
export function Pages({ pages, label }: { readonly pages: PagesState; readonly label: string }) {
  const { from, to, count, size, goTo } = pages
  if (count <= size) return null
  const button = (name: string, place: number, isThere: boolean, flips: boolean) => (
    <button
      type="button"
      class={`button quiet icon-only small ${flips ? 'flipped' : ''}`}
      aria-label={`${name} of ${label}`}
      title={name}
      // A disabled button would lose the focus of a user who reaches the last page with it.
      aria-disabled={!isThere}
      onClick={() => isThere && goTo(place)}
    >
      <Icon name="chevron" size={12} />
    </button>
  )
  return (
    <div class="pages num">
      {button('Previous page', from - 1, from > 0, true)}
      <span aria-live="polite">
        {(from + 1).toLocaleString('en')}–{to.toLocaleString('en')} of {count.toLocaleString('en')}
      </span>
      {button('Next page', to, to < count, false)}
    </div>
  )
}
