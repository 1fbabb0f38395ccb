import type { PatternModel, TableModel } from '../../shared/api.ts'
import { hrefTo } from '../navigation.ts'
import { unitsText } from '../operations/estimate-units.ts'
import { ConditionText } from './condition-text.tsx'
import { formatDollars, StateBadge } from './pattern-state.tsx'

interface PatternListProps {
  readonly patterns: readonly PatternModel[]
  readonly model: TableModel
  readonly chosen: string | undefined
}

/** All access patterns: what they read, how, and their state. */
export function PatternList({ patterns, model, chosen }: PatternListProps) {
  return (
    <nav class="pattern-list" aria-label="Access patterns">
      <ul>
        {patterns.map((pattern) => (
          <li key={pattern.name}>
            <a
              class="pattern-entry"
              href={hrefTo({ params: { name: pattern.name, args: undefined } })}
              aria-current={pattern.name === chosen ? 'true' : undefined}
            >
              <span class="pattern-line">
                <b>{pattern.name}</b>
                <StateBadge state={pattern.state} />
                <span class={`badge ${pattern.kind === 'scan' ? 'warn' : 'good'}`}>
                  {pattern.kind === 'scan' ? 'SCAN' : 'QUERY'}
                </span>
                <span class="muted">{pattern.index === 'primary' ? 'table' : pattern.index}</span>
                <span class="grow" />
                <Figures pattern={pattern} />
              </span>
              {pattern.condition === '' ? null : (
                <ConditionText condition={pattern.condition} model={model} />
              )}
              {pattern.description !== undefined && <span class="muted">{pattern.description}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Figures({ pattern: { rate, cost, expectations } }: { readonly pattern: PatternModel }) {
  return (
    <span class="pattern-figures">
      {expectations.length > 0 && (
        <span title="Calls with saved expected results">{expectations.length} expected</span>
      )}
      {rate !== undefined && <span>{rate.toLocaleString('en')}/s</span>}
      {cost !== undefined && <span title="Worst case of one call">≤ {unitsText(cost.units)}</span>}
      {cost?.monthlyDollars !== undefined && <span>{formatDollars(cost.monthlyDollars)} a month</span>}
    </span>
  )
}
