import { useEffect } from 'preact/hooks'
import { Store, useStore } from '../store.ts'
import { Icon } from './icons.tsx'

/** Whether the tables are shown where there is no room for them beside the screen. */
export const isSideOpen = new Store(false)

/** Shows and hides the tables; in a window that has room for them, neither is needed. */
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

/** The tables are entered when they are opened; Escape, or what is chosen in them, closes them. */
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
      // What was chosen is hidden now.
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
