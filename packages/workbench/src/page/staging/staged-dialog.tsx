import { appState, findConnection, loadModel, modelKey } from '../app-state.ts'
import { countText } from '../count-text.ts'
import { dataVersion } from '../data-version.ts'
import { Dialog } from '../frame/dialog.tsx'
import { closeDialog } from '../frame/open-dialog.ts'
import { toast } from '../frame/toasts.tsx'
import { keyParam } from '../keys/key-param.ts'
import { currentRoute } from '../navigation.ts'
import { useStore } from '../store.ts'
import { useTask } from '../use-task.ts'
import { commitEdits } from './commit-edits.ts'
import { discardEdits } from './discard-edits.ts'
import { EditView } from './edit-view.tsx'
import { stagedEdits, stagedOf } from './staged-edits.ts'

/** All staged edits of a table as differences; they are committed in one transaction, or not at all. */
export function StagedDialog() {
  const { connection = '', table = '' } = useStore(currentRoute)
  const model = useStore(appState).models.get(modelKey(connection, table))
  useStore(stagedEdits)
  const task = useTask()
  const edits = [...stagedOf(connection, table).values()]
  const conflicts = edits.filter(({ conflict }) => conflict !== undefined).length

  const commit = () => {
    let told = 'Nothing was committed: items that you staged were changed elsewhere.'
    let isDone = false
    return task.run({
      work: async () => {
        const { committed, conflicts, notes } = await commitEdits(connection, table)
        if (conflicts > 0) return
        isDone = true
        told = [`${countText(committed, 'change')} committed in one transaction.`, ...notes].join(' ')
        dataVersion.update((version) => version + 1)
        loadModel(connection, table).catch(() => undefined)
      },
      onDone: () => {
        if (!isDone) return
        closeDialog()
        toast(told)
      },
      told: () => told,
    })
  }

  const footer = (
    <>
      <button
        type="button"
        class="button danger"
        disabled={task.isUnderWay || edits.length === 0}
        onClick={() => {
          discardEdits(connection, table, edits)
          closeDialog()
        }}
      >
        Discard all
      </button>
      <span class="staged-dialog-gap" />
      <button
        type="button"
        class="button primary"
        disabled={
          task.isUnderWay || edits.length === 0 || conflicts > 0 || findConnection(connection)?.readOnly
        }
        onClick={() => void commit()}
      >
        {task.isUnderWay
          ? 'Committing…'
          : `Commit ${edits.length === 1 ? 'one change' : `${edits.length} changes`} in one transaction`}
      </button>
    </>
  )
  return (
    <Dialog title={`Staged changes of ${table}`} onClose={closeDialog} footer={footer} wide>
      {task.failure === undefined ? null : (
        <p class="notice bad" role="alert">
          {task.failure}
        </p>
      )}
      {conflicts === 0 ? null : (
        <p class="notice bad" role="alert">
          {conflicts === 1 ? 'One item was' : `${conflicts} items were`} changed elsewhere since you read
          {conflicts === 1 ? ' it' : ' them'}. Nothing was written. Resolve below, then commit again.
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
              isBusy={task.isUnderWay}
            />
          ))}
    </Dialog>
  )
}
