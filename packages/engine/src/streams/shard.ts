import type { ByteString } from '../storage/storage.ts'
import { STREAM_RETENTION_MS } from './stream-document.ts'

/** A part of a stream: the changes, in order, of the items whose partitions lie in a range. */
export interface Shard {
  /**
   * The number of the shard within its stream; it determines the partition of the stream's space that holds the
   * records.
   */
  readonly number: number
  readonly id: string
  readonly parentId?: string
  /** The first partition of its items, and the first one beyond; absent if there is no bound. */
  readonly from?: ByteString
  readonly to?: ByteString
  readonly openedMs: number
  /** Absent while it accepts records. */
  readonly closedMs?: number
}

/** The shards of a stream: every write to the table reads this, so none can end up in a closed shard. */
export interface StreamHead {
  /** Ordered by number. */
  readonly shards: readonly Shard[]
  readonly nextNumber: number
}

/** Returns the shard that accepts the changes of a partition; undefined if the stream is disabled. */
export function openShardOf({ shards }: StreamHead, partition: ByteString): Shard | undefined {
  return shards.find(
    (shard) =>
      shard.closedMs === undefined &&
      (shard.from === undefined || partition >= shard.from) &&
      (shard.to === undefined || partition < shard.to),
  )
}

/**
 * Returns whether a shard was closed so long ago that none of its records is kept. If it claims to have been opened
 * after that, one of the clocks was wrong: the opener's if the opening time is still in the future, and otherwise
 * that of the server that closed it.
 */
export function isShardGone({ openedMs, closedMs }: Shard, nowMs: number): boolean {
  if (closedMs === undefined) return false
  const wasClosedLate = closedMs < openedMs && openedMs <= nowMs
  const endedMs = wasClosedLate ? openedMs + STREAM_RETENTION_MS : closedMs
  return endedMs <= nowMs - STREAM_RETENTION_MS
}

/** Returns the partition of a stream's space that holds a shard's records. */
export function shardPartition(number: number): ByteString {
  return String(number).padStart(16, '0')
}

/** Returns the range of a shard when `parts` shards divide all partitions evenly. */
export function shardBounds(part: number, parts: number): Pick<Shard, 'from' | 'to'> {
  return {
    ...(part > 0 && { from: boundary(part, parts) }),
    ...(part < parts - 1 && { to: boundary(part + 1, parts) }),
  }
}

/** Returns the two halves of a shard's range. */
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
