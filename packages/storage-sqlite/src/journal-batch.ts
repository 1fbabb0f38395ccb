import type { Buffer } from 'node:buffer'
import type { ChangeBatch } from './change-applier.ts'
import type { FramedChange, readFrameChanges } from './frame-changes.ts'

/**
 * What the frames of a journal come to: of each place the last change, in the order in which the data file has them, so
 * that neighbours are changed together. It refers to nothing outside itself, since a worker is given its text; where each
 * part of a frame lies is said in journal-frame.ts.
 */
export function readJournalBatch(bytes: Buffer, readChanges: typeof readFrameChanges): ChangeBatch {
  const latest = new Map<string, FramedChange>()
  let applied = 0
  let nextPosition = 1
  for (let at = 0; at < bytes.length; ) {
    applied = bytes.readDoubleLE(at + 24)
    nextPosition = bytes.readDoubleLE(at + 32)
    for (const change of readChanges(bytes, at + 44, bytes.readUInt32LE(at + 12))) {
      const { space, partition, sort } = change
      // The length says where the partition ends.
      latest.set(`${space} ${partition.length} ${partition}${sort}`, change)
    }
    at += 44 + bytes.readUInt32LE(at + 8)
  }
  const keys = [...latest.keys()].sort((a, b) => (a < b ? -1 : 1))
  const changes = keys.map((key) => {
    const { space, partition, sort, sizeBytes, docStart, docEnd } = latest.get(key) as FramedChange
    const value = docEnd < 0 ? undefined : { doc: bytes.toString('utf8', docStart, docEnd), sizeBytes }
    return { space, partition, sort, value }
  })
  return { changes, applied, nextPosition }
}
