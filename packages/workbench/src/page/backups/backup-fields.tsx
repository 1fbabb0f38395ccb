import { NameField } from '../create-table/name-field.tsx'
import { dateText } from '../frame/table-facts.ts'
import type { Backup, RecoveryRange } from './ask-backups.ts'
import { BackupList } from './backup-list.tsx'
import type { BackupAct, BackupDraft } from './backup-requests.ts'

interface BackupFieldsProps {
  readonly draft: BackupDraft
  readonly table: string | undefined
  readonly backups: readonly Backup[]
  readonly chosen: Backup | undefined
  /** To which seconds the table can be restored, where recovery is on. */
  readonly recovery: RecoveryRange | undefined
  /** What a table that is restored can be called. */
  readonly nameFor: (table: string) => string
  readonly onChange: (changed: Partial<BackupDraft>) => void
}

const titles: { readonly [Act in BackupAct]: string } = {
  make: 'Make one',
  restore: 'Restore one',
  recover: 'Restore to a second',
  delete: 'Delete one',
}

/** What is to be done with backups, and with which. */
export function BackupFields(props: BackupFieldsProps) {
  const { draft, table, backups, chosen, nameFor, onChange } = props
  // Of a table that is gone no backup can be made, nor is it known how it was at a second.
  const acts: readonly BackupAct[] =
    table === undefined ? ['restore', 'delete'] : ['make', 'restore', 'recover', 'delete']
  const choose = (backup: Backup) =>
    onChange({ backup: backup.arn, typed: '', target: nameFor(backup.table) })
  return (
    <>
      <div class="segmented backup-acts" role="group" aria-label="What to do">
        {acts.map((act) => (
          <button key={act} type="button" aria-pressed={draft.act === act} onClick={() => onChange({ act })}>
            {titles[act]}
          </button>
        ))}
      </div>
      {draft.act === 'recover' ? (
        <Recovery {...props} />
      ) : (
        <BackupList
          backups={backups}
          isOfAll={table === undefined}
          chosen={draft.backup}
          onChoose={draft.act === 'make' ? undefined : choose}
        />
      )}
      {draft.act === 'make' && (
        <NameField label="Name of the backup" name={draft.name} onChange={(name) => onChange({ name })} />
      )}
      {draft.act === 'restore' && chosen !== undefined && <Target {...props} />}
      {draft.act === 'delete' && chosen !== undefined && (
        <label class="labelled">
          <span>
            Type <code>{chosen.name}</code> to go on
          </span>
          <input
            class="field mono"
            autocomplete="off"
            spellcheck={false}
            value={draft.typed}
            onInput={(event) => onChange({ typed: event.currentTarget.value })}
          />
        </label>
      )}
    </>
  )
}

function Recovery(props: BackupFieldsProps) {
  const { draft, recovery, onChange } = props
  if (recovery === undefined) {
    return (
      <p class="notice">
        Recovery is off, so that nobody knows how the table was. It can be switched on by “Change…”.
      </p>
    )
  }
  return (
    <>
      <label class="labelled">
        <span>
          Second, in UTC <span class="hint">nothing is the latest</span>
        </span>
        <input
          class="field mono"
          type="datetime-local"
          step="1"
          value={draft.moment}
          onInput={(event) => onChange({ moment: event.currentTarget.value })}
        />
      </label>
      <p class="muted">
        From {dateText(recovery.fromSeconds)} to {dateText(recovery.toSeconds)}.
      </p>
      <Target {...props} />
    </>
  )
}

/** A table is never restored over another. */
function Target({ draft, onChange }: BackupFieldsProps) {
  return (
    <>
      <NameField label="Into a new table" name={draft.target} onChange={(target) => onChange({ target })} />
      <p class="muted">It has the items and the indexes; a stream, time to live and tags are not restored.</p>
    </>
  )
}
