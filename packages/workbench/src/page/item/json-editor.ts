import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { tags } from '@lezer/highlight'

export interface JsonEditor {
  readonly setText: (text: string) => void
  readonly hasFocus: () => boolean
  readonly destroy: () => void
}

interface JsonEditorOptions {
  readonly parent: HTMLElement
  readonly text: string
  readonly readOnly: boolean
  readonly onText: (text: string) => void
}

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'var(--text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--warn)' },
  { tag: tags.punctuation, color: 'var(--faint)' },
])

const look = EditorView.theme({
  '&': { fontSize: '12px', background: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--accent)', padding: '8px 16px' },
  '.cm-line': { padding: '0' },
})

/** Creates an editor for JSON; its code is large and therefore loaded on demand. */
export function createJsonEditor({ parent, text, readOnly, onText }: JsonEditorOptions): JsonEditor {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce
  let isOwnChange = false
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      json(),
      history(),
      bracketMatching(),
      syntaxHighlighting(colours),
      keymap.of([...defaultKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorState.readOnly.of(readOnly),
      EditorView.contentAttributes.of({ 'aria-label': 'Item as JSON' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged && !isOwnChange) onText(update.state.doc.toString())
      }),
      nonce === undefined || nonce === '' ? [] : EditorView.cspNonce.of(nonce),
      look,
    ],
  })
  return {
    setText: (next) => {
      if (view.state.doc.toString() === next) return
      isOwnChange = true
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } })
      isOwnChange = false
    },
    hasFocus: () => view.hasFocus,
    destroy: () => view.destroy(),
  }
}
