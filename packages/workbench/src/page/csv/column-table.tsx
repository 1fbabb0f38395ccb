import { attributeTypes, typeTitles } from '../item/convert-value.ts'
import type { CsvRow } from './csv-parser.ts'
import type { ColumnPlan } from './plan-columns.ts'

interface ColumnTableProps {
  readonly columns: readonly ColumnPlan[]
  readonly rows: readonly CsvRow[]
  readonly onChange: (columns: readonly ColumnPlan[]) => void
}

const types: readonly (readonly [ColumnPlan['type'], string])[] = [
  ...attributeTypes.map((type) => [type, typeTitles[type]] as const),
  ['JSON', 'JSON'],
  ['ANY', 'DynamoDB JSON'],
  ['SKIP', 'left out'],
]

const EXAMPLES = 3

/** The columns of a file: each one's name, its contents, and what it is imported as. */
export function ColumnTable({ columns, rows, onChange }: ColumnTableProps) {
  const change = (place: number, changed: Partial<ColumnPlan>) =>
    onChange(columns.map((column, at) => (at === place ? { ...column, ...changed } : column)))
  return (
    <div class="csv-columns">
      <table>
        <thead>
          <tr>
            <th scope="col">Column</th>
            <th scope="col">First values</th>
            <th scope="col">Attribute</th>
            <th scope="col">Type</th>
          </tr>
        </thead>
        <tbody>
          {columns.map(({ header, attribute, type }, place) => {
            const name = header || `column ${place + 1}`
            return (
              <tr key={`${place} ${header}`} class={type === 'SKIP' ? 'skipped' : ''}>
                <th scope="row" class="mono">
                  {name}
                </th>
                <td class="mono muted">{examplesOf(rows, place)}</td>
                <td>
                  <input
                    class="field mono"
                    aria-label={`Attribute of ${name}`}
                    value={attribute}
                    disabled={type === 'SKIP'}
                    onInput={(event) => change(place, { attribute: event.currentTarget.value })}
                  />
                </td>
                <td>
                  <select
                    class="field"
                    aria-label={`Type of ${name}`}
                    value={type}
                    onChange={(event) =>
                      change(place, { type: event.currentTarget.value as ColumnPlan['type'] })
                    }
                  >
                    {types.map(([one, title]) => (
                      <option key={one} value={one}>
                        {title}
                      </option>
                    ))}
                  </select>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

function examplesOf(rows: readonly CsvRow[], place: number): string {
  const texts = rows.flatMap(({ fields }) => fields[place] ?? []).slice(0, EXAMPLES)
  return texts.map((text) => (text.length > 30 ? `${text.slice(0, 30)}…` : text || '""')).join(' · ')
}
