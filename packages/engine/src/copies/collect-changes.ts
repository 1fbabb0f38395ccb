import { pageMaxBytes, pageMaxRecords, yieldToRequests } from '../operations/copy-job.ts'
import type { ByteString, Change, Position, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import { decodeHistory, HISTORY_PARTITION, type HistoryRecord } from '../tables/history-record.ts'
import type { HistoryPart } from './period-positions.ts'

/** The net change of an item in a period. */
export interface ItemChange {
  /** When it was last written in the period. */
  readonly timeMs: number
  /** Its wire JSON before the period and at its end; `null` if it did not exist. */
  readonly before: unknown
  readonly after: unknown
  /** Whether `after` is known from the history: a write after the period is the best evidence. */
  readonly settled?: true
}

/** Where changes are read from and collected. */
export interface Collecting {
  readonly storage: Storage
  /** The table's space, its history, and a separate space for the changes. */
  readonly table: string
  readonly history: string
  readonly target: string
  readonly part: HistoryPart
  readonly signal: AbortSignal
}

/**
 * Collects the net change of each item in a period, under the item's place. The end of the period may be long ago:
 * the state of an item then is what the first write after the period found, or its current state if there was none.
 */
export async function collectChanges(collecting: Collecting): Promise<void> {
  const { part } = collecting
  await followHistory(collecting, part, enterWrite)
  await readPresent(collecting)
  // Writes that arrive while the present is read come after the period, and are undone here.
  await followHistory(collecting, { from: part.to }, settleWrite)
}

type Update = (entry: ItemChange | undefined, write: HistoryRecord) => ItemChange | undefined

function enterWrite(entry: ItemChange | undefined, { timeMs, before }: HistoryRecord): ItemChange {
  if (entry !== undefined) return { ...entry, timeMs }
  return { timeMs, before: before === undefined ? null : JSON.parse(before.doc), after: null }
}

function settleWrite(entry: ItemChange | undefined, { before }: HistoryRecord): ItemChange | undefined {
  if (entry === undefined || entry.settled) return entry
  return { ...entry, after: before === undefined ? null : JSON.parse(before.doc), settled: true }
}

async function followHistory(
  { storage, history, target, signal }: Collecting,
  { from, to }: { readonly from: ByteString; readonly to?: ByteString },
  update: Update,
): Promise<void> {
  let low = { sort: from, inclusive: true }
  while (!signal.aborted) {
    const high = to === undefined ? {} : { high: { sort: to, inclusive: false } }
    const page = await storage.range({
      space: history,
      within: { partition: HISTORY_PARTITION, low, ...high },
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
    })
    const writes = page.records.map(({ doc }) => decodeHistory(doc)).filter((write) => write !== undefined)
    const keys = placesOf(writes, target)
    await storage.mutate(keys, (values) => ({
      changes: updateEntries(keys, values, { writes, update }),
      answer: undefined,
    }))
    const last = page.records.at(-1)
    if (last === undefined || !page.more) return
    low = { sort: last.sort, inclusive: false }
    await yieldToRequests()
  }
}

function placesOf(writes: readonly HistoryRecord[], space: string): RecordKey[] {
  const places = new Map(writes.map(({ partition, sort }) => [partition + sort, { space, partition, sort }]))
  return [...places.values()]
}

function updateEntries(
  keys: readonly RecordKey[],
  values: readonly (RecordValue | undefined)[],
  { writes, update }: { readonly writes: readonly HistoryRecord[]; readonly update: Update },
): Change[] {
  const entries = new Map<string, ItemChange | undefined>()
  for (const [i, { partition, sort }] of keys.entries()) {
    const value = values[i]
    entries.set(partition + sort, value && (JSON.parse(value.doc) as ItemChange))
  }
  for (const write of writes) {
    const place = write.partition + write.sort
    entries.set(place, update(entries.get(place), write))
  }
  const changes: Change[] = []
  for (const { space, partition, sort } of keys) {
    const entry = entries.get(partition + sort)
    if (entry !== undefined) changes.push({ space, partition, sort, value: entryValue(entry) })
  }
  return changes
}

function entryValue(entry: ItemChange): RecordValue {
  const doc = JSON.stringify(entry)
  return { doc, sizeBytes: doc.length }
}

async function readPresent({ storage, table, target, signal }: Collecting): Promise<void> {
  let after: Position | undefined
  let more = true
  while (more && !signal.aborted) {
    const page = await storage.range({
      space: target,
      within: {},
      maxRecords: pageMaxRecords,
      maxBytes: pageMaxBytes,
      ...(after && { after }),
    })
    const keys = page.records.map(({ partition, sort }): RecordKey => ({ space: table, partition, sort }))
    const present = await storage.read(keys)
    const changes = page.records.map(({ partition, sort, doc }, i): Change => {
      const value = present[i]
      const now: unknown = value === undefined ? null : JSON.parse(value.doc)
      const entry = JSON.parse(doc) as ItemChange
      // An earlier attempt that was interrupted may already have found it.
      const next = entry.settled ? entry : { ...entry, after: now }
      return { space: target, partition, sort, value: entryValue(next) }
    })
    await storage.mutate([], () => ({ changes, answer: undefined }))
    after = page.records.at(-1)
    more = page.more
    await yieldToRequests()
  }
}
