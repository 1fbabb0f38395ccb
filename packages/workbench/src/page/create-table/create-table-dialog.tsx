import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { findConnection, loadTables } from '../app-state.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { makeTable } from './make-table.ts'
import { RequestView } from './request-view.tsx'
import { firstDraft, type TableDraft } from './table-draft.ts'
import { TableFields } from './table-fields.tsx'
import { findContradiction, tableRequests } from './table-requests.ts'
import './create-table.css'

const FORM = 'create-table'

/** Makes a table: a name and two keys are enough; indexes of all kinds, capacity and settings are behind them. */
export function CreateTableDialog({ connection }: { readonly connection: string }) {
  const [draft, setDraft] = useState(firstDraft)
  const [isShown, setShown] = useState(false)
  const [isUnderWay, setUnderWay] = useState(false)
  const [failure, setFailure] = useState<string>()
  const change = (changed: Partial<TableDraft>) => setDraft({ ...draft, ...changed })
  const contradiction = findContradiction(draft)

  const create = async (event: Event) => {
    event.preventDefault()
    if (isUnderWay || contradiction !== undefined) return
    setUnderWay(true)
    setFailure(undefined)
    try {
      const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
      const failures = await makeTable(send, tableRequests(draft))
      for (const one of failures) toast(`${draft.name} was made, but not all of it. ${one}`, 'failure')
      await loadTables(connection)
      closeDialog()
      navigate({ connection, table: draft.name, screen: 'collections' })
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
      setUnderWay(false)
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
        {isShown ? 'Hide the request' : 'Show the request'}
      </button>
      <button type="button" class="button" onClick={closeDialog}>
        Cancel
      </button>
      <button
        type="submit"
        form={FORM}
        class="button primary"
        disabled={isUnderWay || contradiction !== undefined}
      >
        {isUnderWay ? 'Creating…' : 'Create'}
      </button>
    </>
  )
  return (
    <Dialog title="Create a table" onClose={closeDialog} footer={footer} wide={isShown}>
      <div class={isShown ? 'create-table with-request' : 'create-table'}>
        <form id={FORM} class="form" onSubmit={(event) => void create(event)}>
          <TableFields draft={draft} onChange={change} />
          {contradiction === undefined ? null : <p class="notice warn">{contradiction}</p>}
          {failure === undefined ? null : (
            <p class="notice bad" role="alert">
              {failure}
            </p>
          )}
        </form>
        {isShown && <RequestView calls={tableRequests(draft)} connection={findConnection(connection)} />}
      </div>
    </Dialog>
  )
}
