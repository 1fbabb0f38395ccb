import { countText } from '../count-text.ts'
import { toastOffer } from '../frame/toasts.tsx'
import { keyParam } from '../keys/key-param.ts'
import { discard, type Staged, stage, stagedOf } from './staged-edits.ts'

/** Unstages edits. A message offers to stage them again: one click may discard the work of an hour. */
export function discardEdits(connection: string, table: string, edits: readonly Staged[]): void {
  for (const { key } of edits) discard(connection, table, key)
  const restore = () => {
    for (const edit of edits) {
      // What was staged since is newer.
      if (!stagedOf(connection, table).has(keyParam(edit.key))) stage(connection, table, edit)
    }
  }
  toastOffer(
    `${countText(edits.length, 'change')} discarded.`,
    { label: 'Undo', run: restore },
    UNDO_SHOWN_MS,
  )
}

/** Long enough to notice what is gone, and to close a dialog that is above the message. */
const UNDO_SHOWN_MS = 30_000
