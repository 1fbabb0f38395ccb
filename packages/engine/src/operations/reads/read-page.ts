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
  /** The sort key after which nothing can follow. */
  readonly lastSort?: ByteString | undefined
  readonly filter: Condition | undefined
  readonly projection: Projection | undefined
  readonly countOnly: boolean
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

/** Returns whether a page takes long, whatever its items are. */
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
  const isQuick =
    !looksInside(request) || stepsOf(request, items.length, pageBytes) + wideSteps(items) <= STEPS_AT_ONCE
  const chosen = isQuick ? chooseItems(items, request) : await chooseLong(items, request)
  if (hold !== undefined) settlePage(context.meter, hold, { request, records, items })
  const last = records.at(-1)
  // A full page returns where it ended even if nothing follows, unless its condition rules that out.
  const isFull = records.length === limit || pageBytes >= maxBytes
  const mayContinue = isFull && last?.sort !== request.lastSort
  request.onRead?.(pageBytes)
  return {
    Items: request.countOnly ? undefined : chosen,
    Count: chosen.length,
    ScannedCount: records.length,
    LastEvaluatedKey: mayContinue && last ? startKeyOf(table, index, last) : undefined,
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

/**
 * After this many comparisons, other requests get a turn: that takes a few milliseconds. Parsing an item costs as
 * much as a few of them.
 */
const STEPS_AT_ONCE = 200_000
const STEPS_OF_PARSING = 10
/**
 * For a large item, each additional run of this many bytes costs as much again, for parsing it and comparing its
 * contents.
 */
const BYTES_A_STEP = 256
/**
 * V8 keeps a map of more than a thousand names as a dictionary: parsing it takes up to this many steps per
 * character. A text shorter than this length contains none.
 */
const WIDE_FROM_NAMES = 1_000
const WIDE_FROM_LENGTH = 16 * 1024
const STEPS_A_CHARACTER = 5

/** Pages that only their items show to be slow. They have been read already, so they do not wait for room. */
const widePages = new LongWork(64)

/**
 * Estimates the comparisons that it takes to look through items. A page with a simple filter should be processed at
 * once: if it gave others a turn, they would read pages of their own, and all of these would be in memory together.
 */
function stepsOf({ filter, projection }: PageRequest, items: number, sizeBytes: number): number {
  const steps = STEPS_OF_PARSING + (filter?.steps ?? 0) + (projection?.paths.length ?? 0)
  return steps * (items + sizeBytes / BYTES_A_STEP)
}

/** Returns the steps to add for items that may be wide. */
function wideSteps(items: readonly RecordValue[]): number {
  let steps = 0
  for (const item of items) steps += wideStepsOf(item)
  return steps
}

function wideStepsOf({ doc }: RecordValue): number {
  return isWide(doc) ? doc.length * STEPS_A_CHARACTER : 0
}

/**
 * Returns whether an item has very many names, possibly spread over several maps. Most large items are large
 * because of long texts.
 */
function isWide(doc: string): boolean {
  if (doc.length < WIDE_FROM_LENGTH) return false
  let at = -1
  for (let names = 0; names < WIDE_FROM_NAMES; names++) {
    at = doc.indexOf('":{', at + 1)
    if (at < 0) return false
  }
  return true
}

/** Returns whether items are parsed rather than just copied into the answer. */
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

/**
 * Same as `chooseItems`, but gives others a turn in between; or at once if many pages do so already, because what
 * they have read stays in memory.
 */
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
  // The first piece waits as well: pages of many requests may arrive from the store at once.
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

/** How many items are fetched at once for the entries of a local index: initially, and at most. */
const FIRST_FETCHED = 32
const MOST_FETCHED = 1_000

/** A page of a local index whose entries have been completed from the table. */
interface FetchedPage {
  /** The entries that the page covers. */
  readonly records: readonly StoredRecord[]
  readonly items: readonly RecordValue[]
  readonly itemBytes: number
}

/** Completes entries from the table until their items fill a page: a megabyte of entries may represent gigabytes. */
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
      // An item that was deleted after its entry was read is missing from the answer.
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
    // Each item fetched for an entry of a local index is charged as a read of its own.
    if (request.fromTable) for (const item of items) meter.addTable(readUnits(item.sizeBytes, consistent))
  }
  return meter.report(request.capacity)
}

function totalBytes(records: readonly RecordValue[]): number {
  let sum = 0
  for (const record of records) sum += record.sizeBytes
  return sum
}
