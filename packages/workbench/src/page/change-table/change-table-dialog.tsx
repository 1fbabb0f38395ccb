import { useEffect, useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { findConnection, loadModel, loadTables, refreshConnections } from '../app-state.ts'
import { IndexesFields } from '../create-table/indexes-fields.tsx'
import { RequestDialog } from '../create-table/request-dialog.tsx'
import { SettingsFields } from '../create-table/settings-fields.tsx'
import { askTable } from '../frame/ask-table.ts'
import { openDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { useTask } from '../use-task.ts'
import { applyChanges } from './apply-changes.ts'
import { changeRequests } from './change-requests.ts'
import {
  type ChangeDraft,
  type CurrentTable,
  currentTable,
  firstChange,
  keepChanges,
} from './current-table.ts'
import { ExistingIndex } from './existing-index.tsx'
import { whatGoes } from './what-goes.ts'

interface ChangeTableDialogProps {
  readonly connection: string
  readonly table: string
}

/** A dialog to change the indexes and settings of a table. The resulting requests are shown while the user types. */
export function ChangeTableDialog({ connection, table }: ChangeTableDialogProps) {
  const [current, setCurrent] = useState<CurrentTable>()
  const [draft, setDraft] = useState<ChangeDraft>()
  const [done, setDone] = useState(0)
  const task = useTask()
  const read = async () =>
    currentTable(await askTable(connection, table), findConnection(connection)?.region ?? '')
  useEffect(() => {
    read().then((found) => {
      setCurrent(found)
      setDraft(firstChange(found))
    }, task.fail)
  }, [connection, table])

  const calls = current === undefined || draft === undefined ? [] : changeRequests(current, draft)
  const goes = current === undefined || draft === undefined ? [] : whatGoes(current, draft)
  const apply = async () => {
    try {
      const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
      await applyChanges({ send, table, calls, onStep: setDone })
    } catch (error) {
      // Some changes may be done already; the rest is computed from the present state of the table.
      const now = await read().catch(() => current)
      setCurrent(now)
      if (now !== undefined) setDraft((latest) => latest && keepChanges(now, latest))
      throw error
    }
    await readAgain(connection, table)
  }
  const told = `${table} was changed.`
  const onDone = () => {
    toast(told)
    openDialog.set({ kind: 'table', connection, table })
  }
  return (
    <RequestDialog
      title={`Change ${table}`}
      connection={connection}
      calls={calls}
      submit={task.isUnderWay ? `Changing, ${done + 1} of ${calls.length}…` : 'Change'}
      isDangerous={goes.length > 0}
      isReady={!task.isUnderWay && calls.length > 0}
      failure={task.failure}
      onSubmit={() => void task.run({ work: apply, onDone, told })}
    >
      {current === undefined || draft === undefined ? null : (
        <Fields current={current} draft={draft} onChange={setDraft} />
      )}
      {goes.map((one) => (
        <p class="notice warn" key={one}>
          {one}
        </p>
      ))}
    </RequestDialog>
  )
}

interface FieldsProps {
  readonly current: CurrentTable
  readonly draft: ChangeDraft
  readonly onChange: (draft: ChangeDraft) => void
}

function Fields({ current, draft, onChange }: FieldsProps) {
  const { settings, indexes, added } = draft
  const isProvisioned = settings.billing === 'PROVISIONED'
  return (
    <>
      <IndexesFields
        indexes={added}
        kinds={['global', 'vector']}
        isProvisioned={isProvisioned}
        taken={current.indexes.map(({ name }) => name)}
        onChange={(changed) => onChange({ ...draft, added: changed })}
      >
        {indexes.map((index) => (
          <ExistingIndex
            key={index.name}
            index={index}
            isProvisioned={isProvisioned}
            onChange={(changed) =>
              onChange({ ...draft, indexes: indexes.map((one) => (one.name === index.name ? changed : one)) })
            }
          />
        ))}
      </IndexesFields>
      <SettingsFields
        settings={settings}
        unknown={current.unknown}
        isGlobal={current.settings.replicas !== ''}
        onChange={(changed) => onChange({ ...draft, settings: { ...settings, ...changed } })}
      />
    </>
  )
}

/** Reloads what may have changed: its indexes, and its regions, which have their own lists of tables. */
async function readAgain(connection: string, table: string): Promise<void> {
  await Promise.all([loadModel(connection, table), loadTables(connection), refreshConnections()]).catch(
    () => undefined,
  )
}
