import type { ByteString, RecordValue } from '../storage/storage.ts'

/*
 * A table's history is a log of its writes, as JSON:
 *
 *     {"h":[timeMs,"partition","sort",sizeBytes],"b":item before}    a write; `null` when there was no item
 *     {"m":"name"}                                                   a mark: the moment at which a copy is taken
 *
 * Undoing the log from its end back to a moment gives the table of that moment.
 */

/** A write: the previous contents of a place. */
export interface HistoryRecord {
  readonly timeMs: number
  readonly partition: ByteString
  readonly sort: ByteString
  readonly before: RecordValue | undefined
}

/** All records of a history are in one partition, so that they have a single order. */
export const HISTORY_PARTITION: ByteString = '\0'.repeat(16)

/**
 * A later write in a history may carry a time that is earlier by this much: the clocks of servers that share a
 * store differ, and writes may end in another order than they began.
 */
export const HISTORY_DISORDER_MS = 5_000

// Inside a text a quote follows a backslash, so this can only be between the two members.
const beforeMember = '],"b":'

/** Encodes the record of a write. */
export function encodeHistory({ timeMs, partition, sort, before }: HistoryRecord): RecordValue {
  const place = `${JSON.stringify(partition)},${JSON.stringify(sort)}`
  const head = `{"h":[${timeMs},${place},${before?.sizeBytes ?? 0}`
  const doc = `${head}${beforeMember}${before?.doc ?? 'null'}}`
  return { doc, sizeBytes: doc.length }
}

/** Decodes the write in a record; undefined for a mark. */
export function decodeHistory(doc: string): HistoryRecord | undefined {
  if (!doc.startsWith('{"h":[')) return undefined
  const end = doc.indexOf(beforeMember)
  const head = JSON.parse(doc.slice('{"h":'.length, end + 1)) as [number, string, string, number]
  const [timeMs, partition, sort, sizeBytes] = head
  const text = doc.slice(end + beforeMember.length, -1)
  const before = text === 'null' ? undefined : { doc: text, sizeBytes }
  return { timeMs, partition, sort, before }
}

/** Returns the time of a record without parsing the rest; undefined for a mark. */
export function historyTimeMs(doc: string): number | undefined {
  if (!doc.startsWith('{"h":[')) return undefined
  return Number(doc.slice('{"h":['.length, doc.indexOf(',')))
}

/** Encodes the record of a mark. */
export function encodeMark(name: string): RecordValue {
  const doc = JSON.stringify({ m: name })
  return { doc, sizeBytes: doc.length }
}

/** Returns whether a record is the mark of that name. */
export function isMarkOf(doc: string, name: string): boolean {
  return doc.startsWith('{"m":') && doc === encodeMark(name).doc
}
