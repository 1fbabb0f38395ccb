import { StorageError } from '@monotable/engine'
import { isFull, type JournalChange, type JournalFrame, storageFailure } from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'
import { type ChangeApplier, createBatch } from './change-applier.ts'
import { latestChanges } from './journal-batch.ts'

export interface ReplayParts {
  readonly frames: Iterable<JournalFrame>
  readonly mark: JournalMark
  /** Whether a space ever had this number. Changes to a space that is gone are left out. */
  wasMade(id: number): boolean
}

/** What only the journal holds after a crash: the last change of each place, and where the journal ended. */
export interface Replay {
  readonly changes: readonly JournalChange[]
  readonly number: number
  readonly nextPosition: number
}

export function replayJournal({ frames, mark, wasMade }: ReplayParts): Replay {
  let end = { number: mark.applied, nextPosition: 1 }
  const changes: JournalChange[] = []
  for (const frame of frames) {
    if (frame.number <= end.number) continue
    for (const change of frame.changes) {
      if (!wasMade(change.space)) throw unknownSpace(change.space)
      changes.push(change)
    }
    end = frame
  }
  return { changes: latestChanges(changes), number: end.number, nextPosition: end.nextPosition }
}

/**
 * Writes a replay to the data file; returns the failure if there is no room for it even after its removals were
 * applied.
 */
export function applyReplay(replay: Replay, applier: ChangeApplier): unknown {
  const { changes, number: applied, nextPosition } = replay
  if (changes.length === 0) return undefined
  const batch = createBatch(changes, { applied, nextPosition })
  let roomFailure: unknown
  for (const isDiskFull of [false, true]) {
    try {
      applier.apply(batch, isDiskFull)
      return undefined
    } catch (error) {
      roomFailure = storageFailure(error)
      if (!isFull(roomFailure)) throw roomFailure
    }
  }
  return roomFailure
}

function unknownSpace(space: number): StorageError {
  return new StorageError('CORRUPT', `The journal names a space ${space} that "data.sqlite" never had.`)
}
