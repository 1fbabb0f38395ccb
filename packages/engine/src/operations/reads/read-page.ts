import type { AttributeMap } from '@monotable/protocol'
import { PAGE_MAX_BYTES, parseItem, setOwn } from '@monotable/protocol'
import type { Access, Hold } from '../../capacity/usage.ts'
import type { UsageMeter } from '../../capacity/usage-meter.ts'
import type { Condition } from '../../expressions/compile-condition.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { ByteString, RangeRequest, RecordValue, StoredRecord } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import { isLongText, type NamesAttributes, readAttributes } from '../../tables/item-text.ts'
import type { Table, TableIndex } from '../../tables/table.ts'
import { readUnits } from '../../tables/units.ts'
import { JsonText } from '../../util/json-text.ts'
import { LongWork, longReads } from '../../util/long-work.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { startKeyNames } from './check-start-key.ts'

/** One page of a Query or a Scan. */
export interface PageRequest {
  readonly table: Table
  readonly index: TableIndex | undefined
  /** Where to read; the limits of the page are added here. */
  readonly range: Pick<RangeRequest, 'within' | 'reverse' | 'after'>
  readonly limit: number | undefined
  /** The sort key behind which nothing can lie. */
  readonly lastSort?: ByteString | undefined
  readonly filter: Condition | undefined
  readonly projection: Projection | undefined
  readonly countOnly: boolean
  /** Whether each entry of a local index is completed from the table. */
  readonly fromTable: boolean
  readonly consistent: boolean
  readonly capacity: CapacityDetail | undefined
  /** How much is read at most, when it is less than a page. */
  readonly maxBytes?: number
  /** Hears how much was read. */
  readonly onRead?: (sizeBytes: number) => void
  /** The hash key of a Query, for those who watch keys. */
  readonly keyItem?: AttributeMap | undefined
}

/** Reads a page and answers as Query and Scan do. */
export function readPage(context: OperationContext, request: PageRequest): Promise<WireAnswer> {
  return mayTakeLong(request)
    ? longReads.do(() => answerPage(context, request))
    : answerPage(context, request)
}

/** Whether a page takes long whatever its items are. */
function mayTakeLong(request: PageRequest): boolean {
  return looksInside(request) && stepsOf(request, 0, PAGE_MAX_BYTES) > STEPS_AT_ONCE
}

async function answerPage(context: OperationContext, request: PageRequest): Promise<WireAnswer> {
  const { table, index, limit, maxBytes = PAGE_MAX_BYTES } = request
  const hold = context.meter.active ? holdPage(context.meter, request) : undefined
  const source = request.consistent ? context.storage : context.eventual
  const page = await source.range({
    space: index?.space ?? table.definition.space,
    ...request.range,
    maxBytes,
    ...(limit !== undefined && { maxRecords: limit }),
  })
  const { records, items, itemBytes } = request.fromTable
    ? await readTableItems(source, { table, entries: page.records, maxBytes })
    : { records: page.records, items: page.records, itemBytes: 0 }
  const bytesRead = totalBytes(records)
  const pageBytes = Math.max(bytesRead, itemBytes)
  const isShort =
    !looksInside(request) || stepsOf(request, items.length, pageBytes) + wideSteps(items) <= STEPS_AT_ONCE
  const chosen = isShort ? chooseItems(items, request) : await chooseLong(items, request)
  if (hold !== undefined) settlePage(context.meter, hold, { request, records, items })
  const last = records.at(-1)
  // A page that is full says where it ended even when nothing lies behind it, unless its condition tells so.
  const isFull = records.length === limit || pageBytes >= maxBytes
  const mayGoOn = isFull && last?.sort !== request.lastSort
  request.onRead?.(pageBytes)
  return {
    Items: request.countOnly ? undefined : chosen,
    Count: chosen.length,
    ScannedCount: records.length,
    LastEvaluatedKey: mayGoOn && last ? startKeyOf(table, index, last) : undefined,
    ConsumedCapacity: capacityOf(request, bytesRead, items),
  }
}

