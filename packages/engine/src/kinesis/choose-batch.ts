import type { KinesisRecord } from '../util/kinesis-streams.ts'

/** A change that is waiting to be sent. */
export interface WaitingChange extends KinesisRecord {
  /** Its place in the log. */
  readonly sort: string
  readonly sizeBytes: number
}

/** The limits of a request to Kinesis. */
const maxRecords = 500
const maxBytes = 5 * 1024 * 1024
/** The maximum size of a record, unless a stream is configured for larger ones. */
export const RECORD_MAX_BYTES = 1024 * 1024

/**
 * Returns the next changes to send, in order, from those that are waiting. Kinesis may accept a record and refuse
 * the one before it, so a batch has only the first change of each item. A change too large for most streams goes
 * alone, or the others would fail with it.
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
