import { ServiceError } from '@monotable/protocol'
import { decodeLogPosition, encodeLogPosition } from '../../storage/log-position.ts'
import type { StoredRecord } from '../../storage/storage.ts'
import { type Shard, shardPartition } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS } from '../../streams/stream-document.ts'
import { isMarker } from '../../streams/stream-log.ts'
import { recordTimeMs } from '../../streams/stream-record.ts'
import type { OperationContext } from '../operation-context.ts'

/** A position in a shard. */
export interface ShardPlace {
  readonly space: string
  readonly shard: Shard
  readonly position: number
}

/** Returns the time before which records cannot be read, whether or not they have been removed. */
export function streamHorizonMs({ clock }: Pick<OperationContext, 'clock'>): number {
  return clock.now() - STREAM_RETENTION_MS
}

/**
 * Returns whether the record at a position is too old to be read. A removed record is recognized by what is left
 * around it: no readable record comes before it, and the shard continues after it. There, a number that never was
 * in the shard cannot be told apart from a removed one; among readable records that does not matter.
 */
export async function isTrimmed(
  context: Pick<OperationContext, 'clock' | 'storage'>,
  { space, shard, position }: ShardPlace,
): Promise<boolean> {
  const horizonMs = streamHorizonMs(context)
  if (shard.openedMs > horizonMs) return false
  const partition = shardPartition(shard.number)
  const bound = { sort: encodeLogPosition(position), inclusive: true }
  const before = await context.storage.range({
    space,
    within: { partition, high: bound },
    reverse: true,
    maxRecords: 1,
  })
  const [last] = before.records
  if (last === undefined || isReadable(last, horizonMs)) return false
  if (decodeLogPosition(last.sort) === position) return !isMarker(last.doc)
  const behind = await context.storage.range({ space, within: { partition, low: bound }, maxRecords: 1 })
  return behind.records.length > 0
}

/** Returns the error for records that are too old. */
export function trimmed(): ServiceError {
  return new ServiceError('TrimmedDataAccessException', 'The data you are trying to access has been trimmed')
}

function isReadable({ doc }: StoredRecord, horizonMs: number): boolean {
  return !isMarker(doc) && recordTimeMs(doc) > horizonMs
}
