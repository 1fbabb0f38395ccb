import { decodeLogPosition, encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Storage, StoredRecord } from '../storage/storage.ts'
import { HISTORY_PARTITION, historyTimeMs } from '../tables/history-record.ts'

/** Marks stand between the writes; there are never many in a row. */
const probeRecords = 32

/**
 * Where the writes of a moment and later begin in a history: every write before it is older. Times never fall along
 * a history, so that halving finds it in as many steps as its length has bits.
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
    if (found === undefined || found >= timeMs) high = middle
    else low = middle + 1
  }
  return encodeLogPosition(low)
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
