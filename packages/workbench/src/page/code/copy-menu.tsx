import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { ConnectionInfo, TableModel } from '../../shared/api.ts'
import type { CalledPattern } from '../../shared/snippets/model-snippet.ts'
import type { SnippetCall } from '../../shared/snippets/snippet.ts'
import { type SnippetLanguage, snippetLanguages, writeSnippet } from '../../shared/snippets/write-snippet.ts'
import { Dialog } from '../frame/dialog.tsx'
import { Icon } from '../frame/icons.tsx'
import { toast } from '../frame/toasts.tsx'
import { targetOf } from './snippet-target.ts'
import './code.css'

interface CopyMenuProps {
  readonly call: SnippetCall | undefined
  readonly connection: ConnectionInfo
  readonly model: TableModel
  readonly pattern?: CalledPattern | undefined
  /** The call for which model code is written, if it differs: the Query of a statement. */
  readonly modelCall?: SnippetCall | undefined
}

const unsent: SnippetCall = { operation: 'Query', input: {} }

interface Shown {
  readonly title: string
  readonly code: string
}

/** A menu that copies a call as code, in one of four languages. */
export function CopyMenu({ call, connection, model, pattern, modelCall }: CopyMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const box = useRef<HTMLDivElement>(null)
  const write = (language: SnippetLanguage) => {
    // Model code for a pattern can be written before it is called; the request is known only afterwards.
    const known = language === 'model' ? (modelCall ?? call ?? (pattern && unsent)) : call
    if (known === undefined) return { reason: 'Run it first: the request is known only then.' }
    return writeSnippet({ language, model, pattern, call: known, target: targetOf(connection) })
  }
  // As soon as the menu is there: later, somebody may have gone to another entry.
  useLayoutEffect(() => {
    if (isOpen) box.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus()
  }, [isOpen])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: Event) => {
      if (!(event.target instanceof Node) || !box.current?.contains(event.target)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [isOpen])
  const copy = async (language: SnippetLanguage, title: string) => {
    const written = write(language)
    if ('reason' in written) return
    setOpen(false)
    try {
      await navigator.clipboard.writeText(written.code)
      toast(`Copied as ${title}.`)
    } catch {
      // Without permission to write to the clipboard, the code is shown, to be copied by hand.
      setShown({ title, code: written.code })
    }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that bubble up from the menu
    <div class="copy-menu" ref={box} onKeyDown={(event) => moveInMenu(event, () => setOpen(false))}>
      <button
        type="button"
        class="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        disabled={call === undefined && pattern === undefined}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="copy" size={14} /> Copy as
      </button>
      {isOpen && (
        <div role="menu" aria-label="Copy as">
          {snippetLanguages.map(({ language, title }) => {
            const written = write(language)
            const reason = 'reason' in written ? written.reason : undefined
            return (
              <button
                key={language}
                type="button"
                role="menuitem"
                aria-disabled={reason !== undefined}
                onClick={() => copy(language, title)}
              >
                {title}
                {reason !== undefined && <small>{reason}</small>}
              </button>
            )
          })}
        </div>
      )}
      {shown !== undefined && (
        <Dialog title={shown.title} onClose={() => setShown(undefined)} wide>
          <pre class="copied-code">{shown.code}</pre>
        </Dialog>
      )}
    </div>
  )
}

function moveInMenu(event: KeyboardEvent, close: () => void): void {
  const box = event.currentTarget as HTMLElement
  const entries = [...box.querySelectorAll<HTMLElement>('[role=menuitem]')]
  if (entries.length === 0) return
  const at = entries.indexOf(document.activeElement as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (event.key === 'Escape') {
    event.preventDefault()
    event.stopPropagation()
    close()
    box.querySelector<HTMLElement>('[aria-haspopup]')?.focus()
  } else if (step !== 0) {
    event.preventDefault()
    entries[(at + step + entries.length) % entries.length]?.focus()
  }
}
