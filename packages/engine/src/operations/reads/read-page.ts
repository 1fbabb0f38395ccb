import type { AttributeMap } from '@monotable/protocol'
import { PAGE_MAX_BYTES, setOwn } from '@monotable/protocol'
import type { Access, Hold } from '../../capacity/usage.ts'
import type { UsageMeter } from '../../capacity/usage-meter.ts'
import type { ByteString, RangeRequest, RecordValue, Storage, StoredRecord } from '../../storage/storage.ts'
import { readAttributes } from '../../tables/item-text.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import { readUnits } from '../../tables/units.ts'
import { encodeJson, JsonText } from '../../util/json-text.ts'
import { LongWork, longReads } from '../../util/long-work.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { startKeyNames } from './check-start-key.ts'
import { type Choice, type ChosenItem, chooseItems, mayTakeLong } from './choose-items.ts'
import { type FetchedPage, readTableItems } from './read-table-items.ts'

/** One page of a Query or a Scan. */
export interface PageRequest extends Choice {
  readonly table: Table
  readonly index: TableIndex | undefined
  /** Where to read; the limits of the page are added here. */
  readonly range: Pick<RangeRequest, 'within' | 'reverse' | 'after'>
  readonly limit: number | undefined
  /** The sort key after which nothing can follow. */
  readonly lastSort?: ByteString | undefined
  /** Whether each entry of a local index is completed from the table. */
  readonly fromTable: boolean
  readonly consistent: boolean
  readonly capacity: CapacityDetail | undefined
  /** The maximum to read, if less than a full page. */
  readonly maxBytes?: number
  /** Called with how much was read. */
  readonly onRead?: (sizeBytes: number) => void
  /** The hash key of a Query, for tracking keys. */
  readonly keyItem?: AttributeMap | undefined
}

/** Reads a page and answers as Query and Scan do. */
export function readPage(context: OperationContext, request: PageRequest): Promise<WireAnswer> {
  return mayTakeLong(request)
    ? longReads.do(() => answerPage(context, request))
    : answerPage(context, request)
}

/**
 * How many records of a page are read in one turn of the event loop: more than most pages have. Of the smallest items a
 * megabyte is 150,000, which take a quarter of a second to read.
 */
const PART_MAX_RECORDS = 16_384

/** Pages of more than one part. With all that belongs to so many records, each takes tens of megabytes of memory. */
const longPages = new LongWork(2)

/** A page that is being read. */
interface OpenPage {
  readonly request: PageRequest
  readonly source: Pick<Storage, 'read' | 'range'>
  readonly meter: UsageMeter
  readonly hold: Hold | undefined
  chosen: ChosenItem[]
  /** The records, if it matters to the meter where they are. */
  readonly placed: StoredRecord[]
  count: number
  scannedCount: number
  /** The total size of the records, and of the items that were fetched for them. */
  bytesRead: number
  itemBytes: number
  /** The units of the items that were fetched. */
  itemUnits: number
  last: StoredRecord | undefined
}

/** Consecutive records of a page, and the items that they stand for. */
interface PagePart extends FetchedPage {
  readonly bytesRead: number
  readonly isFull: boolean
  /** Whether nothing of the page comes after it. */
  readonly isLast: boolean
}

async function answerPage(context: OperationContext, request: PageRequest): Promise<WireAnswer> {
  const page = openPage(context, request)
  const part = await readPart(page)
  if (part.isLast) {
    const chosen = chooseFrom(part, request)
    // To wait for what is there already costs as much as reading an item.
    addPart(page, part, chosen instanceof Promise ? await chosen : chosen)
    return closePage(page, part)
  }
  // What waits is not kept in memory, but read again.
  const begun = longPages.hasRoom ? part : undefined
  return longPages.do(() => answerByParts(page, begun))
}

async function answerByParts(page: OpenPage, begun: PagePart | undefined): Promise<WireAnswer> {
  for (let part = begun ?? (await readPart(page)); ; part = await readPart(page)) {
    const chosen = await chooseFrom(part, page.request)
    // The answer is encoded at once, so what was looked into becomes text part by part.
    addPart(page, part, chosen.map(toText))
    if (part.isLast) return closePage(page, part)
    await longReads.turn()
  }
}

function openPage({ storage, eventual, meter }: OperationContext, request: PageRequest): OpenPage {
  return {
    request,
    source: request.consistent ? storage : eventual,
    meter,
    hold: meter.active ? holdPage(meter, request) : undefined,
    chosen: [],
    placed: [],
    count: 0,
    scannedCount: 0,
    bytesRead: 0,
    itemBytes: 0,
    itemUnits: 0,
    last: undefined,
  }
}

