import type { FindingModel, PatternModel } from '../../shared/api.ts'

const states = {
  passes: { title: 'passes', tone: 'good', mark: '✓' },
  warns: { title: 'warns', tone: 'warn', mark: '!' },
  fails: { title: 'fails', tone: 'bad', mark: '✕' },
} as const

/** The state of a pattern: whether it passes its checks. */
export function StateBadge({ state }: { readonly state: PatternModel['state'] }) {
  const { title, tone, mark } = states[state]
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">{mark}</span> {title}
    </span>
  )
}

/** The findings: what is wrong, why it matters, and what to do. */
export function Findings({ findings }: { readonly findings: readonly FindingModel[] }) {
  return (
    <ul class="findings">
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.subject}`} class={finding.severity === 'error' ? 'bad' : 'warn'}>
          <p>{finding.message}</p>
          <p class="muted">{finding.advice}</p>
        </li>
      ))}
    </ul>
  )
}

/** Formats 0.004 as `< $0.01`, 1234.5 as `$1,235`. */
export function formatDollars(dollars: number): string {
  if (dollars > 0 && dollars < 0.01) return '< $0.01'
  const digits = dollars < 100 ? 2 : 0
  return `$${dollars.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })}`
}
