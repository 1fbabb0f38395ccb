import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { loadTables } from '../app-state.ts'
import { navigate } from '../navigation.ts'
import { useTask } from '../use-task.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog } from './open-dialog.ts'
import { toast } from './toasts.tsx'

/** Asks for the name of the table before deleting it, so that one click too many is not enough. */
export function DeleteTableDialog({
  connection,
  table,
}: {
  readonly connection: string
  readonly table: string
}) {
  const [typed, setTyped] = useState('')
  const task = useTask()
  const told = `${table} was deleted.`
  const remove = (event: Event) => {
    event.preventDefault()
    if (typed !== table) return
    void task.run({
      work: async () => {
        await sendOrThrow(connection, 'DeleteTable', { TableName: table })
        await loadTables(connection)
      },
      onDone: () => {
        closeDialog()
        navigate({ connection, table: undefined })
        toast(told)
      },
      told,
    })
  }
  return (
    <Dialog title={`Delete ${table}`} onClose={closeDialog}>
      <form class="form" onSubmit={remove}>
        <p>This deletes all items and indexes of the table. It cannot be undone.</p>
        <label class="labelled">
          <span>
            Type <code>{table}</code> to confirm
          </span>
          <input
            class="field mono"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        {task.failure === undefined ? null : (
          <p class="notice bad" role="alert">
            {task.failure}
          </p>
        )}
        <footer>
          <button type="button" class="button" onClick={closeDialog}>
            Cancel
          </button>
          <button type="submit" class="button danger" disabled={typed !== table || task.isUnderWay}>
            Delete table
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
