import type { KinesisRecord } from '../util/kinesis-streams.ts'

/** A change that waits to be sent. */
export interface WaitingChange extends KinesisRecord {
  /** Its place in the log. */
  readonly sort: string
  readonly sizeBytes: number
}

/** What a request to Kinesis may hold. */
const maxRecords = 500
const maxBytes = 5 * 1024 * 1024
/** What a record may have, unless a stream was told to take larger ones. */
export const RECORD_MAX_BYTES = 1024 * 1024

/**
 * The changes to send next, of some that wait, in order. Kinesis may take a record and refuse the one before it, so that there is
 * only the first change of each item among them. One that is too large for most streams goes alone: it would be the end
 * of the others.
 */
export function chooseBatch(waiting: readonly WaitingChange[]): WaitingChange[] {
  const batch: WaitingChange[] = []
  const seen = new Set<string>()
  let bytes = 0
  for (const change of waiting) {
    const isFirst = !seen.has(change.partitionKey)
    seen.add(change.partitionKey)
    if (!isFirst) continue
    if (change.sizeBytes > RECORD_MAX_BYTES) {
      if (batch.length === 0) return [change]
      continue
    }
    bytes += change.sizeBytes
    if (batch.length === maxRecords || bytes > maxBytes) break
    batch.push(change)
  }
  return batch
}
