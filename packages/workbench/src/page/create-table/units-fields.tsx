import type { UnitsDraft } from './table-draft.ts'

interface UnitsFieldsProps {
  readonly title: string
  /** The index that the units belong to; empty for the table's own. */
  readonly of: string
  /** What applies if the field is empty; if absent, a value is required. */
  readonly hint?: string
  readonly units: UnitsDraft
  readonly onChange: (units: UnitsDraft) => void
}

/** Fields for read and write units. */
export function UnitsFields({ title, of, hint, units, onChange }: UnitsFieldsProps) {
  const field = (name: 'read' | 'write') => (
    <label class="labelled">
      {title}, {name}
      <input
        class="field"
        type="number"
        min="1"
        required={hint === undefined}
        placeholder={hint}
        aria-label={of === '' ? `${title}, ${name}` : `${title}, ${name}, of ${of}`}
        value={units[name]}
        onInput={(event) => onChange({ ...units, [name]: event.currentTarget.value })}
      />
    </label>
  )
  return (
    <div class="pair">
      {field('read')}
      {field('write')}
    </div>
  )
}
