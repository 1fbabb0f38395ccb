import type { Buffer } from 'node:buffer'
import type { FramedChange, JournalChange, readFrameChanges } from '@monotable/storage-files'
import type { ChangeBatch } from './change-applier.ts'

/** What is known of the frames of a journal. */
export interface FrameReading {
  readonly readChanges: typeof readFrameChanges
  readonly latestChanges: typeof latestChanges
  /** The store that all of them are of. */
  readonly store: number
  /** The last frame that the data file has: it may have newer ones of a place than those before it. */
  readonly has: number
}

/**
 * Of each place the last change, in the order in which the data file has them, so that neighbours are changed together.
 * What is given is sorted. It refers to nothing outside itself, since a worker is given its text.
 */
export function latestChanges<Change extends Omit<JournalChange, 'value'>>(changes: Change[]): Change[] {
  function comparePlaces(a: Change, b: Change): number {
    if (a.space !== b.space) return a.space - b.space
    if (a.partition !== b.partition) return a.partition < b.partition ? -1 : 1
    if (a.sort !== b.sort) return a.sort < b.sort ? -1 : 1
    return 0
  }

  // What is at the same place stays in the order in which it was written.
  changes.sort(comparePlaces)
  return changes.filter((change, i) => {
    const next = changes[i + 1]
    return !next || comparePlaces(change, next) !== 0
  })
}

/**
 * What the frames of a journal come to. It refers to nothing outside itself, since a worker is given its text; where each
 * part of a frame lies is said in journal-frame.ts.
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
    // A document is made only now: thousands that wait for their turn would be moved by every garbage collection.
    changeAt(index) {
      const { space, partition, sort, sizeBytes, docStart, docEnd } = latest[index] as FramedChange
      const value = docEnd < 0 ? undefined : { doc: bytes.toString('utf8', docStart, docEnd), sizeBytes }
      return { space, partition, sort, value }
    },
    applied,
    nextPosition,
  }
}
