import type { GetShardIteratorInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { Shard } from '../streams/shard.ts'
import { encodeShardIterator } from '../streams/shard-iterator.ts'
import { positionOf } from '../streams/stream-record.ts'
import { invalidParameters } from '../tables/read-key-schema.ts'
import { positionAt, readShards } from './describe-stream.ts'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { requireStream } from './require-stream.ts'

/** Gives a place in a shard from which to read. */
export async function getShardIterator(
  context: OperationContext,
  input: GetShardIteratorInput,
): Promise<WireAnswer> {
  const { StreamArn: streamArn, ShardId: shardId } = input
  const needed = requiredPosition(input)
  const stream = await requireStream(context, streamArn)
  const shard = (await readShards(context, stream.space)).find(({ id }) => id === shardId)
  if (shard === undefined) {
    throw new ServiceError('ResourceNotFoundException', 'Shard does not exist')
  }
  const after = needed ?? (await endOf(context, stream.space, shard, input.ShardIteratorType))
  const iterator = encodeShardIterator({ streamArn, shardId, after, issuedMs: context.clock.now() })
  return { ShardIterator: iterator }
}

/** Where the types that name a record begin. */
function requiredPosition(input: GetShardIteratorInput): number | undefined {
  const { ShardIteratorType: type, SequenceNumber: sequence } = input
  if (type === 'TRIM_HORIZON' || type === 'LATEST') {
    if (sequence === undefined) return undefined
    throw invalidParameters('SequenceNumber should not be passed for this iterator type')
  }
  const position = sequence === undefined ? undefined : positionOf(sequence)
  if (position === undefined) throw invalidParameters('Invalid SequenceNumber')
  return type === 'AT_SEQUENCE_NUMBER' ? Math.max(position - 1, 0) : position
}

async function endOf(
  { storage }: OperationContext,
  space: string,
  shard: Shard,
  type: GetShardIteratorInput['ShardIteratorType'],
): Promise<number> {
  return type === 'LATEST' ? positionAt(storage, space, shard, true) : 0
}
