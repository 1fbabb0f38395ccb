import { Icon } from '../frame/icons.tsx'
import { typeTitles } from '../item/convert-value.ts'
import type { KeyPart, KeyType } from './table-draft.ts'

interface KeyFieldsProps {
  readonly title: string
  /** The index that the key belongs to; empty for the table's own. */
  readonly of: string
  readonly parts: readonly KeyPart[]
  /** The maximum number of attributes. */
  readonly most: number
  readonly required?: boolean
  readonly onChange: (parts: readonly KeyPart[]) => void
}

/** Half of a key: an attribute and its type, or several where an index allows that. */
export function KeyFields({ title, of, parts, most, required = false, onChange }: KeyFieldsProps) {
  const change = (place: number, changed: Partial<KeyPart>) =>
    onChange(parts.map((part, at) => (at === place ? { ...part, ...changed } : part)))
  const whole = of === '' ? title : `${title} of ${of}`
  return (
    <fieldset class="labelled key-fields" aria-label={whole}>
      <span aria-hidden="true">
        {title} {required ? null : <span class="hint">optional</span>}
      </span>
      {parts.map((part, place) => {
        const name = parts.length === 1 ? whole : `${whole}, attribute ${place + 1}`
        return (
          <span class="key-and-type" key={place}>
            <input
              class="field mono"
              aria-label={name}
              required={required && place === 0}
              value={part.name}
              onInput={(event) => change(place, { name: event.currentTarget.value })}
            />
            <select
              class="field"
              aria-label={`Type of ${name}`}
              value={part.type}
              onChange={(event) => change(place, { type: event.currentTarget.value as KeyType })}
            >
              {(['S', 'N', 'B'] as const).map((type) => (
                <option key={type} value={type}>
                  {typeTitles[type]}
                </option>
              ))}
            </select>
            {place > 0 && (
              <button
                type="button"
                class="button quiet icon-only"
                aria-label={`Remove ${name}`}
                onClick={() => onChange(parts.filter((_, at) => at !== place))}
              >
                <Icon name="close" size={14} />
              </button>
            )}
          </span>
        )
      })}
      {most > 1 && (
        <button
          type="button"
          class="button quiet add-part"
          disabled={parts.length >= most}
          aria-label={`Add an attribute to the ${whole[0]?.toLowerCase()}${whole.slice(1)}`}
          onClick={() => onChange([...parts, { name: '', type: 'S' }])}
        >
          <Icon name="plus" size={14} /> Attribute
        </button>
      )}
    </fieldset>
  )
}
