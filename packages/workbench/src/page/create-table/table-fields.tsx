import { IndexesFields } from './indexes-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { NameField } from './name-field.tsx'
import type { TableDraft } from './table-draft.ts'
import { TableSettings } from './table-settings.tsx'

interface TableFieldsProps {
  readonly draft: TableDraft
  readonly onChange: (changed: Partial<TableDraft>) => void
}

/** The fields of a new table: its name and keys, and behind them indexes and settings. */
export function TableFields({ draft, onChange }: TableFieldsProps) {
  return (
    <>
      <NameField label="Name" name={draft.name} isFirst onChange={(name) => onChange({ name })} />
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
