import { useState } from 'preact/hooks'
import { appState, findConnection, loadModel, modelKey } from '../app-state.ts'
import { dataVersion } from '../data-version.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { keyParam } from '../keys/key-param.ts'
import { messageOf } from '../message-of.ts'
import { currentRoute } from '../navigation.ts'
import { useStore } from '../store.ts'
import { commitEdits } from './commit-edits.ts'
import { EditView } from './edit-view.tsx'
import { discardAll, stagedEdits, stagedOf } from './staged-edits.ts'

/** All that is staged for a table, as a difference; committed in one transaction, or not at all. */
export function StagedDialog() {
  const { connection = '', table = '' } = useStore(currentRoute)
  const model = useStore(appState).models.get(modelKey(connection, table))
  useStore(stagedEdits)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const edits = [...stagedOf(connection, table).values()]
  const conflicts = edits.filter(({ conflict }) => conflict !== undefined).length

  const commit = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const result = await commitEdits(connection, table)
      if (result.conflicts === 0) {
        closeDialog()
        dataVersion.update((version) => version + 1)
        void loadModel(connection, table)
        toast([`${result.committed} committed in one transaction.`, ...result.notes].join(' '))
      }
    } catch (error) {
      setFailure(messageOf(error))
    }
    setIsBusy(false)
  }

  const footer = (
    <>
      <button
        type="button"
        class="button danger"
        disabled={edits.length === 0}
        onClick={() => {
          discardAll(connection, table)
          closeDialog()
        }}
      >
        Discard all
      </button>
      <span class="staged-dialog-gap" />
      <button
        type="button"
        class="button primary"
        disabled={isBusy || edits.length === 0 || conflicts > 0 || findConnection(connection)?.readOnly}
        onClick={() => void commit()}
      >
        Commit {edits.length === 1 ? 'one change' : `${edits.length} changes`} in one transaction
      </button>
    </>
  )
  return (
    <Dialog title={`Staged changes of ${table}`} onClose={closeDialog} footer={footer} wide>
      {failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {failure}
        </p>
      )}
      {conflicts === 0 ? null : (
        <p class="notice bad" role="alert">
          Somebody else changed {conflicts === 1 ? 'one item' : `${conflicts} items`} since you read it.
          Nothing was written. Decide below, then commit again.
        </p>
      )}
      {edits.length === 0 ? <p class="muted">Nothing is staged.</p> : null}
      {model === undefined
        ? null
        : edits.map((edit) => (
            <EditView
              key={keyParam(edit.key)}
              connection={connection}
              table={table}
              model={model}
              edit={edit}
            />
          ))}
    </Dialog>
  )
}