async function readPart(page: OpenPage): Promise<PagePart> {
  const { request, source, last } = page
  const { table, index, range, limit = Number.POSITIVE_INFINITY, maxBytes = PAGE_MAX_BYTES } = request
  const { records: entries, more } = await source.range({
    space: index?.space ?? table.definition.space,
    ...(last ? { ...range, after: { partition: last.partition, sort: last.sort } } : range),
    maxBytes: maxBytes - page.bytesRead,
    maxRecords: Math.min(limit - page.scannedCount, PART_MAX_RECORDS),
  })
  const { records, items, itemBytes } = request.fromTable
    ? await readTableItems(source, { table, entries, maxBytes: maxBytes - page.itemBytes })
    : { records: entries, items: entries, itemBytes: 0 }
  const bytesRead = totalBytes(records)
  const pageBytes = Math.max(page.bytesRead + bytesRead, page.itemBytes + itemBytes)
  const isFull = page.scannedCount + records.length === limit || pageBytes >= maxBytes
  // Member by member: a Query with an object that is copied by a spread costs a quarter more.
  return { records, items, itemBytes, bytesRead, isFull, isLast: isFull || !more }
}

function chooseFrom({ items, bytesRead, itemBytes }: PagePart, request: PageRequest) {
  return chooseItems(items, Math.max(bytesRead, itemBytes), request)
}

function addPart(page: OpenPage, part: PagePart, chosen: ChosenItem[]): void {
  const { request, meter } = page
  const { records, items, bytesRead, itemBytes } = part
  page.scannedCount += records.length
  page.bytesRead += bytesRead
  page.itemBytes += itemBytes
  page.last = records.at(-1) ?? page.last
  if (meter.watches) for (const record of records) page.placed.push(record)
  // Each item fetched for an entry of a local index is charged as a read of its own.
  if (request.fromTable)
    for (const item of items) page.itemUnits += readUnits(item.sizeBytes, request.consistent)
  page.count += chosen.length
  if (request.countOnly) return
  if (page.chosen.length === 0) page.chosen = chosen
  else for (const item of chosen) page.chosen.push(item)
}

function toText(item: ChosenItem): JsonText {
  return item instanceof JsonText ? item : new JsonText(encodeJson(item))
}

function closePage(page: OpenPage, { isFull }: PagePart): WireAnswer {
  const { request, last } = page
  settlePage(page)
  request.onRead?.(Math.max(page.bytesRead, page.itemBytes))
  // A full page returns where it ended even if nothing follows, unless its condition rules that out.
  const mayContinue = isFull && last?.sort !== request.lastSort
  return {
    Items: request.countOnly ? undefined : page.chosen,
    Count: page.count,
    ScannedCount: page.scannedCount,
    LastEvaluatedKey: mayContinue && last ? startKeyOf(request.table, request.index, last) : undefined,
    ConsumedCapacity: capacityOf(page),
  }
}

function holdPage(meter: UsageMeter, { table, index, range, keyItem, consistent }: PageRequest): Hold {
  const { within, after } = range
  const partition = 'partition' in within ? within.partition : (after?.partition ?? within.from ?? '')
  const sort = after?.sort ?? ('partition' in within ? within.low?.sort : undefined) ?? ''
  const access: Access = { table, index, kind: 'read', partition, sort, keyItem }
  return meter.admit(access, readUnits(0, consistent))
}

function settlePage({ request, meter, hold, placed, bytesRead, itemUnits }: OpenPage): void {
  if (hold === undefined) return
  const { table, consistent, keyItem } = request
  meter.settlePage(hold, readUnits(bytesRead, consistent), placed)
  const { partition, sort } = hold.access
  if (itemUnits > 0) meter.use({ table, kind: 'read', partition, sort, keyItem }, itemUnits)
}

function startKeyOf(table: Table, index: TableIndex | undefined, record: RecordValue): AttributeMap {
  const names = startKeyNames(table, index)
  const item = readAttributes(record.doc, { attributeNames: new Set(names) })
  const key: AttributeMap = {}
  for (const name of names) {
    const value = Object.hasOwn(item, name) ? item[name] : undefined
    if (value !== undefined) setOwn(key, name, value)
  }
  return key
}

function capacityOf({ request, bytesRead, itemUnits }: OpenPage) {
  const { table, index, consistent, capacity } = request
  const meter = new CapacityMeter(table.name)
  const units = readUnits(bytesRead, consistent)
  if (index === undefined) meter.addTable(units)
  else meter.addIndex(index, units)
  meter.addTable(itemUnits)
  return meter.report(capacity)
}

function totalBytes(records: readonly RecordValue[]): number {
  let sum = 0
  for (const record of records) sum += record.sizeBytes
  return sum
}
