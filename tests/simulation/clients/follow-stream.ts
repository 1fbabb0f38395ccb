import type { Database } from '@monotable/engine'
import type { Json } from '../wire-call.ts'
import { persist } from './client-pool.ts'

/** The parts of a stream record that a follower needs. */
export interface FollowedRecord {
  readonly eventName: string
  readonly eventID: string
  readonly dynamodb: { readonly Keys: Json; readonly NewImage?: Json; readonly SequenceNumber: string }
}

/** A shard of a stream. */
export interface FollowedShard {
  readonly ShardId: string
  readonly ParentShardId?: string
}

/** Returns the shards that a stream has now. */
export async function describeShards(db: Database, arn: string): Promise<readonly FollowedShard[]> {
  const shards: FollowedShard[] = []
  let start: string | undefined
  do {
    const page = start === undefined ? {} : { ExclusiveStartShardId: start }
    const { answer } = await persist(db, 'DescribeStream', { StreamArn: arn, ...page })
    const stream = answer?.['StreamDescription'] as DescribedStream | undefined
    shards.push(...(stream?.Shards ?? []))
    start = stream?.LastEvaluatedShardId
  } while (start !== undefined)
  return shards
}

interface DescribedStream {
  readonly Shards: readonly FollowedShard[]
  readonly LastEvaluatedShardId?: string
}

/** Reads a whole stream as it is now: every shard from its beginning, parents before their children. */
export async function followStream(db: Database, arn: string): Promise<FollowedRecord[]> {
  const shards = await describeShards(db, arn)
  const records: FollowedRecord[] = []
  const read = new Set<string>()
  for (let left = shards; left.length > 0; ) {
    const ready = left.filter(
      ({ ParentShardId: parent }) =>
        parent === undefined || read.has(parent) || !shards.some((s) => s.ShardId === parent),
    )
    if (ready.length === 0) throw new Error('shards that are their own ancestors')
    for (const { ShardId } of ready) {
      records.push(...(await readShard(db, arn, ShardId)))
      read.add(ShardId)
    }
    left = left.filter(({ ShardId }) => !read.has(ShardId))
  }
  return records
}

async function readShard(db: Database, StreamArn: string, ShardId: string): Promise<FollowedRecord[]> {
  const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' }
  const { answer: begun } = await persist(db, 'GetShardIterator', start)
  const records: FollowedRecord[] = []
  let iterator = begun?.['ShardIterator'] as string | undefined
  while (iterator !== undefined) {
    const { answer } = await persist(db, 'GetRecords', { ShardIterator: iterator, Limit: 97 })
    const page = answer?.['Records'] as FollowedRecord[]
    records.push(...page)
    iterator = page.length === 0 ? undefined : (answer?.['NextShardIterator'] as string | undefined)
  }
  return records
}

/** Returns the items that a table must hold after all these changes, by key. */
export function replay(records: readonly FollowedRecord[]): Map<string, Json> {
  const items = new Map<string, Json>()
  for (const { eventName, dynamodb } of records) {
    const key = JSON.stringify(dynamodb.Keys)
    const isThere = items.has(key)
    if (eventName === 'INSERT' ? isThere : !isThere) throw new Error(`${eventName} of ${key} out of order`)
    if (eventName === 'REMOVE') items.delete(key)
    else items.set(key, dynamodb.NewImage ?? {})
  }
  return items
}
