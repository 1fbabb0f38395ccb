import { bytesText } from '../collections/value-preview.ts'
import { dateText } from '../frame/table-facts.ts'
import type { Backup } from './ask-backups.ts'

interface BackupListProps {
  readonly backups: readonly Backup[]
  /** Whether the backups are of several tables, so that each one names its table. */
  readonly isOfAll: boolean
  /** The ARN of the selected backup. */
  readonly chosen: string
  /** Selects a backup; if absent, the list is only shown. */
  readonly onChoose?: ((backup: Backup) => void) | undefined
}

/** A list of backups, newest first. */
export function BackupList({ backups, isOfAll, chosen, onChoose }: BackupListProps) {
  if (backups.length === 0) return <p class="muted">There are no backups yet.</p>
  return (
    <ul class="backup-list" aria-label="Backups">
      {backups.map((backup) => (
        <li key={backup.arn}>
          {onChoose === undefined ? (
            <BackupLine backup={backup} isOfAll={isOfAll} />
          ) : (
            <label class="check">
              <input
                type="radio"
                name="backup"
                checked={backup.arn === chosen}
                onChange={() => onChoose(backup)}
              />
              <BackupLine backup={backup} isOfAll={isOfAll} />
            </label>
          )}
        </li>
      ))}
    </ul>
  )
}

function BackupLine({ backup, isOfAll }: { readonly backup: Backup; readonly isOfAll: boolean }) {
  const { name, table, madeSeconds, sizeBytes, status, type } = backup
  const facts = [
    ...(isOfAll ? [`of ${table}`] : []),
    dateText(madeSeconds),
    bytesText(sizeBytes),
    ...(type === 'USER' ? [] : [type]),
    ...(status === 'AVAILABLE' ? [] : [status]),
  ]
  return (
    <span>
      <b class="mono">{name}</b> <span class="muted">{facts.join(' · ')}</span>
    </span>
  )
}
