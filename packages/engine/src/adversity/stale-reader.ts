import type {
  RangePage,
  RangeRequest,
  RecordKey,
  RecordValue,
  SpaceId,
  Storage,
  StoredRecord,
} from '../storage/storage.ts'
import type { PastRecord, RecentPast } from './recent-past.ts'

/** Reads that may be stale. */
export type Reader = Pick<Storage, 'read' | 'range'>

/** Draws, for one read, the time in the past that it sees; `undefined` for the present. */
export type DrawPast = (space: SpaceId) => number | undefined

/** Creates a reader that sees some spaces as they were a while ago. */
export function createStaleReader(storage: Reader, past: RecentPast, drawPast: DrawPast): Reader {
  return {
    read: async (keys) => {
      const values = await storage.read(keys)
      return values.map((value, i) => readAsOf(keys[i] as RecordKey, value, past, drawPast))
    },
    range: async (request) => {
      const timeMs = drawPast(request.space)
      if (timeMs === undefined) return storage.range(request)
      return rangeAsOf(storage, request, () => past.asOf(request.space, timeMs))
    },
  }
}

function readAsOf(
  { space, partition, sort }: RecordKey,
  value: RecordValue | undefined,
  past: RecentPast,
  drawPast: DrawPast,
): RecordValue | undefined {
  const timeMs = drawPast(space)
  const was = timeMs === undefined ? undefined : past.find(space, partition + sort, timeMs)
  return was === undefined ? value : was.value
}

/** Reads on until a page of the past is full: a page of the present may contain much that did not exist then. */
async function rangeAsOf(
  storage: Reader,
  request: RangeRequest,
  findPast: () => Promise<ReadonlyMap<string, PastRecord>>,
): Promise<RangePage> {
  const { maxRecords = Number.POSITIVE_INFINITY, maxBytes = Number.POSITIVE_INFINITY } = request
  const records: StoredRecord[] = []
  let bytes = 0
  let after = request.after
  for (;;) {
    const page = await storage.range(after === undefined ? request : { ...request, after })
    // Not earlier: an entry that moved while the page was read would appear twice.
    const past = await findPast()
    const end = page.more ? page.records.at(-1) : undefined
    for (const record of mergePast(page.records, past, { ...request, after }, end)) {
      if (records.length >= maxRecords || (records.length > 0 && bytes >= maxBytes))
        return { records, more: true }
      records.push(record)
      bytes += record.sizeBytes
    }
    if (end === undefined) return { records, more: false }
    after = end
  }
}

type Span = Omit<RangeRequest, 'after'> & { readonly after: RangeRequest['after'] }

function mergePast(
  present: readonly StoredRecord[],
  past: ReadonlyMap<string, PastRecord>,
  request: Span,
  end: StoredRecord | undefined,
): StoredRecord[] {
  const merged = present.filter(({ partition, sort }) => !past.has(partition + sort))
  for (const { partition, sort, value } of past.values()) {
    if (value === undefined || !isWithin({ partition, sort }, request, end)) continue
    merged.push({ partition, sort, doc: value.doc, sizeBytes: value.sizeBytes })
  }
  return merged.sort((one, other) => compare(one, other) * (request.reverse ? -1 : 1))
}

type Place = Pick<StoredRecord, 'partition' | 'sort'>

function isWithin(place: Place, { within, after, reverse }: Span, end: Place | undefined): boolean {
  const direction = reverse ? -1 : 1
  if (after && compare(place, after) * direction <= 0) return false
  if (end && compare(place, end) * direction > 0) return false
  if (!('partition' in within)) {
    const { from, to } = within
    return (from === undefined || place.partition >= from) && (to === undefined || place.partition < to)
  }
  const { partition, low, high } = within
  if (place.partition !== partition) return false
  if (low && (low.inclusive ? place.sort < low.sort : place.sort <= low.sort)) return false
  return !(high && (high.inclusive ? place.sort > high.sort : place.sort >= high.sort))
}

function compare(one: Place, other: Place): number {
  if (one.partition !== other.partition) return one.partition < other.partition ? -1 : 1
  return one.sort === other.sort ? 0 : one.sort < other.sort ? -1 : 1
}
