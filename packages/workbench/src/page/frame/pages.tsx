import { useState } from 'preact/hooks'
import { Icon } from './icons.tsx'

/** So many entries are drawn at a time, usually: an item can hold a hundred thousand, and each takes a dozen nodes. */
const PAGE_ENTRIES = 100

/** The entries that are drawn, from the first to before the last, and how to go to others. */
export interface PagesState {
  readonly from: number
  readonly to: number
  readonly count: number
  /** How many there are on a page. */
  readonly size: number
  readonly goTo: (place: number) => void
}

/** Keeps which page of so many entries is looked at. */
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

/** Which entries are shown, and the way to those before and after; nothing where all are. */
export function Pages({ pages, label }: { readonly pages: PagesState; readonly label: string }) {
  const { from, to, count, size, goTo } = pages
  if (count <= size) return null
  const button = (name: string, place: number, isThere: boolean, flips: boolean) => (
    <button
      type="button"
      class={`button quiet icon-only small ${flips ? 'flipped' : ''}`}
      aria-label={`${name} of ${label}`}
      title={name}
      // Who has come to the last by this button keeps the focus on it.
      aria-disabled={!isThere}
      onClick={() => isThere && goTo(place)}
    >
      <Icon name="chevron" size={12} />
    </button>
  )
  return (
    <div class="pages num">
      {button('Those before', from - 1, from > 0, true)}
      <span aria-live="polite">
        {(from + 1).toLocaleString('en')}–{to.toLocaleString('en')} of {count.toLocaleString('en')}
      </span>
      {button('Those after', to, to < count, false)}
    </div>
  )
}
