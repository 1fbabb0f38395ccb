import { decodeLogPosition, encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Position, Storage, StoredRecord } from '../storage/storage.ts'
import { HISTORY_DISORDER_MS, HISTORY_PARTITION, historyTimeMs } from '../tables/history-record.ts'
import { pageMaxBytes, pageMaxRecords, yieldToRequests } from './copy-job.ts'

/** Marks stand between the writes; there are never many in a row. */
const probeRecords = 32

/** A moment that is looked for in a history, and the present: what says that it is later cannot be believed. */
export interface SoughtMoment {
  readonly timeMs: number
  readonly nowMs: number
}

/**
 * Where what is earlier than a moment ends in a history: at the first write of that moment or later. Times hardly fall
 * along a history: halving finds what is surely earlier in as many steps as its length has bits, and from there it is
 * looked for.
 *
 * Where they do fall, by more than clocks differ, a clock was ahead before or is late behind. Those are believed that more
 * writes agree with: how many before the fall are later than what is behind it, and how many behind it earlier than what
 * is before it?
 */
export async function findHistoryPosition(
  storage: Storage,
  space: string,
  moment: SoughtMoment,
): Promise<ByteString> {
  const low = await findEarlier(storage, space, moment)
  let end = low
  let first: ByteString | undefined
  let firstBehindFall: ByteString | undefined
  let highestMs = Number.NEGATIVE_INFINITY
  let fall: { sort: ByteString; lowestMs: number; earlierCount: number } | undefined
  for await (const { sort, timeMs } of timesAlong(storage, space, { from: low, nowMs: moment.nowMs })) {
    end = behind(sort)
    if (timeMs >= moment.timeMs) {
      first ??= sort
      firstBehindFall ??= sort
    }
    if (first === undefined) continue
    if (timeMs >= highestMs - HISTORY_DISORDER_MS) {
      if (fall === undefined) highestMs = Math.max(highestMs, timeMs)
    } else if (timeMs < moment.timeMs) {
      fall ??= { sort, lowestMs: timeMs, earlierCount: 0 }
      fall.earlierCount++
      fall.lowestMs = Math.min(fall.lowestMs, timeMs)
      firstBehindFall = undefined
    } else if (fall !== undefined) fall.earlierCount++
  }
  if (first === undefined || fall === undefined) return first ?? end
  let laterCount = 0
  const back = { from: fall.sort, nowMs: moment.nowMs, reverse: true }
  for await (const { timeMs } of timesAlong(storage, space, back)) {
    if (timeMs <= fall.lowestMs + HISTORY_DISORDER_MS) break
    if (++laterCount > fall.earlierCount) return first
  }
  return firstBehindFall ?? end
}

/** A position in a history before which everything is surely earlier than a moment. */
async function findEarlier(storage: Storage, space: string, moment: SoughtMoment): Promise<ByteString> {
  const first = await edge(storage, space, false)
  const last = await edge(storage, space, true)
  if (first === undefined || last === undefined) return encodeLogPosition(0)
  const start = decodeLogPosition(first.sort)
  const timeAt = (position: number) => timeFrom(storage, space, position, moment.nowMs)
  const halve = async (end: number) => {
    let low = start
    let high = end
    while (low < high) {
      const middle = Math.floor((low + high) / 2)
      const found = await timeAt(middle)
      if (found === undefined || found >= moment.timeMs - HISTORY_DISORDER_MS) high = middle
      else low = middle + 1
    }
    return low
  }
  const found = await halve(decodeLogPosition(last.sort) + 1)
  // Halving may have met writes of a clock that was late. Then there are later ones before them.
  let lowestMs = moment.timeMs
  for (let step = 1; found - step >= start; step *= 2) {
    const timeMs = (await timeAt(found - step)) ?? lowestMs
    if (timeMs > lowestMs + HISTORY_DISORDER_MS) return encodeLogPosition(await halve(found - step))
    lowestMs = Math.min(lowestMs, timeMs)
  }
  return encodeLogPosition(found)
}

function behind(sort: ByteString): ByteString {
  return encodeLogPosition(decodeLogPosition(sort) + 1)
}

async function edge(storage: Storage, space: string, reverse: boolean): Promise<StoredRecord | undefined> {
  const within = { partition: HISTORY_PARTITION }
  const { records } = await storage.range({ space, within, reverse, maxRecords: 1 })
  return records[0]
}

/** The time of the first write at a position or behind it that has one. */
async function timeFrom(
  storage: Storage,
  space: string,
  position: number,
  nowMs: number,
): Promise<number | undefined> {
  const along = { from: encodeLogPosition(position), nowMs, maxRecords: probeRecords }
  for await (const { timeMs } of timesAlong(storage, space, along)) return timeMs
  return undefined
}

interface Along {
  readonly from: ByteString
  readonly nowMs: number
  /** Towards the beginning, from what is before the position. */
  readonly reverse?: boolean
  readonly maxRecords?: number
}

/** The times of the writes along a history. */
export async function* timesAlong(
  storage: Storage,
  space: string,
  { from, nowMs, reverse = false, maxRecords = pageMaxRecords }: Along,
): AsyncGenerator<{ readonly sort: ByteString; readonly timeMs: number }> {
  const bound = { sort: from, inclusive: !reverse }
  const within = { partition: HISTORY_PARTITION, ...(reverse ? { high: bound } : { low: bound }) }
  const limits = { maxRecords, maxBytes: pageMaxBytes }
  let after: Position | undefined
  for (;;) {
    const page = await storage.range({ space, within, reverse, ...limits, ...(after && { after }) })
    for (const { sort, doc } of page.records) {
      const timeMs = credibleTimeMs(doc, nowMs)
      if (timeMs !== undefined) yield { sort, timeMs }
    }
    after = page.records.at(-1)
    if (after === undefined || !page.more) return
    await yieldToRequests()
  }
}

/** The time of a write, unless that is still to come: the clock was ahead then. */
function credibleTimeMs(doc: string, nowMs: number): number | undefined {
  const timeMs = historyTimeMs(doc)
  return timeMs === undefined || timeMs > nowMs + HISTORY_DISORDER_MS ? undefined : timeMs
}
