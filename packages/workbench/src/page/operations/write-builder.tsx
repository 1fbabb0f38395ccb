import type { TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { plainSight } from '../keys/plain-sight.ts'
import { AddFilter, FilterRows, TypedFields } from './filter-rows.tsx'
import { useAddedRow } from './use-added-row.ts'
import { type ChangeDraft, type ChangeVerb, changeVerbs, type WriteDraft } from './write-draft.ts'

interface WriteBuilderProps {
  readonly draft: WriteDraft
  readonly model: TableModel
  readonly onChange: (draft: WriteDraft) => void
}

/** The form of an update or a delete: the item, the changes, and the conditions. */
export function WriteBuilder({ draft, model, onChange }: WriteBuilderProps) {
  return (
    <div class="builder">
      <div class="builder-row">
        {[...model.key.pk, ...model.key.sk].map(({ name }, place) => (
          <label key={name} class="labelled wide">
            <span>
              Key <code>{plainSight(name)}</code>
            </span>
            <input
              class="field mono"
              value={draft.key[place] ?? ''}
              autoComplete="off"
              spellcheck={false}
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...draft, key: draft.key.with(place, value) })
              }
            />
          </label>
        ))}
      </div>
      {draft.operation === 'UpdateItem' && (
        <ChangeRows changes={draft.changes} onChange={(changes) => onChange({ ...draft, changes })} />
      )}
      <FilterRows
        filters={draft.conditions}
        model={model}
        title="Condition"
        onChange={(conditions) => onChange({ ...draft, conditions })}
      />
      <div class="builder-options">
        {draft.operation === 'UpdateItem' && (
          <button
            type="button"
            class="button quiet"
            onClick={() =>
              onChange({
                ...draft,
                changes: [...draft.changes, { verb: 'set', attribute: '', type: 'S', value: '' }],
              })
            }
          >
            <Icon name="plus" size={14} /> Change
          </button>
        )}
        <AddFilter
          title="Condition"
          onAdd={(condition) => onChange({ ...draft, conditions: [...draft.conditions, condition] })}
        />
      </div>
    </div>
  )
}

interface ChangeRowsProps {
  readonly changes: readonly ChangeDraft[]
  readonly onChange: (changes: readonly ChangeDraft[]) => void
}

function ChangeRows({ changes, onChange }: ChangeRowsProps) {
  const element = useAddedRow(changes)
  const change = (place: number, next: Partial<ChangeDraft>) => {
    const before = changes[place]
    if (before !== undefined) onChange(changes.with(place, { ...before, ...next }))
  }
  return (
    <div ref={element} class="filter-rows">
      {changes.map((one, place) => (
        <fieldset key={place} class="filter-row" aria-label={`Change ${place + 1}`}>
          <select
            class="field"
            aria-label="What to do"
            value={one.verb}
            onChange={({ currentTarget: { value } }) => change(place, { verb: value as ChangeVerb })}
          >
            {changeVerbs.map((verb) => (
              <option key={verb} value={verb}>
                {verb}
              </option>
            ))}
          </select>
          <input
            class="field mono"
            aria-label="Attribute"
            placeholder="attribute"
            value={one.attribute}
            aria-invalid={one.attribute === ''}
            list="attributes-of-table"
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) => change(place, { attribute: value })}
          />
          {one.verb !== 'remove' && (
            <TypedFields
              type={one.type}
              values={[one.value]}
              onChange={(type, [value = '']) => change(place, { type, value })}
            />
          )}
          <button
            type="button"
            class="button quiet icon-only"
            aria-label={`Remove change ${place + 1}`}
            onClick={() => onChange(changes.toSpliced(place, 1))}
          >
            <Icon name="close" size={14} />
          </button>
        </fieldset>
      ))}
    </div>
  )
}
