import type { AttributeMap } from '@monotable/protocol'
import { useEffect, useRef, useState } from 'preact/hooks'
import { toastNoEditor } from '../frame/toasts.tsx'
import { messageOf } from '../message-of.ts'
import type { JsonEditor } from './json-editor.ts'
import { parseWireItem } from './parse-wire-item.ts'
import { wireJson } from './wire-json.ts'

interface JsonViewProps {
  readonly item: AttributeMap
  readonly readOnly: boolean
  /** Parses the typed text, as DynamoDB JSON by default; the message of its error is shown. */
  readonly parse?: (text: string) => AttributeMap
  /** Accepts the item; the message of its error is shown. */
  readonly onChange: (item: AttributeMap) => void
}

/** The item in DynamoDB JSON, in which every value shows its type. The editor is loaded when it is first needed. */
export function JsonView({ item, readOnly, parse = parseWireItem, onChange }: JsonViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor | undefined>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  const [problem, setProblem] = useState<string>()
  const text = wireJson(item)
  const shown = useRef(text)
  shown.current = text

  useEffect(() => {
    let isGone = false
    const onText = (typed: string) => {
      try {
        latest.current(parse(typed))
        setProblem(undefined)
      } catch (error) {
        setProblem(messageOf(error))
      }
    }
    void import('./json-editor.ts').then(({ createJsonEditor }) => {
      if (isGone || place.current === null) return
      editor.current = createJsonEditor({ parent: place.current, text: shown.current, readOnly, onText })
    }, toastNoEditor)
    return () => {
      isGone = true
      editor.current?.destroy()
    }
  }, [readOnly])
  useEffect(() => {
    // Text typed here comes back as the item, so only changes from elsewhere are inserted.
    if (!editor.current?.hasFocus()) editor.current?.setText(text)
  }, [text])

  return (
    <div class="json-view">
      {problem === undefined ? null : (
        <p class="notice bad" role="alert">
          {problem}
        </p>
      )}
      <div ref={place} class="json-editor" />
    </div>
  )
}
