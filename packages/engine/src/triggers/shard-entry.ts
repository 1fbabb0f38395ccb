import { itemLane } from './item-lane.ts'
import type { ProgressEntry } from './shard-progress.ts'
import type { ReadRecord } from './shard-source.ts'
import type { DynamoDBRecord } from './stream-event.ts'

/** A record on its way from its shard through the handler. */
export interface ShardEntry extends ProgressEntry {
  /** Returns the record for a receiver that may change it: a different object each time. */
  readonly take: ReadRecord
  readonly lane: number
  readonly sizeBytes: number
}

/** Wraps a record that was read; `first` is what `read` has already returned, to be used before calling it again. */
export function createShardEntry(first: DynamoDBRecord, read: ReadRecord, lanes: number): ShardEntry {
  let unused: DynamoDBRecord | undefined = first
  const { SequenceNumber = '', ApproximateCreationDateTime = 0, SizeBytes = 0, Keys } = first.dynamodb ?? {}
  return {
    take: () => {
      const record = unused ?? read()
      unused = undefined
      return record
    },
    sequenceNumber: SequenceNumber,
    createdMs: ApproximateCreationDateTime * 1_000,
    sizeBytes: SizeBytes,
    lane: itemLane(Keys, lanes),
    isDone: false,
  }
}
