import type { ConnectionInfo } from '../../shared/api.ts'
import { openDialog } from '../frame/open-dialog.ts'
import { useStore } from '../store.ts'
import { stagedEdits, stagedOf } from './staged-edits.ts'
import './staging.css'

/** Shown at the bottom of the page while edits are staged: how many, and what to do with them. */
export function StagedBar({
  connection,
  table,
}: {
  readonly connection: ConnectionInfo
  readonly table: string
}) {
  useStore(stagedEdits)
  const edits = [...stagedOf(connection.id, table).values()]
  if (edits.length === 0) return null
  const added = edits.filter(({ base }) => base === undefined).length
  const deleted = edits.filter(({ mine }) => mine === undefined).length
  const conflicts = edits.filter(({ conflict }) => conflict !== undefined).length
  const counts = [
    [edits.length - added - deleted, 'changed'],
    [added, 'new'],
    [deleted, 'deleted'],
  ] as const
  return (
    <section class="staged-bar" aria-label="Staged changes">
      <strong class="num">{edits.length} staged</strong>
      {counts.map(([count, what]) =>
        count === 0 ? null : (
          <span key={what} class="num">
            {count} {what}
          </span>
        ),
      )}
      {conflicts === 0 ? null : (
        <span class="badge bad">
          {conflicts} {conflicts === 1 ? 'conflict' : 'conflicts'}
        </span>
      )}
      <span class="grow" />
      <button type="button" class="button primary" onClick={() => openDialog.set({ kind: 'staged' })}>
        Review and commit
      </button>
    </section>
  )
}
