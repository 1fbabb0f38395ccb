import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { findConnection, loadTables } from '../app-state.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { IndexesFields } from './indexes-fields.tsx'
import { KeyFields } from './key-fields.tsx'
import { makeTable } from './make-table.ts'
import { RequestView } from './request-view.tsx'
import { firstDraft, type TableDraft } from './table-draft.ts'
import { findContradiction, tableRequests } from './table-requests.ts'
import { TableSettings } from './table-settings.tsx'
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
          <label class="labelled">
            Name
            <input
              class="field mono"
              required
              pattern="[A-Za-z0-9_.\-]{3,255}"
              title="3 to 255 letters, digits, _ . -"
              value={draft.name}
              autoFocus
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
          </label>
          <div class="pair">
            <KeyFields
              title="Partition key"
              of=""
              parts={[draft.pk]}
              most={1}
              required
              onChange={([pk = draft.pk]) => change({ pk })}
            />
            <KeyFields
              title="Sort key"
              of=""
              parts={[draft.sk]}
              most={1}
              onChange={([sk = draft.sk]) => change({ sk })}
            />
          </div>
          <IndexesFields
            indexes={draft.indexes}
            isProvisioned={draft.billing === 'PROVISIONED'}
            onChange={(indexes) => change({ indexes })}
          />
          <TableSettings draft={draft} onChange={change} />
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
