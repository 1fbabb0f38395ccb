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
  /** The times to which the table can be restored, if recovery is on. */
  readonly recovery: RecoveryRange | undefined
  /** Suggests a name for a restored table. */
  readonly nameFor: (table: string) => string
  readonly onChange: (changed: Partial<BackupDraft>) => void
}

const titles: { readonly [Act in BackupAct]: string } = {
  make: 'Create',
  restore: 'Restore',
  recover: 'Point in time',
  delete: 'Delete',
}

/** The action on backups, and its inputs. */
export function BackupFields(props: BackupFieldsProps) {
  const { draft, table, backups, chosen, nameFor, onChange } = props
  // A table that no longer exists can neither be backed up nor restored to a point in time.
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
        <NameField label="Backup name" name={draft.name} onChange={(name) => onChange({ name })} />
      )}
      {draft.act === 'restore' && chosen !== undefined && <Target {...props} />}
      {draft.act === 'delete' && chosen !== undefined && (
        <label class="labelled">
          <span>
            Type <code>{chosen.name}</code> to confirm
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
    return <p class="notice">Point-in-time recovery is off. You can turn it on with “Change…”.</p>
  }
  return (
    <>
      <label class="labelled">
        <span>
          Time, in UTC <span class="hint">empty for the latest</span>
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

/** The name of the restored table. A restore never overwrites a table. */
function Target({ draft, onChange }: BackupFieldsProps) {
  return (
    <>
      <NameField label="New table" name={draft.target} onChange={(target) => onChange({ target })} />
      <p class="muted">Items and indexes are restored; the stream, time to live and tags are not.</p>
    </>
  )
}
