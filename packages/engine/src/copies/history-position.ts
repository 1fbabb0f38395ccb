import { pageMaxBytes, pageMaxRecords, yieldToRequests } from '../operations/copy-job.ts'
import { decodeLogPosition, encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Position, Storage, StoredRecord } from '../storage/storage.ts'
import { HISTORY_DISORDER_MS, HISTORY_PARTITION, historyTimeMs } from '../tables/history-record.ts'

/** Marks stand between the writes; there are never many in a row. */
const probeRecords = 32

/** A moment to search for in a history, and the present: times later than that are not credible. */
export interface HistoryMoment {
  readonly timeMs: number
  readonly nowMs: number
}

/** Where to search, and for what. */
interface Search {
  readonly storage: Storage
  readonly space: string
  readonly moment: HistoryMoment
}

/** The first place where times decrease by more than clocks differ, and what follows it. */
interface Fall {
  readonly sort: ByteString
  lowestMs: number
  /** How many of the writes after it are earlier than those before it. */
  earlierCount: number
  /** The first write of the moment or later that no earlier one follows. */
  first: ByteString | undefined
}

/**
 * Returns where everything earlier than a moment ends in a history: at the first write of that moment or later.
 * Times rarely decrease along a history, so a binary search finds a position where everything before is certainly
 * earlier, and a linear search continues from there.
 *
 * If times do decrease by more than clocks differ, a clock was ahead before the drop or behind after it. The
 * majority decides: how many writes before the drop are later than those after it, and how many after it are
 * earlier than those before?
 */
export async function historyPosition(
  storage: Storage,
  space: string,
  moment: HistoryMoment,
): Promise<ByteString> {
  const low = await earlierPosition(storage, space, moment)
  const search = { storage, space, moment }
  const { first, fall, end } = await searchFrom(low, search)
  if (first === undefined || fall === undefined) return first ?? end
  return (await isClockBehindAfter(fall, search)) ? first : (fall.first ?? end)
}

/** The first write of a moment or later, the fall of times after it if there is one, and where the history ends. */
interface Found {
  readonly first: ByteString | undefined
  readonly fall: Fall | undefined
  readonly end: ByteString
}

async function searchFrom(low: ByteString, { storage, space, moment }: Search): Promise<Found> {
  let end = low
  let first: ByteString | undefined
  let highestMs = Number.NEGATIVE_INFINITY
  let fall: Fall | undefined
  for await (const { sort, timeMs } of timesAlong(storage, space, { from: low, nowMs: moment.nowMs })) {
    end = behind(sort)
    if (timeMs >= moment.timeMs) {
      first ??= sort
      if (fall !== undefined) fall.first ??= sort
    }
    if (first === undefined) continue
    if (timeMs >= highestMs - HISTORY_DISORDER_MS) {
      if (fall === undefined) highestMs = Math.max(highestMs, timeMs)
    } else if (timeMs < moment.timeMs) {
      fall ??= { sort, lowestMs: timeMs, earlierCount: 0, first: undefined }
      fall.earlierCount++
      fall.lowestMs = Math.min(fall.lowestMs, timeMs)
      fall.first = undefined
    } else if (fall !== undefined) fall.earlierCount++
  }
  return { first, fall, end }
}

/** Whether more writes before a fall are later than those after it than the other way round. */
async function isClockBehindAfter(fall: Fall, { storage, space, moment }: Search): Promise<boolean> {
  const { nowMs } = moment
  let laterCount = 0
  for await (const { timeMs } of timesAlong(storage, space, { from: fall.sort, nowMs, reverse: true })) {
    if (timeMs <= fall.lowestMs + HISTORY_DISORDER_MS) return false
    if (++laterCount > fall.earlierCount) return true
  }
  return false
}

/** Returns a position in a history such that everything before it is certainly earlier than a moment. */
async function earlierPosition(storage: Storage, space: string, moment: HistoryMoment): Promise<ByteString> {
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
  // The binary search may have hit writes of a clock that was behind. Then there are later ones before them.
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

/** Returns the time of the first write at or after a position that has one. */
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
  /** Towards the beginning, starting before the position. */
  readonly reverse?: boolean
  readonly maxRecords?: number
}

/** Yields the times of the writes along a history. */
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

/** Returns the time of a write, unless it lies in the future: then the clock was ahead. */
function credibleTimeMs(doc: string, nowMs: number): number | undefined {
  const timeMs = historyTimeMs(doc)
  return timeMs === undefined || timeMs > nowMs + HISTORY_DISORDER_MS ? undefined : timeMs
}
