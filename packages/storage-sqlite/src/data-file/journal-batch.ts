import type { Buffer } from 'node:buffer'
import type { FramedChange, JournalChange, readFrameChanges } from '@monotable/storage-files'
import type { ChangeBatch } from './change-applier.ts'

/** What is needed to read the frames of a journal. */
export interface FrameReading {
  readonly readChanges: typeof readFrameChanges
  readonly latestChanges: typeof latestChanges
  /** The store that all frames must belong to. */
  readonly store: number
  /**
   * The number of the last frame that the data file has: it may already hold newer values than the frames up to this
   * one.
   */
  readonly has: number
}

/**
 * Returns the last change of each place, in the data file's order so that neighbours are changed together. Sorts its
 * argument. Refers to nothing outside itself because its source text is passed to a worker.
 */
export function latestChanges<Change extends Omit<JournalChange, 'value'>>(changes: Change[]): Change[] {
  function comparePlaces(a: Change, b: Change): number {
    if (a.space !== b.space) return a.space - b.space
    if (a.partition !== b.partition) return a.partition < b.partition ? -1 : 1
    if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
    return 0
  }

  // The sort is stable: changes of one place stay in the order in which they were written.
  changes.sort(comparePlaces)
  return changes.filter((change, i) => {
    const next = changes[i + 1]
    return !next || comparePlaces(change, next) !== 0
  })
}

/**
 * Reads the frames of a journal into a batch. Refers to nothing outside itself because its source text is passed to a
 * worker; journal-frame.ts describes where each part of a frame is.
 */
export function readJournalBatch(
  bytes: Buffer,
  { readChanges, latestChanges, store, has }: FrameReading,
): ChangeBatch {
  const all: FramedChange[] = []
  let applied = 0
  let nextPosition = 1
  for (let at = 0; at < bytes.length; ) {
    if (bytes.readDoubleLE(at + 16) !== store) throw new Error('This is the journal of another store.')
    applied = bytes.readDoubleLE(at + 24)
    nextPosition = bytes.readDoubleLE(at + 32)
    if (applied > has)
      for (const change of readChanges(bytes, at + 44, bytes.readUInt32LE(at + 12))) all.push(change)
    at += 44 + bytes.readUInt32LE(at + 8)
  }
  const latest = latestChanges(all)
  return {
    count: latest.length,
    // A document is decoded only now: every garbage collection would have to move thousands of them that wait for their
    // turn.
    changeAt(index) {
      const { space, partition, sort, sizeBytes, docStart, docEnd } = latest[index] as FramedChange
      const value = docEnd < 0 ? undefined : { doc: bytes.toString('utf8', docStart, docEnd), sizeBytes }
      return { space, partition, sort, value }
    },
    applied,
    nextPosition,
  }
}
