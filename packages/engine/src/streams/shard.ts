import type { ByteString } from '../storage/storage.ts'
import { STREAM_RETENTION_MS } from './stream-document.ts'

/** A part of a stream: the changes of the items whose partitions lie in a range, in order. */
export interface Shard {
  /** Counts the shards of a stream, and is the partition of the stream's space that holds the records. */
  readonly number: number
  readonly id: string
  readonly parentId?: string
  /** The first partition of its items, and the first one beyond; absent where there is no bound. */
  readonly from?: ByteString
  readonly to?: ByteString
  readonly openedMs: number
  /** Absent while it takes records. */
  readonly closedMs?: number
}

/** Which shards a stream has: every write of the table reads it, and so cannot come into a shard that was closed. */
export interface StreamHead {
  /** By number. */
  readonly shards: readonly Shard[]
  readonly nextNumber: number
}

/** The shard that takes the changes of a partition; none when the stream was turned off. */
export function openShardOf({ shards }: StreamHead, partition: ByteString): Shard | undefined {
  return shards.find(
    (shard) =>
      shard.closedMs === undefined &&
      (shard.from === undefined || partition >= shard.from) &&
      (shard.to === undefined || partition < shard.to),
  )
}

/**
 * Whether a shard was closed so long ago that none of its records is kept. If it says that it was opened later than that, one
 * of the clocks was wrong: that which opened it if that is still to come, or else that which closed it.
 */
export function isShardGone({ openedMs, closedMs }: Shard, nowMs: number): boolean {
  if (closedMs === undefined) return false
  const wasClosedLate = closedMs < openedMs && openedMs <= nowMs
  const endedMs = wasClosedLate ? openedMs + STREAM_RETENTION_MS : closedMs
  return endedMs <= nowMs - STREAM_RETENTION_MS
}

/** The partition of a stream's space that holds a shard's records. */
export function shardPartition(number: number): ByteString {
  return String(number).padStart(16, '0')
}

/** Where a shard stands in the order of partitions, so that a number of shards divides all of them evenly. */
export function shardBounds(part: number, parts: number): Pick<Shard, 'from' | 'to'> {
  return {
    ...(part > 0 && { from: boundary(part, parts) }),
    ...(part < parts - 1 && { to: boundary(part + 1, parts) }),
  }
}

/** The two halves of a shard's range. */
export function halves({ from, to }: Pick<Shard, 'from' | 'to'>): readonly Pick<Shard, 'from' | 'to'>[] {
  const low = prefixOf(from ?? '')
  const high = to === undefined ? 2 ** 32 : prefixOf(to)
  const middle = bytesOf(Math.floor((low + high) / 2))
  return [
    { ...(from !== undefined && { from }), to: middle },
    { from: middle, ...(to !== undefined && { to }) },
  ]
}

function boundary(part: number, parts: number): ByteString {
  return bytesOf(Math.floor((2 ** 32 * part) / parts))
}

function bytesOf(prefix: number): ByteString {
  return String.fromCharCode((prefix >>> 24) & 255, (prefix >>> 16) & 255, (prefix >>> 8) & 255, prefix & 255)
}

function prefixOf(bytes: ByteString): number {
  let prefix = 0
  for (let i = 0; i < 4; i++) prefix = prefix * 256 + (bytes.charCodeAt(i) || 0)
  return prefix
}
