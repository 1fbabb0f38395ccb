import type { AttributeMap, BatchGetItemInput, KeysAndAttributes } from '@monotable/protocol'
import {
  BATCH_GET_MAX_BYTES,
  BATCH_GET_MAX_KEYS,
  canonicalizeItem,
  getOwn,
  ServiceError,
  setOwn,
  validationError,
} from '@monotable/protocol'
import { isThrottling } from '../../capacity/throttling-error.ts'
import type { Hold } from '../../capacity/usage.ts'
import type { UsageMeter } from '../../capacity/usage-meter.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { RecordKey, RecordValue } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import { readUnits } from '../../tables/units.ts'
import { LongWork, longReads } from '../../util/long-work.ts'
import { CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { checkExpressionParameters, readPlaceholders } from '../parameters/expression-parameters.ts'
import { readProjection } from '../parameters/read-projection.ts'
import { requireTableNamed } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'
import { keyAccess, selectAttributes } from './get-item.ts'

/** After parsing this much, other requests get a turn: that takes a few milliseconds. */
const PARSED_AT_ONCE = 256 * 1024

/** Only a few batches take turns, because each may hold 16 MB in memory meanwhile. */
const longBatches = new LongWork(4)

/** What to read from one table. */
interface TableRead {
  /** The table as named in the request, by name or ARN. */
  readonly requestName: string
  /** The table's name in the answer: the same, unless the request uses two names for it. */
  readonly answerName: string
  readonly request: KeysAndAttributes
  readonly keys: readonly AttributeMap[]
  readonly projection: Projection | undefined
}

/** Reads up to 100 items by their keys. What exceeds 16 MB is returned as unprocessed. */
export async function batchGetItem(context: OperationContext, input: BatchGetItemInput): Promise<WireAnswer> {
  const asked = inLayer('bare', () => readRequests(Object.entries(input.RequestItems)))
  const tables = asked.map((read) => requireTableNamed(context, read.requestName))
  const reads = collapseMentions(tables, asked)
  const keys = reads.map((read, position) => encodeKeys(tables[position], read))
  const isTried = context.meter.active || context.adversity !== undefined
  const holds = isTried ? holdReads(context, { reads, tables, keys }) : undefined
  const records = await readAll(context, reads, keys)
  const answer = new BatchAnswer()
  const gathering = answer.gather(reads, { tables, records, holds })
  if (!gathering.next().done) await finish(gathering)
  answer.settle(context.meter)
  return {
    Responses: answer.responses,
    UnprocessedKeys: answer.unprocessed,
    ConsumedCapacity: answer.capacity(input.ReturnConsumedCapacity),
  }
}

/**
 * Gives other requests a turn before each step; or does the rest at once if too many batches do so already, because
 * what they have read stays in memory.
 */
async function finish(steps: Generator<void>): Promise<void> {
  if (!longBatches.hasRoom) {
    for (const _ of steps);
    return
  }
  await longBatches.do(async () => {
    do await longReads.turn()
    while (!steps.next().done)
  })
}

/** Reads all records, in the order of the keys, each table with the consistency that was requested. */
async function readAll(
  { storage, eventual }: OperationContext,
  reads: readonly TableRead[],
  keys: readonly (readonly RecordKey[])[],
): Promise<(RecordValue | undefined)[]> {
  if (eventual === storage) return [...(await storage.read(keys.flat()))]
  const found = keys.map((part, i) => (reads[i]?.request.ConsistentRead ? storage : eventual).read(part))
  return (await Promise.all(found)).flat()
}

/** Reserves capacity for each read, or returns the error of a read that is throttled; throws if all of them are. */
function holdReads(
  { meter, adversity }: OperationContext,
  batch: {
    readonly reads: readonly TableRead[]
    readonly tables: readonly Table[]
    readonly keys: readonly (readonly RecordKey[])[]
  },
): (Hold | ServiceError)[] {
  const holds = batch.reads.flatMap(({ keys, request }, number) => {
    const least = readUnits(0, request.ConsistentRead === true)
    return keys.map((key, position) => {
      const place = batch.keys[number]?.[position] as RecordKey
      const access = keyAccess(batch.tables[number] as Table, place, key)
      return orThrottled(() => {
        adversity?.refuseOne(access.table, 'read')
        return meter.admit(access, least)
      })
    })
  })
  const [first] = holds
  if (first instanceof ServiceError && holds.every((hold) => hold instanceof ServiceError)) throw first
  return holds
}

function orThrottled(admit: () => Hold): Hold | ServiceError {
  try {
    return admit()
  } catch (error) {
    if (isThrottling(error)) return error
    throw error
  }
}

/** The records found for some keys. */
interface FoundRecords {
  readonly records: readonly (RecordValue | undefined)[]
  /** Absent if capacity is not tracked. */
  readonly holds: readonly (Hold | ServiceError)[] | undefined
}

/** Collects the answer and keeps it within 16 MB. */
class BatchAnswer {
  readonly responses: { [table: string]: unknown[] } = {}
  readonly unprocessed: { [table: string]: KeysAndAttributes } = {}
  readonly #meters = new Map<Table, CapacityMeter>()
  readonly #used: { readonly hold: Hold; readonly units: number }[] = []
  readonly #unused: Hold[] = []
  #sizeBytes = 0
  /** How much was parsed in the current turn of the event loop. */
  #parsedBytes = 0

  /** Reports the capacity used to the meter. */
  settle(meter: UsageMeter): void {
    for (const { hold, units } of this.#used) meter.settle(hold, units)
    for (const hold of this.#unused) meter.release(hold)
  }

  capacity(detail: BatchGetItemInput['ReturnConsumedCapacity']): unknown[] | undefined {
    if (detail === undefined || detail === 'NONE') return undefined
    return Array.from(this.#meters.values(), (meter) => meter.report(detail))
  }

  /** Adds what was found for all keys, one step per turn of the event loop. */
  *gather(
    reads: readonly TableRead[],
    { tables, records, holds }: FoundRecords & { readonly tables: readonly Table[] },
  ): Generator<void> {
    let offset = 0
    for (const [position, read] of reads.entries()) {
      const end = offset + read.keys.length
      const found = { records: records.slice(offset, end), holds: holds?.slice(offset, end) }
      yield* this.#add(tables[position] as Table, read, found)
      offset = end
    }
  }

  *#add(table: Table, read: TableRead, { records, holds }: FoundRecords): Generator<void> {
    const items = getOwn(this.responses, read.answerName) ?? []
    const leftOver: AttributeMap[] = []
    const meter = this.#meters.get(table) ?? new CapacityMeter(table.name)
    this.#meters.set(table, meter)
    for (const [position, record] of records.entries()) {
      const sizeBytes = record?.sizeBytes ?? 0
      const hold = holds?.[position]
      if (this.#sizeBytes + sizeBytes > BATCH_GET_MAX_BYTES || hold instanceof ServiceError) {
        leftOver.push(read.keys[position] ?? {})
        if (hold !== undefined && !(hold instanceof ServiceError)) this.#unused.push(hold)
        continue
      }
      this.#sizeBytes += sizeBytes
      const units = readUnits(sizeBytes, read.request.ConsistentRead === true)
      meter.addTable(units)
      if (hold !== undefined) this.#used.push({ hold, units })
      if (record === undefined) continue
      if (read.projection !== undefined) {
        if (this.#parsedBytes + sizeBytes > PARSED_AT_ONCE) {
          yield
          this.#parsedBytes = 0
        }
        this.#parsedBytes += sizeBytes
      }
      items.push(selectAttributes(record, read.projection))
    }
    setOwn(this.responses, read.answerName, items)
    if (leftOver.length > 0) setOwn(this.unprocessed, read.requestName, { ...read.request, Keys: leftOver })
  }
}

function readRequests(requests: readonly (readonly [string, KeysAndAttributes])[]): TableRead[] {
  refuseMixture(requests.map(([, request]) => request))
  let count = 0
  return requests.map(([requestName, request]): TableRead => {
    const parameters = {
      legacy: { AttributesToGet: request.AttributesToGet },
      expressions: { ProjectionExpression: request.ProjectionExpression },
      names: request.ExpressionAttributeNames,
    }
    checkExpressionParameters(parameters)
    const placeholders = readPlaceholders(parameters)
    const projection = readProjection(request, placeholders)
    placeholders.requireAllUsed()
    const keys = readKeys(request.Keys, BATCH_GET_MAX_KEYS - count)
    count += keys.length
    return { requestName, answerName: requestName, request, keys, projection }
  })
}

/**
 * Merges mentions of one table by its name and by its ARN: it is answered under the first of them, and each key
 * once.
 */
function collapseMentions(tables: readonly Table[], reads: readonly TableRead[]): readonly TableRead[] {
  if (new Set(tables).size === tables.length) return reads
  const keyTexts = new Map<Table, Set<string>>()
  return reads.map((read, position) => {
    const table = tables[position] as Table
    const answerName = reads[tables.indexOf(table)]?.requestName ?? read.requestName
    const known = keyTexts.get(table) ?? new Set()
    const keys = read.keys.filter((key) => !known.has(keyText(key)))
    keyTexts.set(table, new Set([...known, ...keys.map(keyText)]))
    return { ...read, answerName, keys }
  })
}

/** Refuses a mixture of legacy parameters and expressions, even across tables (seen on AWS). */
function refuseMixture(requests: readonly KeysAndAttributes[]): void {
  const legacy = requests.find(({ AttributesToGet }) => AttributesToGet !== undefined)
  const modern = requests.find(({ ProjectionExpression }) => ProjectionExpression !== undefined)
  checkExpressionParameters({
    legacy: { AttributesToGet: legacy?.AttributesToGet },
    expressions: { ProjectionExpression: modern?.ProjectionExpression },
    names: undefined,
  })
}

/**
 * Checks the keys one by one: the values, then for duplicates, then the count. They are compared before the table
 * is known, hence by their contents and not by the place of the item.
 */
function readKeys(keys: KeysAndAttributes['Keys'], maxCount: number): AttributeMap[] {
  const texts = new Set<string>()
  return keys.map((key) => {
    const { item } = canonicalizeItem(key)
    const text = keyText(item)
    if (texts.has(text)) throw validationError('Provided list of item keys contains duplicates')
    texts.add(text)
    if (texts.size > maxCount) throw validationError('Too many items requested for the BatchGetItem call')
    return item
  })
}

function keyText(key: AttributeMap): string {
  return JSON.stringify(Object.entries(key).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

function encodeKeys(table: Table | undefined, { keys, projection }: TableRead): RecordKey[] {
  if (table === undefined) return []
  const encoded = keys.map((key) => {
    checkKey(table, key)
    return tableKeyOf(table, key)
  })
  if (projection !== undefined) checkKeyPaths(table, projection.paths)
  return encoded
}
