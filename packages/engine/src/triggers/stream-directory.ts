import { eventRecord, type WireStreamRecord } from './event-record.ts'
import type { ShardInfo, StreamDirectory, StreamSource } from './shard-source.ts'

/** What reading a stream needs. */
export interface StreamAccess {
  readonly tableName: string
  /** Runs an operation and returns its answer; rejects with an error whose `name` is its code. */
  readonly send: (operation: StreamOperation, input: object) => Promise<unknown>
  /** Calls `call` whenever a stream may have grown, until the returned function is called. */
  readonly listen: (streamArn: string, call: () => void) => () => void
}

/** The operations that a trigger needs. */
export type StreamOperation = 'DescribeTable' | 'DescribeStream' | 'GetShardIterator' | 'GetRecords'

interface WireShard {
  readonly ShardId: string
  readonly ParentShardId?: string
  readonly SequenceNumberRange?: { readonly EndingSequenceNumber?: string }
}

/** Creates a directory that finds and reads the streams of a table through the public operations. */
export function createStreamDirectory(access: StreamAccess): StreamDirectory {
  return {
    findStream: async () => {
      const answer = await describeTable(access)
      return answer?.Table?.StreamSpecification?.StreamEnabled ? answer.Table.LatestStreamArn : undefined
    },
    open: (streamArn) => createSource(access, streamArn),
  }
}

interface DescribedTable {
  readonly Table?: {
    readonly LatestStreamArn?: string
    readonly StreamSpecification?: { readonly StreamEnabled?: boolean }
  }
}

async function describeTable({ send, tableName }: StreamAccess): Promise<DescribedTable | undefined> {
  try {
    return (await send('DescribeTable', { TableName: tableName })) as DescribedTable
  } catch (error) {
    if ((error as { name?: unknown }).name === 'ResourceNotFoundException') return undefined
    throw error
  }
}

function createSource({ send, listen }: StreamAccess, streamArn: string): StreamSource {
  return {
    streamArn,
    shards: () => listShards(send, streamArn),
    iterator: async (shardId, { type, ...rest }) => {
      const SequenceNumber = 'sequenceNumber' in rest ? { SequenceNumber: rest.sequenceNumber } : {}
      const input = { StreamArn: streamArn, ShardId: shardId, ShardIteratorType: type, ...SequenceNumber }
      const answer = (await send('GetShardIterator', input)) as { readonly ShardIterator: string }
      return answer.ShardIterator
    },
    read: async (iterator, limit) => {
      const answer = (await send('GetRecords', { ShardIterator: iterator, Limit: limit })) as {
        readonly Records?: readonly WireStreamRecord[]
        readonly NextShardIterator?: string | null
      }
      const records = (answer.Records ?? []).map((record) => eventRecord(record, streamArn))
      const next = answer.NextShardIterator ?? undefined
      return { records, ...(next === undefined ? {} : { next }) }
    },
    listen: (call) => listen(streamArn, call),
  }
}

async function listShards(send: StreamAccess['send'], streamArn: string): Promise<readonly ShardInfo[]> {
  const shards: ShardInfo[] = []
  let start: string | undefined
  do {
    const input = {
      StreamArn: streamArn,
      ...(start === undefined ? {} : { ExclusiveStartShardId: start }),
    }
    const { StreamDescription } = (await send('DescribeStream', input)) as {
      readonly StreamDescription?: {
        readonly Shards?: readonly WireShard[]
        readonly LastEvaluatedShardId?: string
      }
    }
    for (const shard of StreamDescription?.Shards ?? []) shards.push(shardInfo(shard))
    start = StreamDescription?.LastEvaluatedShardId
  } while (start !== undefined)
  return shards
}

function shardInfo({ ShardId, ParentShardId, SequenceNumberRange }: WireShard): ShardInfo {
  return {
    shardId: ShardId,
    ...(ParentShardId === undefined ? {} : { parentShardId: ParentShardId }),
    isClosed: SequenceNumberRange?.EndingSequenceNumber !== undefined,
  }
}
