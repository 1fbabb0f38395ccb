import { useEffect } from 'preact/hooks'
import { Store, useStore } from '../store.ts'
import { Icon } from './icons.tsx'

/** Whether the side bar is shown where there is no room for it beside the screen. */
export const isSideOpen = new Store(false)

/** A button that shows and hides the side bar; not shown in windows with room for the bar. */
export function SideToggle() {
  const isOpen = useStore(isSideOpen)
  return (
    <button
      type="button"
      class="button quiet icon-only side-toggle"
      aria-label="Connections and tables"
      aria-expanded={isOpen}
      aria-controls="side"
      onClick={() => isSideOpen.set(!isOpen)}
    >
      <Icon name={isOpen ? 'close' : 'menu'} />
    </button>
  )
}

/** Moves the focus into the side bar when it opens, and closes it on Escape or when something in it is chosen. */
export function useClosingSide(element: { readonly current: HTMLElement | null }): void {
  const isOpen = useStore(isSideOpen)
  useEffect(() => {
    if (!isOpen) return
    const side = element.current
    side?.focus()
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      isSideOpen.set(false)
      document.querySelector<HTMLElement>('.side-toggle')?.focus()
    }
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest('a, button') === null) return
      isSideOpen.set(false)
      // The chosen element is hidden now.
      document.querySelector<HTMLElement>('.side-toggle')?.focus()
    }
    addEventListener('keydown', onKeyDown)
    side?.addEventListener('click', onClick)
    return () => {
      removeEventListener('keydown', onKeyDown)
      side?.removeEventListener('click', onClick)
    }
  }, [isOpen])
}
