import { decodeLogPosition, encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Storage, StoredRecord } from '../storage/storage.ts'
import { HISTORY_PARTITION, historyTimeMs } from '../tables/history-record.ts'
import { pageMaxBytes, pageMaxRecords } from './copy-as-of.ts'
import { yieldToRequests } from './copy-job.ts'

/** Marks stand between the writes; there are never many in a row. */
const probeRecords = 32

/**
 * So much earlier a write may say that it was made than another before it in a history: servers that share a store have
 * clocks that differ, and writes may end in another order than they began.
 */
export const HISTORY_DISORDER_MS = 5_000

/**
 * Where the first write of a moment or later is in a history. It is the same whenever it is asked for, once there is such
 * a write, so that nothing is lost between a period that ends there and the next. Times hardly fall along a history:
 * halving finds what is surely earlier in as many steps as its length has bits, and from there it is looked for.
 */
export async function findHistoryPosition(
  storage: Storage,
  space: string,
  timeMs: number,
): Promise<ByteString> {
  const first = await edge(storage, space, false)
  const last = await edge(storage, space, true)
  if (first === undefined || last === undefined) return encodeLogPosition(0)
  let low = decodeLogPosition(first.sort)
  let high = decodeLogPosition(last.sort) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await timeFrom(storage, space, middle)
    if (found === undefined || found >= timeMs - HISTORY_DISORDER_MS) high = middle
    else low = middle + 1
  }
  return walk(storage, space, { from: low, timeMs })
}

async function walk(
  storage: Storage,
  space: string,
  { from, timeMs }: { readonly from: number; readonly timeMs: number },
): Promise<ByteString> {
  let low = { sort: encodeLogPosition(from), inclusive: true }
  for (;;) {
    const within = { partition: HISTORY_PARTITION, low }
    const limits = { maxRecords: pageMaxRecords, maxBytes: pageMaxBytes }
    const { records, more } = await storage.range({ space, within, ...limits })
    const found = records.find(({ doc }) => (historyTimeMs(doc) ?? Number.NEGATIVE_INFINITY) >= timeMs)
    if (found !== undefined) return found.sort
    const last = records.at(-1)
    if (last === undefined) return low.inclusive ? low.sort : behind(low.sort)
    if (!more) return behind(last.sort)
    low = { sort: last.sort, inclusive: false }
    await yieldToRequests()
  }
}

function behind(sort: ByteString): ByteString {
  return encodeLogPosition(decodeLogPosition(sort) + 1)
}

async function edge(storage: Storage, space: string, reverse: boolean): Promise<StoredRecord | undefined> {
  const within = { partition: HISTORY_PARTITION }
  const { records } = await storage.range({ space, within, reverse, maxRecords: 1 })
  return records[0]
}

/** The time of the first write at a position or behind it. */
async function timeFrom(storage: Storage, space: string, position: number): Promise<number | undefined> {
  let low = { sort: encodeLogPosition(position), inclusive: true }
  for (;;) {
    const within = { partition: HISTORY_PARTITION, low }
    const { records, more } = await storage.range({ space, within, maxRecords: probeRecords })
    for (const { doc } of records) {
      const timeMs = historyTimeMs(doc)
      if (timeMs !== undefined) return timeMs
    }
    const last = records.at(-1)
    if (last === undefined || !more) return undefined
    low = { sort: last.sort, inclusive: false }
  }
}
