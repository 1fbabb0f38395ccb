import { useEffect, useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { findConnection, loadModel, loadTables, refreshConnections } from '../app-state.ts'
import { IndexesFields } from '../create-table/indexes-fields.tsx'
import { RequestView } from '../create-table/request-view.tsx'
import { SettingsFields } from '../create-table/settings-fields.tsx'
import { askTable } from '../frame/ask-table.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog, openDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
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
import '../create-table/create-table.css'

const FORM = 'change-table'

interface ChangeTableDialogProps {
  readonly connection: string
  readonly table: string
}

/** Changes a table: its indexes, and all that can be set of it. What is sent for it can be seen as one types. */
export function ChangeTableDialog({ connection, table }: ChangeTableDialogProps) {
  const [current, setCurrent] = useState<CurrentTable>()
  const [draft, setDraft] = useState<ChangeDraft>()
  const [isShown, setShown] = useState(false)
  const [done, setDone] = useState<number>()
  const [failure, setFailure] = useState<string>()
  const read = async () =>
    currentTable(await askTable(connection, table), findConnection(connection)?.region ?? '')
  useEffect(() => {
    read().then(
      (found) => {
        setCurrent(found)
        setDraft(firstChange(found))
      },
      (error) => setFailure(messageOf(error)),
    )
  }, [connection, table])

  const calls = current === undefined || draft === undefined ? [] : changeRequests(current, draft)
  const goes = current === undefined || draft === undefined ? [] : whatGoes(current, draft)
  const apply = async (event: Event) => {
    event.preventDefault()
    if (done !== undefined || calls.length === 0 || draft === undefined) return
    setFailure(undefined)
    try {
      const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
      await applyChanges({ send, table, calls, onStep: setDone })
      await showChanged(connection, table)
    } catch (error) {
      setFailure(messageOf(error))
      // Some of it may be done: what is left is told from how the table is now.
      const now = await read().catch(() => current)
      setCurrent(now)
      if (now !== undefined) setDraft(keepChanges(now, draft))
    } finally {
      setDone(undefined)
    }
  }

  const footer = (
    <>
      <button
        type="button"
        class="button quiet show-request"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide the requests' : 'Show the requests'}
      </button>
      <button type="button" class="button" onClick={closeDialog}>
        Cancel
      </button>
      <button
        type="submit"
        form={FORM}
        class={goes.length === 0 ? 'button primary' : 'button danger'}
        disabled={done !== undefined || calls.length === 0}
      >
        {done === undefined ? 'Change' : `Changing, ${done + 1} of ${calls.length}…`}
      </button>
    </>
  )
  return (
    <Dialog title={`Change ${table}`} onClose={closeDialog} footer={footer} wide={isShown}>
      <div class={isShown ? 'create-table with-request' : 'create-table'}>
        <form id={FORM} class="form" onSubmit={(event) => void apply(event)}>
          {current === undefined || draft === undefined ? null : (
            <Fields current={current} draft={draft} onChange={setDraft} />
          )}
          {goes.map((one) => (
            <p class="notice warn" key={one}>
              {one}
            </p>
          ))}
          {failure === undefined ? null : (
            <p class="notice bad" role="alert">
              {failure}
            </p>
          )}
        </form>
        {isShown &&
          (calls.length === 0 ? (
            <p class="muted">Nothing is changed yet.</p>
          ) : (
            <RequestView calls={calls} connection={findConnection(connection)} />
          ))}
      </div>
    </Dialog>
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

/** Its indexes may be others now, and it may be in other regions, which have lists of their own. */
async function showChanged(connection: string, table: string): Promise<void> {
  await Promise.all([loadModel(connection, table), loadTables(connection), refreshConnections()]).catch(
    () => undefined,
  )
  toast(`${table} was changed.`)
  openDialog.set({ kind: 'table', connection, table })
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
