import { useEffect, useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { appState, loadTables } from '../app-state.ts'
import { nameLike } from '../clone-table/draft-of-table.ts'
import { RequestDialog } from '../create-table/request-dialog.tsx'
import { untilSettled } from '../create-table/until-settled.ts'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { useTask } from '../use-task.ts'
import { askBackups, askRecovery, type Backup, type RecoveryRange } from './ask-backups.ts'
import { BackupFields } from './backup-fields.tsx'
import { type BackupAct, type BackupDraft, backupRequests, freeBackupName } from './backup-requests.ts'
import './backups.css'

interface BackupsDialogProps {
  readonly connection: string
  /** The table whose backups are meant; without it those of all tables, also of tables that are gone. */
  readonly table: string | undefined
}

const submits: { readonly [Act in BackupAct]: readonly [idle: string, underWay: string] } = {
  make: ['Make the backup', 'Making…'],
  restore: ['Restore', 'Restoring…'],
  recover: ['Restore', 'Restoring…'],
  delete: ['Delete the backup', 'Deleting…'],
}

/** Backups of a table: made, restored into another table, deleted; and the table as it was at a second. */
export function BackupsDialog({ connection, table }: BackupsDialogProps) {
  const [backups, setBackups] = useState<readonly Backup[]>()
  const [recovery, setRecovery] = useState<RecoveryRange>()
  const [draft, setDraft] = useState<BackupDraft>(() => firstDraft(connection, table))
  const task = useTask()
  const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
  const read = async () => {
    const found = await askBackups(send, table)
    setBackups(found)
    if (table !== undefined)
      setDraft((now) => ({
        ...now,
        name: freeBackupName(table, found, performance.timeOrigin + performance.now()),
      }))
  }
  useEffect(() => {
    read().catch(task.fail)
    if (table !== undefined) askRecovery(connection, table).then(setRecovery, () => undefined)
  }, [connection, table])

  const chosen = backups?.find(({ arn }) => arn === draft.backup)
  const calls = backupRequests(draft, { table, chosen, recovery })
  const submit = () => {
    const { act, target } = draft
    const isRestored = act === 'restore' || act === 'recover'
    const told = isRestored
      ? `${target} was restored.`
      : act === 'make'
        ? `${draft.name} was made.`
        : `${chosen?.name} was deleted.`
    return task.run({
      work: async () => {
        for (const { operation, input } of calls) await send(operation, input)
        if (!isRestored) return read()
        await untilSettled(send, target, { late: `${target} is still being restored.` })
        await loadTables(connection)
      },
      onDone: () => {
        toast(told)
        if (!isRestored) return setDraft((now) => ({ ...now, backup: '', typed: '' }))
        closeDialog()
        navigate({ connection, table: target, screen: 'collections' })
      },
      told,
    })
  }
  return (
    <RequestDialog
      title={table === undefined ? 'Backups of all tables' : `Backups of ${table}`}
      connection={connection}
      calls={calls}
      submit={submits[draft.act][task.isUnderWay ? 1 : 0]}
      isDangerous={draft.act === 'delete'}
      isReady={!task.isUnderWay && calls.length > 0}
      failure={task.failure}
      onSubmit={() => void submit()}
    >
      {backups === undefined ? null : (
        <BackupFields
          draft={draft}
          table={table}
          backups={backups}
          chosen={chosen}
          recovery={recovery}
          nameFor={(of) => freeTable(connection, of)}
          onChange={(changed) => setDraft({ ...draft, ...changed })}
        />
      )}
    </RequestDialog>
  )
}

function firstDraft(connection: string, table: string | undefined): BackupDraft {
  const target = table === undefined ? '' : freeTable(connection, table)
  return {
    act: table === undefined ? 'restore' : 'make',
    name: '',
    backup: '',
    target,
    moment: '',
    typed: '',
  }
}

/** What a table like another can be called: a restored one is always a new one. */
function freeTable(connection: string, table: string): string {
  return nameLike(table, appState.value.tables.get(connection)?.names ?? [])
}
