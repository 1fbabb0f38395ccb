import { useState } from 'preact/hooks'
import type { StreamViewType, TableDraft } from './table-draft.ts'
import { UnitsFields } from './units-fields.tsx'

interface TableSettingsProps {
  readonly draft: TableDraft
  readonly onChange: (changed: Partial<TableDraft>) => void
}

/** How a table is paid for, what follows its changes, and when its items go; what is set shows while it is closed. */
export function TableSettings({ draft, onChange }: TableSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="settings" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>Settings</b> <span class="muted">{summaryOf(draft)}</span>
      </summary>
      {/* What the browser complains about has to be seen. */}
      <div class="form" onInvalidCapture={() => setOpen(true)}>
        <Capacity draft={draft} onChange={onChange} />
        <div class="pair">
          <label class="labelled">
            Stream
            <select
              class="field"
              value={draft.stream}
              onChange={(event) => onChange({ stream: event.currentTarget.value as StreamViewType | '' })}
            >
              <option value="">off</option>
              <option value="NEW_AND_OLD_IMAGES">new and old images</option>
              <option value="NEW_IMAGE">new images</option>
              <option value="OLD_IMAGE">old images</option>
              <option value="KEYS_ONLY">keys only</option>
            </select>
          </label>
          <label class="labelled">
            <span>
              Time to live <span class="hint">attribute with the second</span>
            </span>
            <input
              class="field mono"
              placeholder="off"
              value={draft.ttl}
              onInput={(event) => onChange({ ttl: event.currentTarget.value })}
            />
          </label>
        </div>
        <label class="labelled">
          Tags
          <input
            class="field mono"
            placeholder="team=shop, stage=test"
            value={draft.tags}
            onInput={(event) => onChange({ tags: event.currentTarget.value })}
          />
        </label>
        <Switches draft={draft} onChange={onChange} />
      </div>
    </details>
  )
}

function Capacity({ draft, onChange }: TableSettingsProps) {
  const isProvisioned = draft.billing === 'PROVISIONED'
  return (
    <>
      <label class="labelled">
        Capacity
        <select
          class="field"
          value={draft.billing}
          onChange={(event) => onChange({ billing: event.currentTarget.value as TableDraft['billing'] })}
        >
          <option value="PAY_PER_REQUEST">on demand: paid by request</option>
          <option value="PROVISIONED">provisioned: so many units a second</option>
        </select>
      </label>
      {isProvisioned ? (
        <UnitsFields
          title="Units a second"
          of=""
          units={draft.units}
          onChange={(units) => onChange({ units })}
        />
      ) : (
        <UnitsFields
          title="At most, units a second"
          of=""
          hint="no limit"
          units={draft.most}
          onChange={(most) => onChange({ most })}
        />
      )}
    </>
  )
}

const switches = [
  ['recovery', 'Recovery to any second of the last 35 days'],
  ['protection', 'Protected from being deleted'],
  ['isInfrequent', 'Infrequent access: cheaper to keep, dearer to read'],
] as const

function Switches({ draft, onChange }: TableSettingsProps) {
  return (
    <div class="switches">
      {switches.map(([name, title]) => (
        <label class="check" key={name}>
          <input
            type="checkbox"
            checked={draft[name]}
            onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
          />{' '}
          {title}
        </label>
      ))}
    </div>
  )
}

function summaryOf({ billing, stream, ttl, recovery, protection }: TableDraft): string {
  return [
    billing === 'PROVISIONED' ? 'provisioned' : 'on demand',
    stream === '' ? 'no stream' : 'stream',
    ...(ttl === '' ? ['nothing expires'] : [`expires by ${ttl}`]),
    ...(recovery ? ['recovery'] : []),
    ...(protection ? ['protected'] : []),
  ].join(' · ')
}
