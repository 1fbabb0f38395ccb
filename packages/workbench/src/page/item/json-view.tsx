import type { AttributeMap } from '@monotable/protocol'
import { useEffect, useRef } from 'preact/hooks'
import { toastNoEditor } from '../frame/toasts.tsx'
import { messageOf } from '../message-of.ts'
import { useStore } from '../store.ts'
import type { JsonEditor } from './json-editor.ts'
import { parseWireItem } from './parse-wire-item.ts'
import { findUnfinishedJson, keepUnfinishedJson, unfinishedJson } from './unfinished-json.ts'
import { wireJson } from './wire-json.ts'

interface JsonViewProps {
  readonly item: AttributeMap
  /** Which item of the page it is; also its `key`. */
  readonly place: string
  readonly readOnly: boolean
  /** Parses the typed text, as DynamoDB JSON by default; the message of its error is shown. */
  readonly parse?: (text: string) => AttributeMap
  /** Accepts the item; the message of its error is shown. */
  readonly onChange: (item: AttributeMap) => void
}

/** The item in DynamoDB JSON, in which every value shows its type. The editor is loaded when it is first needed. */
export function JsonView({ item, place, readOnly, parse = parseWireItem, onChange }: JsonViewProps) {
  const element = useRef<HTMLDivElement>(null)
  const editor = useRef<JsonEditor | undefined>(undefined)
  const latest = useRef(onChange)
  latest.current = onChange
  const text = wireJson(item)
  useStore(unfinishedJson)
  const problem = findUnfinishedJson(place, item)?.problem
  const shown = useRef(item)
  shown.current = item

  useEffect(() => {
    let isGone = false
    const onText = (typed: string) => {
      try {
        latest.current(parse(typed))
        keepUnfinishedJson(place, undefined)
      } catch (error) {
        // Whoever closes the panel by accident, or to look something up, continues later.
        keepUnfinishedJson(place, { before: wireJson(shown.current), typed, problem: messageOf(error) })
      }
    }
    void import('./json-editor.ts').then(({ createJsonEditor }) => {
      if (isGone || element.current === null) return
      const beginning = findUnfinishedJson(place, shown.current)?.typed ?? wireJson(shown.current)
      editor.current = createJsonEditor({ parent: element.current, text: beginning, readOnly, onText })
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
      <div ref={element} class="json-editor" />
    </div>
  )
}
