import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { toastNoEditor } from '../frame/toasts.tsx'
import type { EditorOptions, RunningEditor } from './editor.ts'
import './code.css'

interface CodeEditorProps {
  readonly text: string
  readonly language: EditorOptions['language']
  readonly label: string
  readonly readOnly?: boolean
  readonly words?: readonly string[]
  readonly onChange?: (text: string) => void
  readonly onRun?: () => void
}

/** An editor that shows its text at once, and becomes CodeMirror once that has been loaded. */
export function CodeEditor(props: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const editor = useRef<RunningEditor>(undefined)
  const latest = useRef(props)
  latest.current = props
  useEffect(() => {
    const { current } = host
    if (current === null) return
    const root = current.shadowRoot ?? current.attachShadow({ mode: 'open' })
    let gone = false
    import('./create-editor.ts').then(({ createEditor }) => {
      if (gone) return
      editor.current = createEditor(root, optionsOf(latest))
    }, toastNoEditor)
    return () => {
      gone = true
      editor.current?.close()
      editor.current = undefined
    }
  }, [props.language, props.readOnly])
  // Before painting: a later effect would undo the last letter typed.
  useLayoutEffect(() => editor.current?.replace(props.text), [props.text])
  return <div class="code-editor" ref={host} data-text={props.label} />
}

function optionsOf(latest: { readonly current: CodeEditorProps }): EditorOptions {
  const { text, language, label, readOnly = false } = latest.current
  return {
    text,
    language,
    label,
    readOnly,
    words: () => latest.current.words ?? [],
    onChange: (changed) => {
      if (changed !== latest.current.text) latest.current.onChange?.(changed)
    },
    onRun: () => {
      latest.current.onRun?.()
      return latest.current.onRun !== undefined
    },
  }
}
