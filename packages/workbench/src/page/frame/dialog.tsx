import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'
import { Icon } from './icons.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
  readonly footer?: ComponentChildren
  readonly wide?: boolean
}

/** A modal dialog: the browser's own, which keeps the focus inside and closes on Esc. */
export function Dialog({ title, onClose, children, footer, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  // Before the browser draws: keys pressed a frame later would go to what is behind it.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    return () => {
      // A dialog that is removed rather than closed would leave the focus nowhere.
      const isLost = document.activeElement === document.body || dialog?.contains(document.activeElement)
      if (isLost && before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog ref={element} class={wide ? 'wide' : ''} aria-labelledby={titleId} onClose={onClose}>
      <header>
        <h2 id={titleId}>{title}</h2>
        <button
          type="button"
          class="button quiet icon-only"
          aria-label="Close"
          onClick={() => element.current?.close()}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="body">{children}</div>
      {footer === undefined ? null : <footer>{footer}</footer>}
    </dialog>
  )
}
