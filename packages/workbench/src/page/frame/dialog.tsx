import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
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
  const opener = useRef<Element | null>(null)
  const titleId = useId()
  // Before the browser draws: keys pressed a frame later would go to what is behind it.
  useLayoutEffect(() => {
    opener.current = document.activeElement
    element.current?.showModal()
  }, [])
  // A dialog that is removed rather than closed leaves the focus nowhere. Nothing behind it can have the focus until it
  // is gone, which it is when an effect like this one ends.
  useEffect(
    () => () => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement) {
        opener.current.focus()
      }
    },
    [],
  )
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
