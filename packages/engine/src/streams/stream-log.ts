import type { Append, Change, RecordKey, RecordValue, SpaceId } from '../storage/storage.ts'
import { type Random, randomHex } from '../util/random.ts'
import { halves, type Shard, type StreamHead, shardBounds, shardPartition } from './shard.ts'

/*
 * A stream's space holds its head, in a partition before all others, and one partition per shard. A shard's log
 * begins with a marker, whose position is the sequence number at which it starts, and once it is closed, it ends
 * with one.
 */

/** Returns the place of a stream's head. */
export function headKey(space: SpaceId): RecordKey {
  return { space, partition: '\0'.repeat(16), sort: '' }
}

const marker: RecordValue = { doc: 'null', sizeBytes: 0 }

/** Returns whether a record of a shard is a marker of its beginning or end instead of an item change. */
export function isMarker(doc: string): boolean {
  return doc === marker.doc
}

const parsed = new Map<string, StreamHead>()

/** Returns the head in a record. The latest ones are cached: every write to a table reads the same one. */
export function readHead(record: RecordValue | undefined): StreamHead | undefined {
  if (record === undefined) return undefined
  const known = parsed.get(record.doc)
  if (known !== undefined) return known
  const head = JSON.parse(record.doc) as StreamHead
  if (parsed.size >= 100) parsed.clear()
  parsed.set(record.doc, head)
  return head
}

/** A new state of a stream's shards, with the records that belong to it. */
export interface HeadChange {
  readonly head: StreamHead
  readonly change: Change
  readonly appends: readonly Append[]
}

/** What a change of shards needs. The ids are drawn in advance, so that deciding twice gives the same result. */
export interface ShardSetting {
  readonly space: SpaceId
  readonly nowMs: number
  readonly newIds: readonly string[]
}

/** Returns ids, in AWS's format, for shards that are opened now. */
export function shardIds(random: Random, nowMs: number, count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    return `shardId-${String(nowMs + i).padStart(20, '0')}-${randomHex(random, 4)}`
  })
}

/** Returns the first shards of a stream. */
export function openStream(setting: ShardSetting, shards: number): HeadChange {
  const ranges = Array.from({ length: shards }, (_, part) => ({ range: shardBounds(part, shards) }))
  return replaceShards({ shards: [], nextNumber: 1 }, setting, { closing: [], opening: ranges })
}

/** Ends a stream: closes all shards without successors. */
export function closeStream(head: StreamHead, setting: ShardSetting): HeadChange {
  const closing = head.shards.filter((shard) => shard.closedMs === undefined)
  return replaceShards(head, setting, { closing, opening: [] })
}

/** Closes a shard and opens one successor with the same range, or two with half of it each. */
export function succeedShard(
  head: StreamHead,
  setting: ShardSetting,
  { shard, split }: { readonly shard: Shard; readonly split: boolean },
): HeadChange {
  const { from, to } = shard
  const same = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
  const ranges = split ? halves(same) : [same]
  const opening = ranges.map((range) => ({ range, parentId: shard.id }))
  return replaceShards(head, setting, { closing: [shard], opening })
}

interface Replacement {
  readonly closing: readonly Shard[]
  readonly opening: readonly { readonly range: Pick<Shard, 'from' | 'to'>; readonly parentId?: string }[]
}

function replaceShards(
  head: StreamHead,
  setting: ShardSetting,
  { closing, opening }: Replacement,
): HeadChange {
  const { space, nowMs, newIds } = setting
  const opened = opening.map(({ range, parentId }, i): Shard => {
    const id = newIds[i]
    if (id === undefined) throw new TypeError('a shard without an id')
    const number = head.nextNumber + i
    return { number, id, ...(parentId !== undefined && { parentId }), ...range, openedMs: nowMs }
  })
  const closed = head.shards.map((shard) => (closing.includes(shard) ? { ...shard, closedMs: nowMs } : shard))
  const next = { shards: [...closed, ...opened], nextNumber: head.nextNumber + opened.length }
  return {
    head: next,
    change: headChange(space, next),
    appends: [...closing, ...opened].map(({ number }) => {
      return { space, partition: shardPartition(number), value: marker }
    }),
  }
}

/** Returns the write of a stream's head. */
export function headChange(space: SpaceId, head: StreamHead): Change {
  return { ...headKey(space), value: { doc: JSON.stringify(head), sizeBytes: 0 } }
}
