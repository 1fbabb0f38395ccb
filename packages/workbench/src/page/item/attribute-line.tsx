import { type AttributeType, type AttributeValue, attributeTypeOf } from '@monotable/protocol'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import { plainSight } from '../keys/plain-sight.ts'
import { attributeTypes, convertValue, typeTitles } from './convert-value.ts'
import type { Editor } from './editor.ts'

interface AttributeLineProps {
  readonly name: string
  readonly label: string
  readonly value: AttributeValue
  readonly depth: number
  readonly room: number
  readonly readOnly: boolean
  /** A mark beside the name: that it is a key, or that it has changed. */
  readonly mark?: 'key' | 'changed' | undefined
  /** Whether the type is fixed, as for the keys of a table. */
  readonly isTypeFixed?: boolean
  /** Whether it was just added; then its name gets the focus. */
  readonly isAdded?: boolean
  readonly Editor: Editor
  readonly onChange: (value: AttributeValue) => void
  readonly onRename?: (name: string) => void
  readonly onRemove?: () => void
}

/** An attribute, map entry or list element: its name and type, and below them its value. */
export function AttributeLine(props: AttributeLineProps) {
  const { name, label, value, depth, room, readOnly, mark, Editor, onChange, onRename, onRemove } = props
  const { isTypeFixed = false, isAdded = false } = props
  const type = attributeTypeOf(value)
  return (
    <div class={`attribute ${mark ?? ''}`}>
      <div class="attribute-head">
        {mark === 'key' ? (
          <span class="key-mark" title="Part of the key">
            <Icon name="key" size={12} />
          </span>
        ) : null}
        {onRename === undefined || readOnly || hasLineBreak(name) ? (
          <span
            class="attribute-name"
            title={hasLineBreak(name) ? 'Has a line break: rename it in JSON' : undefined}
          >
            {plainSight(name)}
          </span>
        ) : (
          <NameField name={name} isAdded={isAdded} onRename={onRename} />
        )}
        {onRemove === undefined || readOnly ? null : (
          <button
            type="button"
            class="button quiet icon-only small remove"
            aria-label={`Remove ${label}`}
            onClick={onRemove}
          >
            <Icon name="close" size={12} />
          </button>
        )}
        {readOnly || isTypeFixed ? (
          <span class="type-name">{typeTitles[type]}</span>
        ) : (
          <select
            class="type-select"
            aria-label={`Type of ${label}`}
            value={type}
            onChange={(event) => onChange(convertValue(value, event.currentTarget.value as AttributeType))}
          >
            {attributeTypes.map((offered) => (
              <option key={offered} value={offered}>
                {typeTitles[offered]}
              </option>
            ))}
          </select>
        )}
      </div>
      <Editor value={value} label={label} depth={depth} room={room} readOnly={readOnly} onChange={onChange} />
    </div>
  )
}

/** A field of one line would silently remove it. */
function hasLineBreak(name: string): boolean {
  return /[\r\n]/.test(name)
}

interface NameFieldProps {
  readonly name: string
  readonly isAdded: boolean
  readonly onRename: (name: string) => void
}

function NameField({ name, isAdded, onRename }: NameFieldProps) {
  const [typed, setTyped] = useState(name)
  // What cannot be seen in a name is shown by a symbol, except while it can be edited.
  const [isEdited, setEdited] = useState(isAdded)
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => setTyped(name), [name])
  useLayoutEffect(() => {
    if (!isAdded) return
    field.current?.focus()
    field.current?.select()
  }, [])
  return (
    <input
      ref={field}
      class="attribute-name"
      aria-label={`Name of ${name}`}
      spellcheck={false}
      value={isEdited ? typed : plainSight(typed)}
      onFocus={() => setEdited(true)}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== name) onRename(typed)
        setTyped(name)
        setEdited(false)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return
        // The key ends here; the value would otherwise take it for a line break.
        event.preventDefault()
        const line = event.currentTarget.closest('.attribute')
        event.currentTarget.blur()
        line?.querySelector<HTMLElement>('.value-field')?.focus()
      }}
    />
  )
}
