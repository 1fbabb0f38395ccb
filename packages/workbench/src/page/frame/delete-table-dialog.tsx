import { useState } from 'preact/hooks'
import { sendOrThrow } from '../api-client.ts'
import { loadTables } from '../app-state.ts'
import { navigate } from '../navigation.ts'
import { Dialog } from './dialog.tsx'
import { closeDialog } from './open-dialog.ts'
import { toast, toastFailure } from './toasts.tsx'

/** Deleting a table takes its name: a click too many must not be enough. */
export function DeleteTableDialog({
  connection,
  table,
}: {
  readonly connection: string
  readonly table: string
}) {
  const [typed, setTyped] = useState('')
  const remove = async (event: Event) => {
    event.preventDefault()
    if (typed !== table) return
    try {
      await sendOrThrow(connection, 'DeleteTable', { TableName: table })
      await loadTables(connection)
      closeDialog()
      navigate({ connection, table: undefined })
      toast(`${table} was deleted.`)
    } catch (error) {
      toastFailure(error)
    }
  }
  return (
    <Dialog title={`Delete ${table}`} onClose={closeDialog}>
      <form class="form" onSubmit={(event) => void remove(event)}>
        <p>All items and indexes of this table will be gone. This cannot be undone.</p>
        <label class="labelled">
          <span>
            Type <code>{table}</code> to go on
          </span>
          <input
            class="field mono"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <footer>
          <button type="button" class="button" onClick={closeDialog}>
            Keep it
          </button>
          <button type="submit" class="button danger" disabled={typed !== table}>
            Delete the table
          </button>
        </footer>
      </form>
    </Dialog>
  )
}
