import { ServiceError } from '@monotable/protocol'
import { decodeLogPosition, encodeLogPosition } from '../../storage/log-position.ts'
import type { StoredRecord } from '../../storage/storage.ts'
import { type Shard, shardPartition } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS } from '../../streams/stream-document.ts'
import { isMarker } from '../../streams/stream-log.ts'
import { recordTimeMs } from '../../streams/stream-record.ts'
import type { OperationContext } from '../operation-context.ts'

/** A place in a shard. */
export interface ShardPlace {
  readonly space: string
  readonly shard: Shard
  readonly position: number
}

/** Records before this time cannot be read any more, whether they were removed already or not. */
export function streamHorizonMs({ clock }: Pick<OperationContext, 'clock'>): number {
  return clock.now() - STREAM_RETENTION_MS
}

/**
 * Whether the record of a place is too old to be read. One that was removed is told by what is left around its place:
 * nothing that can be read comes before it, and the shard goes on behind it. A number that never was one of the
 * shard's is not told from it there; among records that can be read it is no matter.
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

/** What the service says of records that are too old. */
export function trimmed(): ServiceError {
  return new ServiceError('TrimmedDataAccessException', 'The data you are trying to access has been trimmed')
}

function isReadable({ doc }: StoredRecord, horizonMs: number): boolean {
  return !isMarker(doc) && recordTimeMs(doc) > horizonMs
}
