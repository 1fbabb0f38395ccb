import type { TableModel } from '../../shared/api.ts'
import { Icon } from '../frame/icons.tsx'
import { typeTitles } from '../item/convert-value.ts'
import {
  type FilterDraft,
  type FilterOperator,
  filterOperators,
  type ScalarType,
  scalarTypes,
  valueCount,
} from './read-draft.ts'
import { useAddedRow } from './use-added-row.ts'

interface FilterRowsProps {
  readonly filters: readonly FilterDraft[]
  readonly model: TableModel
  readonly title: 'Filter' | 'Condition'
  readonly onChange: (filters: readonly FilterDraft[]) => void
}

/** The signs of operators that are not written as in expressions. */
const signs: { readonly [operator: string]: string } = {
  '<>': '≠',
  '<=': '≤',
  '>=': '≥',
  begins_with: 'begins with',
}

export function operatorTitle(operator: FilterOperator): string {
  return Object.hasOwn(signs, operator) ? (signs[operator] ?? operator) : operator
}

/** Conditions on attributes, all of which must hold. */
export function FilterRows({ filters, model, title, onChange }: FilterRowsProps) {
  const element = useAddedRow(filters)
  const change = (place: number, next: Partial<FilterDraft>) => {
    const filter = filters[place]
    if (filter !== undefined) onChange(filters.with(place, { ...filter, ...next }))
  }
  return (
    <div ref={element} class="filter-rows">
      {filters.map((filter, place) => (
        <fieldset key={place} class="filter-row" aria-label={`${title} ${place + 1}`}>
          <span class="filter-word">{place === 0 ? title : 'and'}</span>
          <input
            class="field mono"
            aria-label="Attribute"
            placeholder="attribute"
            value={filter.attribute}
            aria-invalid={filter.attribute === ''}
            list="attributes-of-table"
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget: { value } }) => change(place, { attribute: value })}
          />
          <select
            class="field"
            aria-label="Operator"
            value={filter.operator}
            onChange={({ currentTarget: { value } }) => {
              const operator = value as FilterOperator
              const values = Array.from({ length: valueCount(operator) }, (_, at) => filter.values[at] ?? '')
              change(place, { operator, values })
            }}
          >
            {filterOperators.map((operator) => (
              <option key={operator} value={operator}>
                {operatorTitle(operator)}
              </option>
            ))}
          </select>
          {valueCount(filter.operator) > 0 && (
            <TypedFields
              type={filter.type}
              values={filter.values}
              onChange={(type, values) => change(place, { type, values })}
            />
          )}
          <button
            type="button"
            class="button quiet icon-only"
            aria-label={`Remove ${title.toLowerCase()} ${place + 1}`}
            onClick={() => onChange(filters.toSpliced(place, 1))}
          >
            <Icon name="close" size={14} />
          </button>
        </fieldset>
      ))}
      <datalist id="attributes-of-table">
        {attributesOf(model).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </div>
  )
}

interface AddFilterProps {
  readonly title: FilterRowsProps['title']
  readonly onAdd: (filter: FilterDraft) => void
}

export function AddFilter({ title, onAdd }: AddFilterProps) {
  return (
    <button
      type="button"
      class="button quiet"
      onClick={() => onAdd({ attribute: '', operator: '=', type: 'S', values: [''] })}
    >
      <Icon name="plus" size={14} /> {title}
    </button>
  )
}

interface TypedFieldsProps {
  readonly type: ScalarType
  readonly values: readonly string[]
  readonly onChange: (type: ScalarType, values: readonly string[]) => void
}

/** Fields for values, and for their type. */
export function TypedFields({ type, values, onChange }: TypedFieldsProps) {
  return (
    <>
      <select
        class="field"
        aria-label="Type"
        value={type}
        onChange={({ currentTarget: { value } }) =>
          onChange(value as ScalarType, value === 'BOOL' ? values.map(() => 'true') : values)
        }
      >
        {scalarTypes.map((known) => (
          <option key={known} value={known}>
            {typeTitles[known]}
          </option>
        ))}
      </select>
      {type === 'NULL'
        ? null
        : values.map((value, at) =>
            type === 'BOOL' ? (
              <select
                key={String(at)}
                class="field"
                aria-label="Value"
                value={value === 'true' ? 'true' : 'false'}
                onChange={({ currentTarget }) => onChange(type, values.with(at, currentTarget.value))}
              >
                <option value="true">true</option>
                <option value="false">false</option>
              </select>
            ) : (
              <input
                key={String(at)}
                class="field mono grow"
                aria-label={at === 0 ? 'Value' : 'Second value'}
                placeholder={type === 'B' ? 'base64' : 'value'}
                value={value}
                autoComplete="off"
                spellcheck={false}
                onInput={({ currentTarget }) => onChange(type, values.with(at, currentTarget.value))}
              />
            ),
          )}
    </>
  )
}

/** Returns all attributes that the model knows. */
export function attributesOf(model: TableModel): string[] {
  const keys = [model.key, ...model.indexes].flatMap(({ pk, sk }) => [...pk, ...sk]).map(({ name }) => name)
  return [...new Set([...keys, ...model.entities.flatMap(({ attributes }) => attributes)])]
}
