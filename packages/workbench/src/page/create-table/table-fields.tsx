import { IndexesFields } from './indexes-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import type { TableDraft } from './table-draft.ts'
import { TableSettings } from './table-settings.tsx'

interface TableFieldsProps {
  readonly draft: TableDraft
  readonly onChange: (changed: Partial<TableDraft>) => void
}

/** Fields for all of a table that is to be made: its name and keys, and behind them indexes and settings. */
export function TableFields({ draft, onChange }: TableFieldsProps) {
  return (
    <>
      <label class="labelled">
        Name
        <input
          class="field mono"
          required
          pattern="[A-Za-z0-9_.\-]{3,255}"
          title="3 to 255 letters, digits, _ . -"
          value={draft.name}
          // biome-ignore lint/a11y/noAutofocus: in a dialog, it is where one begins
          autoFocus
          onInput={(event) => onChange({ name: event.currentTarget.value })}
        />
      </label>
      <div class="pair">
        <KeyFields
          title="Partition key"
          of=""
          parts={[draft.pk]}
          most={1}
          required
          onChange={([pk = draft.pk]) => onChange({ pk })}
        />
        <KeyFields
          title="Sort key"
          of=""
          parts={[draft.sk]}
          most={1}
          onChange={([sk = draft.sk]) => onChange({ sk })}
        />
      </div>
      <IndexesFields
        indexes={draft.indexes}
        isProvisioned={draft.billing === 'PROVISIONED'}
        onChange={(indexes) => onChange({ indexes })}
      />
      <TableSettings draft={draft} onChange={onChange} />
    </>
  )
}
