import { useState } from 'preact/hooks'
import { SettingsFields } from './settings-fields.tsx'
import type { TableDraft } from './table-draft.ts'

interface TableSettingsProps {
  readonly draft: TableDraft
  readonly onChange: (changed: Partial<TableDraft>) => void
}

/** The capacity, stream, expiry and other settings of a table; while closed, it shows a summary. */
export function TableSettings({ draft, onChange }: TableSettingsProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details class="settings" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <b>Settings</b> <span class="muted">{summaryOf(draft)}</span>
      </summary>
      {/* A field that the browser rejects has to be visible. */}
      <div class="form" onInvalidCapture={() => setOpen(true)}>
        <SettingsFields settings={draft} onChange={onChange} />
      </div>
    </details>
  )
}

function summaryOf(draft: TableDraft): string {
  const { billing, stream, ttl, recovery, protection, isByKms, policy, replicas } = draft
  return [
    billing === 'PROVISIONED' ? 'provisioned' : 'on demand',
    stream === '' ? 'no stream' : 'stream',
    ...(ttl === '' ? ['nothing expires'] : [`expires by ${ttl}`]),
    ...(recovery ? ['recovery'] : []),
    ...(protection ? ['protected'] : []),
    ...(isByKms ? ['KMS key'] : []),
    ...(policy.trim() === '' ? [] : ['policy']),
    ...(replicas.trim() === '' ? [] : [`also in ${replicas}`]),
  ].join(' · ')
}
