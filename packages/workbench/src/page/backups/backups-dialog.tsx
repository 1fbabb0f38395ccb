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
  /** The table whose backups are shown; if absent, those of all tables, including deleted ones. */
  readonly table: string | undefined
}

const submits: { readonly [Act in BackupAct]: readonly [idle: string, underWay: string] } = {
  make: ['Create backup', 'Creating…'],
  restore: ['Restore backup', 'Restoring…'],
  recover: ['Restore table', 'Restoring…'],
  delete: ['Delete backup', 'Deleting…'],
}

/** The backups of a table, to be created, restored into another table, and deleted; and recovery to a point in time. */
export function BackupsDialog({ connection, table }: BackupsDialogProps) {
  const [backups, setBackups] = useState<readonly Backup[]>()
  const [recovery, setRecovery] = useState<RecoveryRange>()
  const [draft, setDraft] = useState<BackupDraft>(() => firstDraft(connection, table))
  const task = useTask()
  const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
  const read = async () => {
    const found = await askBackups(send, table)
    setBackups(found)
    const name = freeBackupName(table ?? '', found, performance.timeOrigin + performance.now())
    // Text typed in the meantime is kept.
    setDraft((now) => (table !== undefined && now.name === draft.name ? { ...now, name } : now))
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
        ? `${draft.name} was created.`
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
        if (!isRestored)
          return setDraft((now) => (now.backup === draft.backup ? { ...now, backup: '', typed: '' } : now))
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
          onChange={(changed) => setDraft((now) => ({ ...now, ...changed }))}
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

/** Returns an unused name for a restored table, which is always a new one. */
function freeTable(connection: string, table: string): string {
  return nameLike(table, appState.value.tables.get(connection)?.names ?? [])
}
