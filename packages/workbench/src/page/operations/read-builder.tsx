import type { KeyAttributeModel, TableModel } from '../../shared/api.ts'
import { plainSight } from '../keys/plain-sight.ts'
import { AddFilter, FilterRows, operatorTitle } from './filter-rows.tsx'
import {
  emptyRead,
  keyOfIndex,
  type ReadDraft,
  type SortOperator,
  sortOperators,
  valueCount,
} from './read-draft.ts'
import type { KeyValues } from './use-key-values.ts'

interface ReadBuilderProps {
  readonly draft: ReadDraft
  readonly model: TableModel
  readonly offered: KeyValues
  readonly onChange: (draft: ReadDraft) => void
}

/** One row for the table or index, the partition and the sort key condition; filters below. */
export function ReadBuilder({ draft, model, offered, onChange }: ReadBuilderProps) {
  const key = keyOfIndex(model, draft.index)
  return (
    <div class="builder">
      <div class="builder-row">
        <label class="labelled">
          Table or index
          <select
            class="field"
            value={draft.index ?? ''}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...emptyRead(model, value === '' ? undefined : value), filters: draft.filters })
            }
          >
            <option value="">{model.table}</option>
            {model.indexes.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {key.pk.map((attribute, place) => (
          <label key={attribute.name} class="labelled wide">
            <span>
              Partition <code>{plainSight(attribute.name)}</code>
            </span>
            <input
              class="field mono"
              value={draft.partition[place] ?? ''}
              placeholder={exampleOf(model, attribute)}
              list={`values-${attribute.name}`}
              inputMode={attribute.type === 'N' ? 'decimal' : 'text'}
              autoComplete="off"
              spellcheck={false}
              onInput={({ currentTarget: { value } }) =>
                onChange({ ...draft, partition: draft.partition.with(place, value), startKey: undefined })
              }
            />
            <Offered {...{ model, offered, attribute }} />
          </label>
        ))}
        {key.sk.map((attribute, place) => (
          <SortField key={attribute.name} {...{ draft, model, offered, attribute, place, onChange }} />
        ))}
      </div>
      <FilterRows
        filters={draft.filters}
        model={model}
        title="Filter"
        onChange={(filters) => onChange({ ...draft, filters, startKey: undefined })}
      />
      <div class="builder-options">
        <AddFilter
          title="Filter"
          onAdd={(filter) => onChange({ ...draft, filters: [...draft.filters, filter], startKey: undefined })}
        />
        <Options draft={draft} model={model} onChange={onChange} />
      </div>
    </div>
  )
}

function SortField(
  props: ReadBuilderProps & { readonly attribute: KeyAttributeModel; readonly place: number },
) {
  const { draft, model, offered, attribute, place, onChange } = props
  const condition = draft.sort[place] ?? { operator: '=' as const, values: [''] }
  const change = (next: Partial<typeof condition>) =>
    onChange({ ...draft, sort: draft.sort.with(place, { ...condition, ...next }), startKey: undefined })
  const operators = sortOperators.filter((operator) => operator !== 'begins_with' || attribute.type !== 'N')
  return (
    <fieldset class="labelled wide sort-field">
      <legend>
        Sort <code>{plainSight(attribute.name)}</code>
      </legend>
      <div>
        <select
          class="field"
          aria-label={`Operator for ${attribute.name}`}
          value={condition.operator}
          onChange={({ currentTarget: { value } }) => {
            const operator = value as SortOperator
            const count = valueCount(operator)
            const values = Array.from({ length: count }, (_, at) => condition.values[at] ?? '')
            change({ operator, values })
          }}
        >
          {operators.map((operator) => (
            <option key={operator} value={operator}>
              {operatorTitle(operator)}
            </option>
          ))}
        </select>
        {condition.values.slice(0, valueCount(condition.operator)).map((value, at) => (
          <input
            key={String(at)}
            class="field mono"
            aria-label={at === 0 ? `Value of ${attribute.name}` : `Last value of ${attribute.name}`}
            value={value}
            placeholder={at === 0 ? exampleOf(model, attribute) : 'to'}
            list={`values-${attribute.name}`}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) =>
              change({ values: condition.values.with(at, currentTarget.value) })
            }
          />
        ))}
        <Offered {...{ model, offered, attribute }} />
      </div>
    </fieldset>
  )
}

function Options({ draft, model, onChange }: Omit<ReadBuilderProps, 'offered'>) {
  const isGlobal = model.indexes.some(({ name, kind }) => name === draft.index && kind === 'global')
  return (
    <>
      <label>
        Limit{' '}
        <input
          class="field num limit"
          inputMode="numeric"
          value={draft.limit}
          placeholder="none"
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, limit: value.replace(/\D/g, '') })}
        />
      </label>
      <label>
        Projection{' '}
        <input
          class="field mono"
          value={draft.projection}
          placeholder="all attributes"
          spellcheck={false}
          onInput={({ currentTarget: { value } }) => onChange({ ...draft, projection: value })}
        />
      </label>
      <label>
        <input
          type="checkbox"
          checked={draft.descending}
          onChange={({ currentTarget: { checked } }) => onChange({ ...draft, descending: checked })}
        />{' '}
        Descending
      </label>
      <label title={isGlobal ? 'Global indexes are eventually consistent.' : undefined}>
        <input
          type="checkbox"
          checked={draft.consistent}
          disabled={isGlobal}
          onChange={({ currentTarget: { checked } }) => onChange({ ...draft, consistent: checked })}
        />{' '}
        Consistent
      </label>
      {draft.startKey !== undefined && (
        <button type="button" class="chip" onClick={() => onChange({ ...draft, startKey: undefined })}>
          from a later page ✕
        </button>
      )}
    </>
  )
}

interface OfferedProps {
  readonly model: TableModel
  readonly offered: KeyValues
  readonly attribute: KeyAttributeModel
}

/** Suggests prefixes of keys from the model's templates, and values from the data. */
function Offered({ model, offered, attribute }: OfferedProps) {
  const values = new Set([...beginningsOf(model, attribute.name), ...(offered.get(attribute.name) ?? [])])
  return (
    <datalist id={`values-${attribute.name}`}>
      {[...values].map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  )
}

function beginningsOf(model: TableModel, attribute: string): string[] {
  const beginnings = model.entities.flatMap(({ templates }) => {
    const [first] = Object.hasOwn(templates, attribute) ? (templates[attribute] ?? []) : []
    return first !== undefined && 'text' in first ? [first.text] : []
  })
  return [...new Set(beginnings)]
}

function exampleOf(model: TableModel, { name, type }: KeyAttributeModel): string {
  if (type === 'N') return 'a number'
  const [entity] = model.entities.filter(({ templates }) => Object.hasOwn(templates, name))
  const parts = entity?.templates[name] ?? []
  return parts.map((part) => ('text' in part ? part.text : `{${part.slot}}`)).join('')
}
