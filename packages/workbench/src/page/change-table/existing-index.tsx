import { UnitsFields } from '../create-table/units-fields.tsx'
import { Icon } from '../frame/icons.tsx'
import type { ChangeDraft } from './current-table.ts'

type ExistingDraft = ChangeDraft['indexes'][number]

interface ExistingIndexProps {
  readonly index: ExistingDraft
  readonly isProvisioned: boolean
  readonly onChange: (index: ExistingDraft) => void
}

/** An existing index: its capacity can be changed, and it can be deleted. Its keys are fixed. */
export function ExistingIndex({ index, isProvisioned, onChange }: ExistingIndexProps) {
  const { name, kind, summary, isRemoved } = index
  const line = (
    <>
      <b>{name}</b> <span class="badge">{kind}</span> <span class="mono muted">{summary}</span>
    </>
  )
  const action = isRemoved ? `Keep ${name}` : `Remove ${name}`
  return (
    <div class={isRemoved ? 'index-draft removed' : 'index-draft'}>
      {isRemoved || kind === 'vector' ? (
        <p class="index-line">{isRemoved ? <del>{line}</del> : line}</p>
      ) : (
        <details>
          <summary>{line}</summary>
          <div class="form">
            <Capacity index={index} isProvisioned={isProvisioned} onChange={onChange} />
          </div>
        </details>
      )}
      <button
        type="button"
        class="button quiet icon-only"
        aria-label={action}
        title={action}
        onClick={() => onChange({ ...index, isRemoved: !isRemoved })}
      >
        <Icon name={isRemoved ? 'undo' : 'trash'} size={14} />
      </button>
    </div>
  )
}

function Capacity({ index, isProvisioned, onChange }: ExistingIndexProps) {
  return (
    <>
      {isProvisioned ? (
        <UnitsFields
          title="Units a second"
          of={index.name}
          hint="the table’s"
          units={index.units}
          onChange={(units) => onChange({ ...index, units })}
        />
      ) : (
        <UnitsFields
          title="Maximum units a second"
          of={index.name}
          hint="no limit"
          units={index.most}
          onChange={(most) => onChange({ ...index, most })}
        />
      )}
      <UnitsFields
        title="Warm throughput, units a second"
        of={index.name}
        hint="unchanged"
        units={index.warm}
        onChange={(warm) => onChange({ ...index, warm })}
      />
    </>
  )
}
