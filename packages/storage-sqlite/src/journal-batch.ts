import type { Buffer } from 'node:buffer'
import type { ChangeBatch } from './change-applier.ts'

/**
 * What the frames of a journal come to: of each place the last change, in the order in which the data file has them, so
 * that neighbours are changed together. Nothing is made of a change but the number of its first byte until it is asked
 * for: thousands of keys and documents that wait for their turn would be moved by every garbage collection. It refers to
 * nothing outside itself, since a worker is given its text; where each part of a frame lies is said in journal-frame.ts.
 */
export function readJournalBatch(bytes: Buffer): ChangeBatch {
  const headBytes = 16
  const prefixBytes = 3
  /** More than there are changes. With a prefix above it, a number is still exact. */
  const prefixUnit = 2 ** 29
  const bySpace = new Map<number, number[]>()
  let applied = 0
  let nextPosition = 1
  for (let at = 0; at < bytes.length; ) {
    applied = bytes.readDoubleLE(at + 24)
    nextPosition = bytes.readDoubleLE(at + 32)
    const end = at + 44 + bytes.readUInt32LE(at + 8)
    for (at += 44; at < end; at = endOf(at)) addTo(bytes.readUInt32LE(at), at)
  }
  const spaces = [...bySpace].sort(([a], [b]) => a - b)
  const latest = spaces.flatMap(([, changes]) => latestInOrder(changes))

  function addTo(space: number, change: number): void {
    const changes = bySpace.get(space)
    if (changes) changes.push(change)
    else bySpace.set(space, [change])
  }

  function sortStart(change: number): number {
    return change + headBytes + bytes.readUInt16LE(change + 8)
  }

  function docStart(change: number): number {
    return sortStart(change) + bytes.readUInt16LE(change + 10)
  }

  function endOf(change: number): number {
    return docStart(change) + Math.max(bytes.readInt32LE(change + 12), 0)
  }

  /** Most places are told apart by how their partitions begin, which are digests; numbers are sorted much faster. */
  function latestInOrder(changes: readonly number[]): number[] {
    const keys = new Float64Array(changes.length)
    for (let i = 0; i < changes.length; i++) keys[i] = prefixOf(changes[i] as number) * prefixUnit + i
    keys.sort()
    const found: number[] = []
    for (let start = 0; start < keys.length; ) {
      const prefix = Math.floor((keys[start] as number) / prefixUnit)
      const alike: number[] = []
      for (; start < keys.length && Math.floor((keys[start] as number) / prefixUnit) === prefix; start++) {
        alike.push(changes[(keys[start] as number) - prefix * prefixUnit] as number)
      }
      // What is at the same place stays in the order in which it was written.
      if (alike.length > 1) alike.sort(comparePlaces)
      for (let i = 0; i < alike.length; i++) {
        const change = alike[i] as number
        const next = alike[i + 1]
        if (next === undefined || comparePlaces(change, next) !== 0) found.push(change)
      }
    }
    return found
  }

  function prefixOf(change: number): number {
    const partition = change + headBytes
    const length = Math.min(bytes.readUInt16LE(change + 8), prefixBytes)
    return length === 0 ? 0 : bytes.readUIntBE(partition, length) << (8 * (prefixBytes - length))
  }

  function comparePlaces(a: number, b: number): number {
    return (
      compareBytes(a + headBytes, sortStart(a), b + headBytes, sortStart(b)) ||
      compareBytes(sortStart(a), docStart(a), sortStart(b), docStart(b))
    )
  }

  function compareBytes(a: number, aEnd: number, b: number, bEnd: number): number {
    const length = Math.min(aEnd - a, bEnd - b)
    for (let i = 0; i < length; i++) {
      const difference = (bytes[a + i] as number) - (bytes[b + i] as number)
      if (difference !== 0) return difference
    }
    return aEnd - a - (bEnd - b)
  }

  return {
    count: latest.length,
    changeAt(index) {
      const at = latest[index] as number
      const sortAt = sortStart(at)
      const docAt = docStart(at)
      const docBytes = bytes.readInt32LE(at + 12)
      const sizeBytes = bytes.readUInt32LE(at + 4)
      return {
        space: bytes.readUInt32LE(at),
        partition: bytes.toString('latin1', at + headBytes, sortAt),
        sort: bytes.toString('latin1', sortAt, docAt),
        value: docBytes < 0 ? undefined : { doc: bytes.toString('utf8', docAt, docAt + docBytes), sizeBytes },
      }
    },
    applied,
    nextPosition,
  }
}
