import { type DescribeStreamInput, type ShardDescription, validationError } from '@monotable/protocol'
import { decodeLogPosition } from '../../storage/log-position.ts'
import type { Storage } from '../../storage/storage.ts'
import { isShardGone, type Shard, shardPartition } from '../../streams/shard.ts'
import { headKey, readHead } from '../../streams/stream-log.ts'
import { sequenceNumber } from '../../streams/stream-record.ts'
import { describeKey } from '../../tables/describe-table.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { requireStream } from './require-stream.ts'

const maxShards = 100

/** Describes a stream and its shards, one page at a time. */
export async function describeStream(
  context: OperationContext,
  input: DescribeStreamInput,
): Promise<WireAnswer> {
  const { StreamArn, Limit: limit = maxShards, ExclusiveStartShardId: start, ShardFilter: filter } = input
  if (limit > maxShards) throw invalidParameters(`Limit cannot be greater than the maximum: ${maxShards}`)
  if (filter !== undefined && start !== undefined)
    throw validationError(
      'ShardFilter and ExclusiveStartShardId both should not be specified in the request.',
    )
  const stream = await requireStream(context, StreamArn)
  const all = await readShards(context, stream.space)
  const wanted =
    filter?.ShardId === undefined ? all : all.filter(({ parentId }) => parentId === filter.ShardId)
  const rest = start === undefined ? wanted : shardsAfter(wanted, start)
  const page = rest.slice(0, limit)
  const shards = await Promise.all(page.map((shard) => describeShard(context.storage, stream.space, shard)))
  return {
    StreamDescription: {
      StreamArn: stream.arn,
      StreamLabel: stream.label,
      StreamStatus: stream.disabledMs === undefined ? 'ENABLED' : 'DISABLED',
      StreamViewType: stream.viewType,
      CreationRequestDateTime: stream.createdMs / 1000,
      TableName: stream.tableName,
      KeySchema: describeKey(stream.key),
      Shards: shards,
      ...(page.length < rest.length && { LastEvaluatedShardId: page.at(-1)?.id }),
    },
  }
}

/**
 * Returns the shards after a given id; the id of a shard that is gone or never existed still has a place in the
 * order.
 */
function shardsAfter(shards: readonly Shard[], start: string): readonly Shard[] {
  const at = shards.findIndex(({ id }) => id === start)
  return at < 0 ? shards.filter(({ id }) => id > start) : shards.slice(at + 1)
}

/** Returns the shards of a stream that can still be read. */
export async function readShards(
  { storage, clock }: Pick<OperationContext, 'storage' | 'clock'>,
  space: string,
): Promise<readonly Shard[]> {
  const [record] = await storage.read([headKey(space)])
  const nowMs = clock.now()
  return readHead(record)?.shards.filter((shard) => !isShardGone(shard, nowMs)) ?? []
}

/** Describes a shard. It starts with a marker in its log, whose number no record has. */
async function describeShard(storage: Storage, space: string, shard: Shard): Promise<ShardDescription> {
  const ending = shard.closedMs === undefined ? undefined : await endOf(storage, space, shard)
  return {
    ShardId: shard.id,
    SequenceNumberRange: {
      StartingSequenceNumber: sequenceNumber(await positionAt(storage, space, shard, false)),
      ...(ending !== undefined && { EndingSequenceNumber: sequenceNumber(ending) }),
    },
    ...(shard.parentId !== undefined && { ParentShardId: shard.parentId }),
  }
}

/**
 * Returns where a closed shard ends. As seen on AWS, it ends with its last record, or where it starts if it has
 * none.
 */
async function endOf(storage: Storage, space: string, shard: Shard): Promise<number> {
  const within = { partition: shardPartition(shard.number) }
  const { records } = await storage.range({ space, within, reverse: true, maxRecords: 2 })
  // The very last one is the marker of its end.
  const last = records[1] ?? records[0]
  return last === undefined ? 0 : decodeLogPosition(last.sort)
}

/** Returns the position of the first or the last record of a shard. */
export async function positionAt(
  storage: Pick<Storage, 'range'>,
  space: string,
  shard: Shard,
  last: boolean,
): Promise<number> {
  const within = { partition: shardPartition(shard.number) }
  const { records } = await storage.range({ space, within, reverse: last, maxRecords: 1 })
  return records[0] === undefined ? 0 : decodeLogPosition(records[0].sort)
}
