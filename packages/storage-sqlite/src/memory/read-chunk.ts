import {
  type ByteString,
  comparePositions,
  type Position,
  type RangePage,
  type RangeRequest,
  type StoredRecord,
} from '@monotable/engine'

/** How much of an interval to read, and from which end. */
export interface ReadBounds {
  /** The partition, if the read is limited to a single one. */
  readonly partition?: ByteString | undefined
  readonly reverse: boolean
  readonly limit: number
}

/** The beginning of an interval: everything up to `end`, or everything there is if there is no `end`. */
export interface ReadChunk {
  readonly records: readonly StoredRecord[]
  readonly end: Position | undefined
}

/** Makes a chunk of the records found by a read of at most `limit` records. */
export function createChunk(records: readonly StoredRecord[], limit: number): ReadChunk {
  return { records, end: records.length < limit ? undefined : records.at(-1) }
}

/** Joins two chunks as far as both go; where both have a place, `newer` wins. */
export function joinChunks(newer: ReadChunk, older: ReadChunk, reverse: boolean): ReadChunk {
  if (newer.records.length === 0 && !newer.end) return older
  const isNewerShorter = newer.end && (!older.end || comparePlaces(newer.end, older.end, reverse) < 0)
  const end = isNewerShorter ? newer.end : older.end
  const records = mergeRecords(newer.records, older.records, reverse)
  if (end === undefined) return { records, end }
  return { records: records.filter((record) => comparePlaces(record, end, reverse) <= 0), end }
}

/** Makes the page that a request returns, given all records of its interval. */
export function createPage(records: readonly StoredRecord[], request: RangeRequest): RangePage {
  const { maxRecords = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = request
  let totalBytes = 0
  let end = 0
  while (end < records.length && end < maxRecords && (end === 0 || totalBytes < maxBytes)) {
    totalBytes += (records[end] as StoredRecord).sizeBytes
    end += 1
  }
  return { records: records.slice(0, end), more: end < records.length }
}

function mergeRecords(
  newer: readonly StoredRecord[],
  older: readonly StoredRecord[],
  reverse: boolean,
): readonly StoredRecord[] {
  const merged: StoredRecord[] = []
  let next = 0
  for (const record of older) {
    let order = -1
    while (next < newer.length && order < 0) {
      order = comparePlaces(newer[next] as StoredRecord, record, reverse)
      if (order <= 0) merged.push(newer[next++] as StoredRecord)
    }
    if (order !== 0) merged.push(record)
  }
  return [...merged, ...newer.slice(next)]
}

/** Compares two places in the direction of a read. */
function comparePlaces(a: Position, b: Position, reverse: boolean): number {
  const order = comparePositions(a, b)
  return reverse ? -order : order
}
