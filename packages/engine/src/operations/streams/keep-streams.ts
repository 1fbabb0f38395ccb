import { setImmediate } from 'node:timers/promises'
import { PAGE_MAX_BYTES } from '@monotable/protocol'
import type { Change, Position, Storage } from '../../storage/storage.ts'
import { isFull } from '../../storage/unless-full.ts'
import { isShardGone, type Shard, type StreamHead, shardPartition } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS, type StreamDocument, streamName } from '../../streams/stream-document.ts'
import { headChange, headKey, isMarker, readHead, shardIds, succeedShard } from '../../streams/stream-log.ts'
import { recordTimeMs } from '../../streams/stream-record.ts'
import { byTurns } from '../../util/by-turns.ts'
import type { OperationContext } from '../operation-context.ts'
import { positionAt } from './describe-stream.ts'
import { changeHead, closeForgottenStreams, keepEveryMs } from './table-stream.ts'

/** What the maintenance of a stream works with. */
type StreamKeeping = Pick<
  OperationContext,
  'storage' | 'streams' | 'clock' | 'random' | 'signals' | 'settings'
>

/** The maximum trimmed in one step. */
const pageLimits = { maxRecords: 512, maxBytes: PAGE_MAX_BYTES }

/**
 * Maintains all streams, and ends those whose tables no longer have them; returns when to do so again. On a full disk,
 * every stream is trimmed before the lack of room is reported, since that makes some.
 */
export async function keepStreams(
  context: OperationContext,
  signal: AbortSignal,
): Promise<number | undefined> {
  let next: number | undefined
  let roomFailure: unknown
  const attempt = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (!isFull(error)) throw error
      roomFailure = error
      return undefined
    }
  }
  await attempt(() => closeForgottenStreams(context))
  for await (const document of byTurns(await context.streams.list())) {
    if (signal.aborted) return undefined
    const due = await attempt(() => keepStream(context, document, signal))
    if (due !== undefined) next = Math.min(next ?? due, due)
  }
  if (roomFailure !== undefined) throw roomFailure
  return next
}

async function keepStream(
  keeping: StreamKeeping,
  document: StreamDocument,
  signal: AbortSignal,
): Promise<number | undefined> {
  const nowMs = keeping.clock.now()
  const { space, disabledMs } = document
  if (disabledMs !== undefined && nowMs >= disabledMs + STREAM_RETENTION_MS) {
    await keeping.streams.remove(streamName(document, document.tableName, document.label))
    await keeping.storage.dropSpace(space)
    return undefined
  }
  await trimStream(keeping, space, signal)
  await followShards(keeping, space)
  if (disabledMs !== undefined) return disabledMs + STREAM_RETENTION_MS
  return nowMs + keepEveryMs(keeping.settings)
}

/** Closes shards that have been open for long or are full, and opens successors: two if much was written. */
async function followShards(keeping: StreamKeeping, space: string): Promise<void> {
  const { storage, clock, random, settings, signals } = keeping
  const nowMs = clock.now()
  const [record] = await storage.read([headKey(space)])
  const before = openShards(readHead(record))
  for (const shard of before) {
    const { id, openedMs } = shard
    const isCrowded =
      before.length < settings.maxShards && (await holds(storage, space, shard, settings.shardRecords))
    // A shard whose opening time lies far in the future was opened by a clock that was ahead.
    const isOld = Math.abs(nowMs - openedMs) >= settings.shardMs
    if (!isCrowded && !isOld) continue
    const newIds = shardIds(random, nowMs, 2)
    await changeHead(keeping, space, (head) => {
      // Other servers may have split shards meanwhile.
      const open = openShards(head)
      const shard = open.find((candidate) => candidate.id === id)
      const split = isCrowded && open.length < settings.maxShards
      if (shard === undefined || !(split || isOld)) return undefined
      return succeedShard(head, { space, nowMs, newIds }, { shard, split })
    })
    signals.appended(space)
  }
}

/** Returns whether a shard has at least `count` records. Positions give an upper bound without counting. */
async function holds(storage: Storage, space: string, shard: Shard, count: number): Promise<boolean> {
  const [first, last] = await Promise.all(
    [false, true].map((isLast) => positionAt(storage, space, shard, isLast)),
  )
  if ((last ?? 0) - (first ?? 0) + 1 < count) return false
  const { records } = await storage.size(space, shardPartition(shard.number))
  return records >= count
}

function openShards(head: StreamHead | undefined): readonly Shard[] {
  return head?.shards.filter(({ closedMs }) => closedMs === undefined) ?? []
}

/** Removes records older than a day, and shards that have none left. */
async function trimStream(keeping: StreamKeeping, space: string, signal: AbortSignal): Promise<void> {
  const nowMs = keeping.clock.now()
  const horizonMs = nowMs - STREAM_RETENTION_MS
  const [record] = await keeping.storage.read([headKey(space)])
  const gone = new Set<string>()
  for (const shard of readHead(record)?.shards ?? []) {
    const isGone = isShardGone(shard, nowMs)
    if (shard.openedMs > horizonMs && !isGone) continue
    await trimShard(keeping.storage, { space, shard, horizonMs, signal, isGone })
    if (signal.aborted) return
    if (isGone) gone.add(shard.id)
  }
  if (gone.size === 0) return
  // The records went first: nobody would remove those of a shard that the head no longer names.
  await changeHead(keeping, space, (head) => {
    const shards = head.shards.filter(({ id }) => !gone.has(id))
    return { change: headChange(space, { ...head, shards }) }
  })
}

interface Trimming {
  readonly space: string
  readonly shard: Shard
  readonly horizonMs: number
  readonly signal: AbortSignal
  /** Whether the whole shard is removed, including the markers at its ends. */
  readonly isGone: boolean
}

async function trimShard(storage: Storage, trimming: Trimming): Promise<void> {
  const { space, shard, horizonMs, signal, isGone } = trimming
  const within = { partition: shardPartition(shard.number) }
  let after: Position | undefined
  while (!signal.aborted) {
    const page = await storage.range({ space, within, ...pageLimits, ...(after && { after }) })
    const changes: Change[] = []
    let isYoung = false
    for (const { doc, partition, sort } of page.records) {
      if (!isGone && isMarker(doc)) continue
      isYoung = !isGone && recordTimeMs(doc) > horizonMs
      if (isYoung) break
      changes.push({ space, partition, sort, value: undefined })
    }
    if (changes.length > 0) await storage.mutate([], () => ({ changes, answer: undefined }))
    if (isYoung || !page.more) return
    after = page.records.at(-1)
    // Otherwise an in-memory store would loop without giving any request a turn.
    await setImmediate()
  }
}
