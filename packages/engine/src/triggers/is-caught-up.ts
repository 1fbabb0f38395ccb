import type { ReadRecord, ShardInfo, ShardPage, StreamDirectory, StreamSource } from './shard-source.ts'
import type { Checkpoint, TriggerStore } from './trigger-store.ts'

/** Returns whether a trigger, wherever it runs, has recorded that it has handled everything currently in a stream. */
export async function isCaughtUp(directory: StreamDirectory, store: TriggerStore): Promise<boolean> {
  const streamArn = await directory.findStream()
  const checkpoint = await store.load()
  if (checkpoint === undefined) return false
  if (streamArn !== undefined && streamArn !== checkpoint.streamArn) return false
  const source = directory.open(checkpoint.streamArn)
  for (const shard of await source.shards()) {
    if (await hasMore(source, shard, checkpoint)) return false
  }
  return true
}

async function hasMore(
  source: StreamSource,
  { shardId, isClosed }: ShardInfo,
  checkpoint: Checkpoint,
): Promise<boolean> {
  const known = checkpoint.shards.find((shard) => shard.shardId === shardId)
  if (known?.isFinished) return false
  const sequenceNumber = known?.sequenceNumber
  let iterator: string | undefined = await source.iterator(
    shardId,
    sequenceNumber === undefined
      ? { type: 'TRIM_HORIZON' }
      : { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber },
  )
  // Before its first record, a shard that already existed is read from the time at which the trigger started.
  const startMs = known === undefined || sequenceNumber !== undefined ? 0 : checkpoint.startMs
  const isWanted: (read: ReadRecord) => boolean = (read) => {
    const createdMs = (read().dynamodb?.ApproximateCreationDateTime ?? 0) * 1_000
    return createdMs + 1_000 > startMs
  }
  while (iterator !== undefined) {
    const { records, next }: ShardPage = await source.read(iterator, 1_000)
    if (records.some(isWanted)) return true
    // After an empty page of a closed shard there may be more.
    if (records.length === 0 && !isClosed) return false
    iterator = next
  }
  return false
}
