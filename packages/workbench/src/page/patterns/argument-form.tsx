import type { PatternArgument } from '../../shared/api.ts'
import { type ArgumentDrafts, draftOf, type RangeOperator, rangeOperators } from './argument-draft.ts'

interface ArgumentFormProps {
  readonly known: readonly PatternArgument[]
  readonly drafts: ArgumentDrafts
  readonly offered: { readonly [argument: string]: readonly string[] }
  readonly onChange: (drafts: ArgumentDrafts) => void
}

const titles: { readonly [Operator in RangeOperator]: string } = {
  '=': 'is',
  begins: 'begins with',
  between: 'is between',
  gt: '>',
  gte: '≥',
  lt: '<',
  lte: '≤',
}

/** A field for each argument, with suggestions from the data. */
export function ArgumentForm({ known, drafts, offered, onChange }: ArgumentFormProps) {
  if (known.length === 0) return <p class="muted no-arguments">This pattern takes no arguments.</p>
  return (
    <div class="argument-form">
      {known.map(({ name, required, range, type }) => {
        const draft = draftOf(drafts, name)
        const change = (next: Partial<typeof draft>) => onChange({ ...drafts, [name]: { ...draft, ...next } })
        const list = Object.hasOwn(offered, name) ? (offered[name] ?? []) : []
        return (
          <fieldset key={name} class="argument">
            <legend class="mono">
              {name}
              {!required && <span class="faint"> optional</span>}
            </legend>
            {range && (
              <select
                class="field"
                aria-label={`Comparison of ${name}`}
                value={draft.operator}
                onChange={({ currentTarget }) => {
                  const operator = currentTarget.value as RangeOperator
                  const [first = ''] = draft.values
                  change({ operator, values: operator === 'between' ? [first, ''] : [first] })
                }}
              >
                {rangeOperators.map((operator) => (
                  <option key={operator} value={operator}>
                    {titles[operator]}
                  </option>
                ))}
              </select>
            )}
            {draft.values.map((value, at) => (
              <input
                key={String(at)}
                class="field mono"
                aria-label={at === 0 ? name : `${name}, last value`}
                value={value}
                list={`offered-${name}`}
                placeholder={type === 'date' ? '2026-01-31T00:00:00.000Z' : undefined}
                autoComplete="off"
                spellcheck={false}
                required={required}
                onInput={({ currentTarget }) =>
                  change({ values: draft.values.with(at, currentTarget.value) })
                }
              />
            ))}
            <datalist id={`offered-${name}`}>
              {list.map((one) => (
                <option key={one} value={one} />
              ))}
            </datalist>
          </fieldset>
        )
      })}
    </div>
  )
}
