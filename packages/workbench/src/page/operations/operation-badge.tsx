import { badgeClass } from './badge-class.ts'
import { formatUnits, type UnitEstimate } from './estimate-units.ts'

interface OperationBadgeProps {
  readonly badge: string
  readonly estimate: UnitEstimate | undefined
  readonly reason?: string | undefined
}

/** What the present call will be, and what it will consume. */
export function OperationBadge({ badge, estimate, reason }: OperationBadgeProps) {
  return (
    <output class="operation-badge" aria-live="polite">
      <span class={`badge large ${badgeClass(badge)}`} title={reason}>
        {badge}
      </span>
      {estimate !== undefined && (
        <span class="muted" title={`Estimated: ${estimate.because}`}>
          {estimate.atLeast ? '≥' : '≈'}{' '}
          <b class="estimate" data-testid="estimate">
            {formatUnits(estimate.units)}
          </b>{' '}
          {estimate.kind} {estimate.units === 1 ? 'unit' : 'units'}
          <span class="because"> · {estimate.because}</span>
        </span>
      )}
    </output>
  )
}
