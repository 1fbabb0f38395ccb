import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { loadTables } from '../app-state.ts'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { navigate } from '../navigation.ts'
import { useTask } from '../use-task.ts'
import { makeTable } from './make-table.ts'
import { RequestDialog } from './request-dialog.tsx'
import { firstDraft, type TableDraft } from './table-draft.ts'
import { TableFields } from './table-fields.tsx'
import { findContradiction, tableRequests } from './table-requests.ts'

/**
 * A dialog that creates a table: a name and two keys are enough; indexes of all kinds, capacity and settings can be
 * opened.
 */
export function CreateTableDialog({
  connection,
  name: wanted,
}: {
  readonly connection: string
  readonly name?: string | undefined
}) {
  const [draft, setDraft] = useState({ ...firstDraft, name: wanted ?? '' })
  const task = useTask()
  const change = (changed: Partial<TableDraft>) => setDraft({ ...draft, ...changed })
  const contradiction = findContradiction(draft)
  const calls = tableRequests(draft)
  const { name } = draft
  const create = () =>
    task.run({
      work: async () => {
        const send = (operation: string, input: object) => sendOrThrow(connection, operation, input)
        const failures = await makeTable(send, calls)
        for (const one of failures) toast(`${name} was created, but not completely. ${one}`, 'failure')
        await loadTables(connection)
      },
      onDone: () => {
        closeDialog()
        navigate({ connection, table: name, screen: 'collections' })
      },
      told: `${name} was created.`,
    })
  return (
    <RequestDialog
      title="Create a table"
      connection={connection}
      calls={calls}
      submit={task.isUnderWay ? 'Creating…' : 'Create'}
      isReady={!task.isUnderWay && contradiction === undefined}
      failure={task.failure}
      onSubmit={() => void create()}
    >
      <TableFields draft={draft} onChange={change} />
      {contradiction === undefined ? null : <p class="notice warn">{contradiction}</p>}
    </RequestDialog>
  )
}