function holdPage(meter: UsageMeter, { table, index, range, keyItem, consistent }: PageRequest): Hold {
  const { within, after } = range
  const partition = 'partition' in within ? within.partition : (after?.partition ?? within.from ?? '')
  const sort = after?.sort ?? ('partition' in within ? within.low?.sort : undefined) ?? ''
  const access: Access = { table, index, kind: 'read', partition, sort, keyItem }
  return meter.admit(access, readUnits(0, consistent))
}

interface ReadPage {
  readonly request: PageRequest
  readonly records: readonly StoredRecord[]
  readonly items: readonly RecordValue[]
}

function settlePage(meter: UsageMeter, hold: Hold, { request, records, items }: ReadPage): void {
  const { table, consistent, fromTable, keyItem } = request
  meter.settlePage(hold, readUnits(totalBytes(records), consistent), records)
  if (!fromTable) return
  const { partition, sort } = hold.access
  let units = 0
  for (const item of items) units += readUnits(item.sizeBytes, consistent)
  if (units > 0) meter.use({ table, kind: 'read', partition, sort, keyItem }, units)
}

/** After so many comparisons others get their turn: some milliseconds. To parse an item takes as long as a few of them. */
const STEPS_AT_ONCE = 200_000
const STEPS_OF_PARSING = 10
/** Of a large item it takes as long again with each so many bytes, to parse it and to compare what it may be full of. */
const BYTES_A_STEP = 256
/**
 * A map of more than a thousand names V8 keeps as a dictionary: to parse it takes up to so many steps a character. A shorter
 * text has none.
 */
const WIDE_FROM_NAMES = 1_000
const WIDE_FROM_LENGTH = 16 * 1024
const STEPS_A_CHARACTER = 5

/** Pages of which only their items tell that they take long. They have been read, so that they do not wait for room. */
const widePages = new LongWork(64)

/**
 * How many comparisons, about, it takes to look through items. A page with a simple filter is to be gone through at once:
 * while others get their turn they read pages of their own, and all of these are in memory together.
 */
function stepsOf({ filter, projection }: PageRequest, items: number, sizeBytes: number): number {
  const steps = STEPS_OF_PARSING + (filter?.steps ?? 0) + (projection?.paths.length ?? 0)
  return steps * (items + sizeBytes / BYTES_A_STEP)
}

/** What is to be added for items that may be wide. */
function wideSteps(items: readonly RecordValue[]): number {
  let steps = 0
  for (const item of items) steps += wideStepsOf(item)
  return steps
}

function wideStepsOf({ doc }: RecordValue): number {
  return isWide(doc) ? doc.length * STEPS_A_CHARACTER : 0
}

/** Whether an item has very many names, be it in several maps. Most that are large are so by the texts in them. */
function isWide(doc: string): boolean {
  if (doc.length < WIDE_FROM_LENGTH) return false
  let at = -1
  for (let names = 0; names < WIDE_FROM_NAMES; names++) {
    at = doc.indexOf('":{', at + 1)
    if (at < 0) return false
  }
  return true
}

/** Whether items are parsed, and not only copied into the answer. */
function looksInside({ filter, projection, countOnly }: PageRequest): boolean {
  return filter !== undefined || (projection !== undefined && !countOnly)
}

function chooseItems(records: readonly RecordValue[], request: PageRequest): (JsonText | AttributeMap)[] {
  const chosen: (JsonText | AttributeMap)[] = []
  const isCopied = !looksInside(request)
  for (const record of records) {
    if (isCopied) chosen.push(new JsonText(record.doc))
    else chooseItem(record, request, chosen)
  }
  return chosen
}

/** The same, while others get their turn; or at once, where many do so already: what they have read waits in memory. */
async function chooseLong(
  records: readonly RecordValue[],
  request: PageRequest,
): Promise<(JsonText | AttributeMap)[]> {
  if (mayTakeLong(request)) return chooseByTurns(records, request)
  return widePages.hasRoom
    ? widePages.do(() => chooseByTurns(records, request))
    : chooseItems(records, request)
}

