import type { SendAnswer } from '../../shared/api.ts'
import { adviseOn } from './error-advice.ts'
import { formatUnits } from './estimate-units.ts'
import type { Explanation } from './explain-answer.ts'
import './explained.css'
import { badgeClass } from './badge-class.ts'

interface ExplainedProps {
  readonly explanation: Explanation
  readonly pages: readonly SendAnswer[]
}

/** What a call consumed, in figures and in a sentence. */
export function Explained({ explanation, pages }: ExplainedProps) {
  const { badge, units, byTable, scanned, returned, efficiency, kind } = explanation
  const durationMs = pages.reduce((sum, page) => sum + page.durationMs, 0)
  return (
    <section class="explained" aria-label="Cost">
      <div class="figures">
        <span class={`badge ${badgeClass(badge)}`}>{badge}</span>
        <dl class="figures">
          {units !== undefined && (
            <Figure title={`${kind} ${units === 1 ? 'unit' : 'units'}`} value={formatUnits(units)} />
          )}
          {scanned !== undefined && <Figure title="scanned" value={scanned.toLocaleString('en')} />}
          {returned !== undefined && <Figure title="returned" value={returned.toLocaleString('en')} />}
          {efficiency !== undefined && (
            <Figure title="efficiency" value={`${Math.round(efficiency * 100)} %`} bad={efficiency < 0.5} />
          )}
          <Figure title="ms" value={formatMs(durationMs)} />
          {pages.length > 1 && <Figure title="pages" value={String(pages.length)} />}
        </dl>
        {byTable.length > 1 && (
          <span class="by-table">
            {byTable.map(({ name, units: some }) => (
              <span key={name}>
                {name} <b class="num">{formatUnits(some)}</b>
              </span>
            ))}
          </span>
        )}
      </div>
      <p class={badge === 'SCAN' ? 'notice warn' : 'muted'}>
        {explanation.summary} {explanation.warnings.join(' ')}
      </p>
    </section>
  )
}

function Figure({
  title,
  value,
  bad = false,
}: {
  readonly title: string
  readonly value: string
  readonly bad?: boolean
}) {
  return (
    <div class={bad ? 'figure bad' : 'figure'}>
      <dd>{value}</dd>
      <dt>{title}</dt>
    </div>
  )
}

export function formatMs(durationMs: number): string {
  return durationMs < 10 ? durationMs.toFixed(1) : String(Math.round(durationMs))
}

/** An error in full, with what usually helps. */
export function Failed({ failure }: { readonly failure: NonNullable<SendAnswer['error']> }) {
  const { name, message, ...rest } = failure
  const advice = adviseOn(failure)
  return (
    <section class="failed" role="alert">
      <h2>{name}</h2>
      <p class="mono">{message}</p>
      {advice !== undefined && <p class="advice">{advice}</p>}
      {Object.keys(rest).length > 0 && <pre class="mono">{JSON.stringify(rest, null, 2)}</pre>}
    </section>
  )
}
