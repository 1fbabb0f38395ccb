import { useState } from 'preact/hooks'
import { chooseOperations } from '../frame/import-file.ts'
import { toastFailure } from '../frame/toasts.tsx'
import { VirtualList } from '../results/virtual-list.tsx'
import { summaryOf } from './call-summary.ts'
import { exportOperations, removeOperation, renameOperation, saveOperation } from './kept-operations.ts'
import { SaveDialog } from './save-dialog.tsx'
import { findSaved, type SavedOperation } from './saved-operations.ts'

interface SavedListProps {
  readonly operations: readonly SavedOperation[]
  /** The current table: operations of other tables are opened there, and not run here. */
  readonly table: string
  /** Whether something is running; nothing else is run meanwhile. */
  readonly isRunning: boolean
  readonly onChoose: (saved: SavedOperation, run: boolean) => void
}

/** The saved operations: find, run, rename and remove them, and copy them elsewhere as a file. */
export function SavedList({ operations, table, isRunning, onChoose }: SavedListProps) {
  const [filter, setFilter] = useState('')
  const [renamed, setRenamed] = useState<SavedOperation>()
  const [removed, setRemoved] = useState<SavedOperation>()
  const shown = operations
    .filter((saved) => fits(saved, filter))
    .toSorted((one, other) => Number(other.table === table) - Number(one.table === table))
  const remove = (saved: SavedOperation) => {
    attempt(() => removeOperation(saved))
    setRemoved(saved)
  }
  return (
    <div class="history saved">
      <div class="history-bar">
        <input
          class="field grow"
          type="search"
          placeholder="Filter saved operations"
          aria-label="Filter saved operations"
          value={filter}
          onInput={({ currentTarget }) => setFilter(currentTarget.value)}
        />
        <button type="button" class="button quiet" onClick={chooseOperations}>
          Import…
        </button>
        <button
          type="button"
          class="button quiet"
          disabled={operations.length === 0}
          onClick={exportOperations}
        >
          Export
        </button>
      </div>
      <div role="status">
        {removed !== undefined && (
          <p class="notice removed">
            “{removed.name}” was removed.{' '}
            <button
              type="button"
              class="link"
              onClick={() => {
                attempt(() => saveOperation(removed))
                setRemoved(undefined)
              }}
            >
              Undo
            </button>
          </p>
        )}
      </div>
      {operations.length === 0 ? (
        <div class="empty">
          <p>
            “Save” above stores an operation under a name, in this browser. Export them to use them elsewhere.
          </p>
        </div>
      ) : (
        <VirtualList
          count={shown.length}
          rowPx={34}
          label="Saved operations"
          columns={4}
          row={(place) => {
            const saved = shown[place]
            return saved === undefined ? null : (
              <SavedRow
                saved={saved}
                isElsewhere={saved.table !== table}
                isRunning={isRunning}
                onChoose={onChoose}
                onRename={() => setRenamed(saved)}
                onRemove={() => remove(saved)}
              />
            )
          }}
        />
      )}
      {renamed !== undefined && (
        <SaveDialog
          title={`Rename “${renamed.name}”`}
          name={renamed.name}
          isTaken={(name) =>
            name !== renamed.name && findSaved(operations, { name, table: renamed.table }) !== undefined
          }
          onSave={(name) => renameOperation(renamed, name)}
          onClose={() => setRenamed(undefined)}
        />
      )}
    </div>
  )
}

interface SavedRowProps {
  readonly saved: SavedOperation
  readonly isElsewhere: boolean
  readonly isRunning: boolean
  readonly onChoose: SavedListProps['onChoose']
  readonly onRename: () => void
  readonly onRemove: () => void
}

function SavedRow({ saved, isElsewhere, isRunning, onChoose, onRename, onRemove }: SavedRowProps) {
  const { name } = saved
  return (
    <>
      <span role="gridcell" class="history-input">
        <button type="button" class="link" onClick={() => onChoose(saved, false)}>
          {name}
        </button>
      </span>
      <span role="gridcell">
        <b>{saved.operation}</b>
      </span>
      <span role="gridcell" class="history-input muted">
        {isElsewhere && `${saved.table} `}
        <span class="mono">{summaryOf(saved)}</span>
      </span>
      <span role="gridcell" class="saved-actions">
        <button
          type="button"
          class="button quiet"
          disabled={isRunning && !isElsewhere}
          aria-label={isElsewhere ? `Open ${name} in ${saved.table}` : `Run ${name}`}
          onClick={() => onChoose(saved, !isElsewhere)}
        >
          {isElsewhere ? 'Open there' : 'Run'}
        </button>
        <button type="button" class="button quiet" aria-label={`Rename ${name}`} onClick={onRename}>
          Rename
        </button>
        <button type="button" class="button quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </span>
    </>
  )
}

function fits(saved: SavedOperation, filter: string): boolean {
  const text = `${saved.name} ${saved.operation} ${saved.table} ${JSON.stringify(saved.input)}`.toLowerCase()
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function attempt(what: () => void): void {
  try {
    what()
  } catch (error) {
    toastFailure(error)
  }
}
