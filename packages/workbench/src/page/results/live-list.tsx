import { useRef } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import type { HeldRows } from './held-rows.ts'
import { VirtualList, type VirtualListProps } from './virtual-list.tsx'

interface LiveListProps extends Omit<VirtualListProps, 'count' | 'onAtTop'> {
  readonly class: string
  readonly held: HeldRows<unknown>
  /** What is shown of all rows: another view begins at its top. */
  readonly view: string
}

/** Rows of which the newest is the first. Whoever scrolls down stays where they are, and sees how many have come. */
export function LiveList({ class: name, held, view, ...list }: LiveListProps) {
  const element = useRef<HTMLDivElement>(null)
  const toTop = () => {
    const rows = element.current?.querySelector<HTMLElement>('.virtual-list')
    rows?.scrollTo({ top: 0 })
    // The button will be gone.
    rows?.focus()
  }
  return (
    <div ref={element} class={`live-list ${name}`}>
      <VirtualList key={view} {...list} count={held.rows.length} onAtTop={held.onAtTop} />
      {held.newer === 0 ? null : (
        <button type="button" class="button newer-rows" title="To the newest" onClick={toTop}>
          <Icon name="chevron" />
          {held.newer.toLocaleString('en')} new
        </button>
      )}
    </div>
  )
}
