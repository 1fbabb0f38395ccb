import { StorageError } from '@monotable/engine'
import type { JournalChange, JournalFrame } from '@monotable/storage-files'
import type { JournalMark } from '../file/store-format.ts'
import { type ChangeApplier, createBatch } from './change-applier.ts'
import { latestChanges } from './journal-batch.ts'

/** What a journal is replayed into. */
export interface ReplayParts {
  readonly frames: Iterable<JournalFrame>
  readonly mark: JournalMark
  readonly applier: ChangeApplier
  /** Whether there was ever a space of this number. What was written to one that is gone is left out. */
  wasMade(id: number): boolean
}

/** Where a journal has ended. */
export interface ReplayEnd {
  readonly number: number
  readonly nextPosition: number
}

/** Gives the data file what a crash has left to the journal alone. */
export function replayJournal({ frames, mark, applier, wasMade }: ReplayParts): ReplayEnd {
  let end: ReplayEnd = { number: mark.applied, nextPosition: 1 }
  const changes: JournalChange[] = []
  for (const frame of frames) {
    if (frame.number <= end.number) continue
    for (const change of frame.changes) {
      if (!wasMade(change.space)) throw unknownSpace(change.space)
      changes.push(change)
    }
    end = frame
  }
  const { number: applied, nextPosition } = end
  if (changes.length > 0) applier.apply(createBatch(latestChanges(changes), { applied, nextPosition }))
  return end
}

function unknownSpace(space: number): StorageError {
  return new StorageError('CORRUPT', `The journal names a space ${space} that "data.sqlite" never had.`)
}
