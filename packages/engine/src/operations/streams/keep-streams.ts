import type { Change, Position, Storage } from '../../storage/storage.ts'
import { type Shard, shardPartition } from '../../streams/shard.ts'
import { STREAM_RETENTION_MS, type StreamDocument, streamName } from '../../streams/stream-document.ts'
import { headChange, headKey, isMarker, readHead, shardIds, succeedShard } from '../../streams/stream-log.ts'
import { recordTimeMs } from '../../streams/stream-record.ts'
import type { OperationContext } from '../operation-context.ts'
import { changeHead, keepEveryMs } from './table-stream.ts'

/** What looking after streams works with. */
export type StreamKeeping = Pick<
  OperationContext,
  'storage' | 'streams' | 'clock' | 'random' | 'signals' | 'settings'
>

const pageMaxRecords = 512

/** Looks after all streams, and says when to do so again. */
export async function keepStreams(keeping: StreamKeeping, signal: AbortSignal): Promise<number | undefined> {
  let next: number | undefined
  for (const document of await keeping.streams.list()) {
    if (signal.aborted) return undefined
    const due = await keepStream(keeping, document, signal)
    if (due !== undefined) next = Math.min(next ?? due, due)
  }
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
  await followShards(keeping, space)
  await trimStream(keeping, space, signal)
  if (disabledMs !== undefined) return disabledMs + STREAM_RETENTION_MS
  return nowMs + keepEveryMs(keeping.settings)
}

/** Closes the shards that have been open for long, and opens others in their place: two where much came in. */
async function followShards(keeping: StreamKeeping, space: string): Promise<void> {
  const { storage, clock, random, settings, signals } = keeping
  const nowMs = clock.now()
  const [record] = await storage.read([headKey(space)])
  const open = readHead(record)?.shards.filter((shard) => shard.closedMs === undefined) ?? []
  for (const shard of open) {
    const { records } = await storage.size(space, shardPartition(shard.number))
    const isFull = records >= settings.shardRecords && open.length < settings.maxShards
    if (!isFull && nowMs < shard.openedMs + settings.shardMs) continue
    const newIds = shardIds(random, nowMs, 2)
    await changeHead(keeping, space, (head) => {
      const current = head.shards.find((candidate) => candidate.id === shard.id)
      if (current === undefined || current.closedMs !== undefined) return undefined
      return succeedShard(head, { space, nowMs, newIds }, { shard: current, split: isFull })
    })
    signals.appended(space)
  }
}

/** Removes records that are a day old, and shards that have none left. */
async function trimStream(keeping: StreamKeeping, space: string, signal: AbortSignal): Promise<void> {
  const horizonMs = keeping.clock.now() - STREAM_RETENTION_MS
  const [record] = await keeping.storage.read([headKey(space)])
  for (const shard of readHead(record)?.shards ?? []) {
    if (signal.aborted) return
    if (shard.openedMs > horizonMs) continue
    const isGone = shard.closedMs !== undefined && shard.closedMs <= horizonMs
    if (isGone) {
      await changeHead(keeping, space, (head) => {
        const shards = head.shards.filter((other) => other.id !== shard.id)
        return { change: headChange(space, { ...head, shards }) }
      })
    }
    await trimShard(keeping.storage, { space, shard, horizonMs, signal, isGone })
  }
}

interface Trimming {
  readonly space: string
  readonly shard: Shard
  readonly horizonMs: number
  readonly signal: AbortSignal
  /** Whether the marks at its ends go too. */
  readonly isGone: boolean
}

async function trimShard(storage: Storage, trimming: Trimming): Promise<void> {
  const { space, shard, horizonMs, signal, isGone } = trimming
  const within = { partition: shardPartition(shard.number) }
  let after: Position | undefined
  while (!signal.aborted) {
    const page = await storage.range({ space, within, maxRecords: pageMaxRecords, ...(after && { after }) })
    const changes: Change[] = []
    let isYoung = false
    for (const { doc, partition, sort } of page.records) {
      if (!isGone && isMarker(doc)) continue
      isYoung = !isMarker(doc) && recordTimeMs(doc) > horizonMs
      if (isYoung) break
      changes.push({ space, partition, sort, value: undefined })
    }
    if (changes.length > 0) await storage.mutate([], () => ({ changes, answer: undefined }))
    if (isYoung || !page.more) return
    after = page.records.at(-1)
  }
}
