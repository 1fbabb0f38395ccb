import { type Change, type SpaceId, StorageError } from '@monotable/engine'
import type { FileTransaction } from './file-transaction.ts'
import type { JournalChange, JournalFrame } from './journal-frame.ts'
import type { LogPositions } from './log-positions.ts'
import type { SpaceDirectory } from './space-directory.ts'
import type { JournalMark } from './store-format.ts'

/** The data file is handed so many characters at once, or a few more. */
const maxOpenLength = 8 * 2 ** 20

/** What a journal is replayed into. */
export interface ReplayParts {
  readonly frames: Iterable<JournalFrame>
  readonly mark: JournalMark
  readonly spaces: SpaceDirectory
  readonly positions: LogPositions
  readonly transaction: FileTransaction
}

/** Gives the data file what a crash has left to the journal alone; gives the number of the last frame. */
export function replayJournal({ frames, mark, spaces, positions, transaction }: ReplayParts): number {
  const names = spaces.namesById()
  let last = mark.applied
  for (const frame of frames) {
    if (frame.number <= last) continue
    for (const change of frame.changes) transaction.apply(toChange(change, names))
    positions.raise(frame.nextPosition)
    last = frame.number
    if (transaction.length >= maxOpenLength) transaction.commit(last)
  }
  transaction.commit(last)
  return last
}

function toChange(
  { space, partition, sort, value }: JournalChange,
  names: ReadonlyMap<number, SpaceId>,
): Change {
  const name = names.get(space)
  if (name !== undefined) return { space: name, partition, sort, value }
  throw new StorageError(
    'CORRUPT',
    `The file "journal" names a space ${space} that "data.sqlite" does not have.`,
  )
}
