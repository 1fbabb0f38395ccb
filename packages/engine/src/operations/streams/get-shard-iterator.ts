import type { GetShardIteratorInput } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import { encodeShardIterator } from '../../streams/shard-iterator.ts'
import { positionOf } from '../../streams/stream-record.ts'
import { invalidParameters } from '../../tables/read-key-schema.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { positionAt, readShards } from './describe-stream.ts'
import { requireStream } from './require-stream.ts'
import { isTrimmed, trimmed } from './trimmed-records.ts'

/** Returns an iterator: a position in a shard to read from. */
export async function getShardIterator(
  context: OperationContext,
  input: GetShardIteratorInput,
): Promise<WireAnswer> {
  const { StreamArn: streamArn, ShardId: shardId, ShardIteratorType: type } = input
  const position = namedPosition(input)
  const { space } = await requireStream(context, streamArn)
  const shard = (await readShards(context, space)).find(({ id }) => id === shardId)
  if (shard === undefined) {
    throw new ServiceError('ResourceNotFoundException', 'Requested resource not found: Shard does not exist')
  }
  let after = 0
  if (position !== undefined) {
    if (await isTrimmed(context, { space, shard, position })) throw trimmed()
    after = type === 'AT_SEQUENCE_NUMBER' ? Math.max(position - 1, 0) : position
  } else if (type === 'LATEST') {
    after = await positionAt(context.storage, space, shard, true)
  }
  const iterator = encodeShardIterator({ streamArn, shardId, after, issuedMs: context.clock.now() })
  return { ShardIterator: iterator }
}

/** Returns the position of the record that an iterator request names, for the types that name one. */
function namedPosition(input: GetShardIteratorInput): number | undefined {
  const { ShardIteratorType: type, SequenceNumber: sequence } = input
  if (type === 'TRIM_HORIZON' || type === 'LATEST') {
    if (sequence === undefined) return undefined
    throw invalidParameters('SequenceNumber should not be passed for this iterator type')
  }
  const position = sequence === undefined ? undefined : positionOf(sequence)
  if (position === undefined) throw invalidParameters('Invalid SequenceNumber')
  return position
}
