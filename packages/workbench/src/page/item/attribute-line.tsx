import { type AttributeType, type AttributeValue, attributeTypeOf } from '@monotable/protocol'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../frame/icons.tsx'
import { attributeTypes, convertValue, typeTitles } from './convert-value.ts'
import type { Editor } from './editor.ts'

interface AttributeLineProps {
  readonly name: string
  readonly label: string
  readonly value: AttributeValue
  readonly depth: number
  readonly readOnly: boolean
  /** Beside the name: that it is a key, or that it was changed. */
  readonly mark?: 'key' | 'changed' | undefined
  readonly Editor: Editor
  readonly onChange: (value: AttributeValue) => void
  readonly onRename?: (name: string) => void
  readonly onRemove?: () => void
}

/** One attribute, entry or element: its name, its type, and below them its value. */
export function AttributeLine(props: AttributeLineProps) {
  const { name, label, value, depth, readOnly, mark, Editor, onChange, onRename, onRemove } = props
  const type = attributeTypeOf(value)
  return (
    <div class={`attribute ${mark ?? ''}`}>
      <div class="attribute-head">
        {mark === 'key' ? (
          <span class="key-mark" title="Part of the key">
            <Icon name="key" size={12} />
          </span>
        ) : null}
        {onRename === undefined || readOnly ? (
          <span class="attribute-name">{name}</span>
        ) : (
          <NameField name={name} onRename={onRename} />
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
        {readOnly ? (
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
      <Editor value={value} label={label} depth={depth} readOnly={readOnly} onChange={onChange} />
    </div>
  )
}

function NameField({ name, onRename }: { readonly name: string; readonly onRename: (name: string) => void }) {
  const [typed, setTyped] = useState(name)
  useEffect(() => setTyped(name), [name])
  return (
    <input
      class="attribute-name"
      aria-label={`Name of ${name}`}
      spellcheck={false}
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== name) onRename(typed)
        setTyped(name)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