async function chooseByTurns(
  records: readonly RecordValue[],
  request: PageRequest,
): Promise<(JsonText | AttributeMap)[]> {
  const chosen: (JsonText | AttributeMap)[] = []
  // The first piece waits as well: pages of many requests may come from the store at once.
  let steps = STEPS_AT_ONCE
  for (const record of records) {
    const more = stepsOf(request, 1, record.sizeBytes) + wideStepsOf(record)
    if (steps + more > STEPS_AT_ONCE) {
      await longReads.turn()
      steps = 0
    }
    chooseItem(record, request, chosen)
    steps += more
  }
  return chosen
}

function chooseItem(
  record: RecordValue,
  { filter, projection }: PageRequest,
  chosen: (JsonText | AttributeMap)[],
): void {
  const item = isLongText(record.doc)
    ? readAttributes(record.doc, joinNames(filter, projection))
    : parseItem(record.doc)
  if (filter !== undefined && !filter.test(item)) return
  chosen.push(projection === undefined ? new JsonText(record.doc) : projection.project(item))
}

function joinNames(
  filter: NamesAttributes | undefined,
  projection: NamesAttributes | undefined,
): NamesAttributes {
  const attributeNames = new Set(filter?.attributeNames)
  for (const name of projection?.attributeNames ?? []) attributeNames.add(name)
  return { attributeNames }
}

/** How many items are asked for at once for entries of a local index: at first, and at most. */
const FIRST_FETCHED = 32
const MOST_FETCHED = 1_000

/** What a page of a local index comes to when its entries are completed from the table. */
interface FetchedPage {
  /** The entries that it goes to. */
  readonly records: readonly StoredRecord[]
  readonly items: readonly RecordValue[]
  readonly itemBytes: number
}

/** Completes entries from the table, until their items come to a page: a megabyte of entries may stand for gigabytes. */
async function readTableItems(
  source: OperationContext['eventual'],
  {
    table,
    entries,
    maxBytes,
  }: { readonly table: Table; readonly entries: readonly StoredRecord[]; readonly maxBytes: number },
): Promise<FetchedPage> {
  const items: RecordValue[] = []
  let itemBytes = 0
  let next = FIRST_FETCHED
  for (let from = 0; from < entries.length; ) {
    const keys = entries.slice(from, from + next).map(({ doc }) => tableKeyOf(table, parseItem(doc)))
    for (const [position, item] of (await source.read(keys)).entries()) {
      // An item that was deleted since its entry was read is not there any more, and so not in the answer.
      if (item === undefined) continue
      items.push(item)
      itemBytes += item.sizeBytes
      if (itemBytes >= maxBytes) return { records: entries.slice(0, from + position + 1), items, itemBytes }
    }
    from += keys.length
    const expected = Math.ceil(((maxBytes - itemBytes) * items.length) / Math.max(itemBytes, 1))
    next = Math.min(Math.max(expected, FIRST_FETCHED), 4 * next, MOST_FETCHED)
  }
  return { records: entries, items, itemBytes }
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

function capacityOf(request: PageRequest, bytesRead: number, items: readonly RecordValue[]) {
  const { table, index, consistent } = request
  const meter = new CapacityMeter(table.name)
  if (index === undefined) {
    meter.addTable(readUnits(bytesRead, consistent))
  } else {
    meter.addIndex(index, readUnits(bytesRead, consistent))
    // Each item that is fetched for an entry of a local index is charged as a read of its own.
    if (request.fromTable) for (const item of items) meter.addTable(readUnits(item.sizeBytes, consistent))
  }
  return meter.report(request.capacity)
}

function totalBytes(records: readonly RecordValue[]): number {
  let sum = 0
  for (const record of records) sum += record.sizeBytes
  return sum
}
