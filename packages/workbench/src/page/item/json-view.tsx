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
  /** How what is typed is read; DynamoDB's JSON, where nothing else is said. What it throws is shown. */
  readonly parse?: (text: string) => AttributeMap
  /** Takes the item over; what it throws is shown. */
  readonly onChange: (item: AttributeMap) => void
}

/** The item as DynamoDB's JSON, in which every value has its type. The editor is fetched when it is first wanted. */
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
    // What was typed here comes back as the item: only what changed elsewhere is put in.
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
