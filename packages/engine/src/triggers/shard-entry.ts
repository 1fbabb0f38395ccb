import { itemLane } from './item-lane.ts'
import type { ProgressEntry } from './shard-progress.ts'
import type { ReadRecord } from './shard-source.ts'
import type { DynamoDBRecord } from './stream-event.ts'

/** A record on its way from its shard through the handler. */
export interface ShardEntry extends ProgressEntry {
  /** The record, for one who may change it: another each time. */
  readonly take: ReadRecord
  readonly lane: number
  readonly sizeBytes: number
}

/** Takes up a record that was read; `first` is what `read` gave already, to be used before it is called again. */
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
