import { itemLane } from './item-lane.ts'
import type { ProgressEntry } from './shard-progress.ts'
import type { DynamoDBRecord } from './stream-event.ts'

/** A record on its way from its shard through the handler. */
export interface ShardEntry extends ProgressEntry {
  readonly record: DynamoDBRecord
  readonly lane: number
  readonly sizeBytes: number
}

/** Takes up a record that was read. */
export function createShardEntry(record: DynamoDBRecord, lanes: number): ShardEntry {
  const { SequenceNumber = '', ApproximateCreationDateTime = 0, SizeBytes = 0, Keys } = record.dynamodb ?? {}
  return {
    record,
    sequenceNumber: SequenceNumber,
    createdMs: ApproximateCreationDateTime * 1_000,
    sizeBytes: SizeBytes,
    lane: itemLane(Keys, lanes),
    isDone: false,
  }
}
