import { autocompletion, type CompletionContext, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { json } from '@codemirror/lang-json'
import { bracketMatching, foldGutter, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { EditorOptions, RunningEditor } from './editor.ts'
import { partiqlLanguage } from './partiql-language.ts'

/**
 * Creates an editor inside a shadow root, which adopts its styles without needing the permission of the page's content
 * policy.
 */
export function createEditor(parent: ShadowRoot, options: EditorOptions): RunningEditor {
  const view = new EditorView({
    root: parent,
    parent,
    state: EditorState.create({ doc: options.text, extensions: extensionsFor(options) }),
  })
  return {
    text: () => view.state.doc.toString(),
    replace: (text) => {
      if (text === view.state.doc.toString()) return
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } })
    },
    close: () => view.destroy(),
  }
}

function extensionsFor({ language, readOnly, label, words, onChange, onRun }: EditorOptions): Extension[] {
  return [
    theme,
    syntaxHighlighting(colours),
    bracketMatching(),
    ...(language === 'json'
      ? [json(), lineNumbers(), foldGutter()]
      : language === 'sql'
        ? [partiqlLanguage()]
        : []),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorState.readOnly.of(readOnly),
    history(),
    autocompletion({ override: [(context) => complete(context, words())] }),
    keymap.of([
      { key: 'Mod-Enter', run: () => onRun?.() ?? false },
      ...completionKeymap,
      ...defaultKeymap,
      ...historyKeymap,
      // Tab indents; Escape followed by Tab leaves the editor, as is CodeMirror's convention for keyboards.
      indentWithTab,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onChange?.(update.state.doc.toString())
    }),
  ]
}

/** Completes known names: attributes, placeholders declared in the text, members of the operation. */
function complete(context: CompletionContext, words: readonly string[]) {
  const before = context.matchBefore(/[#:]?[\w$.-]*/)
  if (before === null || (before.from === before.to && !context.explicit)) return null
  const declared = context.state.doc.toString().match(/[#:][A-Za-z_]\w*/g) ?? []
  const labels = new Set([...words, ...declared])
  labels.delete(before.text)
  return { from: before.from, options: [...labels].map((label) => ({ label })), validFor: /^[#:]?[\w$.-]*$/ }
}

const theme = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--surface)', color: 'var(--text)', height: '100%' },
  '.cm-content': { fontFamily: 'var(--mono)', padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused': {
    outline: '2px solid color-mix(in oklab, var(--accent) 40%, transparent)',
    outlineOffset: '-2px',
  },
  '.cm-line': { padding: '0 10px' },
  '.cm-matchingBracket': { backgroundColor: 'var(--accent-soft)' },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
  '.cm-foldPlaceholder': { background: 'var(--accent-soft)', border: 'none', color: 'var(--accent)' },
  '.cm-tooltip': {
    background: 'var(--raised)',
    border: '1px solid var(--line-strong)',
    color: 'var(--text)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
})

const colours = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.string, color: 'light-dark(#0a6b3d, #86d6a8)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'light-dark(#8a4b00, #e7b75a)' },
  { tag: tags.keyword, color: 'light-dark(#7a2fb0, #cf9bff)', fontWeight: '600' },
  { tag: [tags.punctuation, tags.bracket, tags.operator], color: 'var(--muted)' },
])
