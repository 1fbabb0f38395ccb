import type { AttributeMap, BatchGetItemInput, KeysAndAttributes } from '@monotable/protocol'
import {
  BATCH_GET_MAX_BYTES,
  BATCH_GET_MAX_KEYS,
  canonicalizeItem,
  setOwn,
  validationError,
} from '@monotable/protocol'
import type { Projection } from '../expressions/compile-projection.ts'
import type { RecordKey, RecordValue } from '../storage/storage.ts'
import { tableKeyOf } from '../tables/item-key.ts'
import type { Table } from '../tables/table.ts'
import { readUnits } from '../tables/units.ts'
import { checkKeyPaths } from './check-key-paths.ts'
import { checkKey } from './check-keys.ts'
import { CapacityMeter } from './consumed-capacity.ts'
import { checkExpressionParameters, readPlaceholders } from './expression-parameters.ts'
import { selectAttributes } from './get-item.ts'
import type { OperationContext, WireAnswer } from './operation-context.ts'
import { readProjection } from './read-projection.ts'
import { requireTableNamed } from './require-table-named.ts'
import { inLayer } from './wording-layer.ts'

/** What is to be read from one table. */
interface TableRead {
  /** The table as the request names it, by name or ARN; the answer names it so too. */
  readonly requestName: string
  readonly request: KeysAndAttributes
  readonly keys: readonly AttributeMap[]
  readonly projection: Projection | undefined
}

/** Reads up to 100 items by their keys. What lies beyond 16 MB is left as unprocessed. */
export async function batchGetItem(context: OperationContext, input: BatchGetItemInput): Promise<WireAnswer> {
  const reads = inLayer('bare', () => readRequests(Object.entries(input.RequestItems)))
  const tables = reads.map((read) => requireTableNamed(context, read.requestName))
  const keys = reads.map((read, position) => encodeKeys(tables[position], read))
  const records = await context.storage.read(keys.flat())
  const answer = new BatchAnswer()
  let offset = 0
  for (const [position, read] of reads.entries()) {
    const found = records.slice(offset, offset + read.keys.length)
    offset += read.keys.length
    answer.add(tables[position]?.name ?? read.requestName, read, found)
  }
  return {
    Responses: answer.responses,
    UnprocessedKeys: answer.unprocessed,
    ConsumedCapacity: answer.capacity(input.ReturnConsumedCapacity),
  }
}

/** Gathers the answer, and keeps it within 16 MB. */
class BatchAnswer {
  readonly responses: { [table: string]: unknown[] } = {}
  readonly unprocessed: { [table: string]: KeysAndAttributes } = {}
  readonly #meters: CapacityMeter[] = []
  #sizeBytes = 0

  add(tableName: string, read: TableRead, records: readonly (RecordValue | undefined)[]): void {
    const items: unknown[] = []
    const leftOver: AttributeMap[] = []
    const meter = new CapacityMeter(tableName)
    for (const [position, record] of records.entries()) {
      const sizeBytes = record?.sizeBytes ?? 0
      if (this.#sizeBytes + sizeBytes > BATCH_GET_MAX_BYTES) {
        leftOver.push(read.keys[position] ?? {})
        continue
      }
      this.#sizeBytes += sizeBytes
      meter.addTable(readUnits(sizeBytes, read.request.ConsistentRead === true))
      if (record !== undefined) items.push(selectAttributes(record, read.projection))
    }
    setOwn(this.responses, read.requestName, items)
    if (leftOver.length > 0) setOwn(this.unprocessed, read.requestName, { ...read.request, Keys: leftOver })
    this.#meters.push(meter)
  }

  capacity(detail: BatchGetItemInput['ReturnConsumedCapacity']): unknown[] | undefined {
    if (detail === undefined || detail === 'NONE') return undefined
    return this.#meters.map((meter) => meter.report(detail))
  }
}

function readRequests(requests: readonly (readonly [string, KeysAndAttributes])[]): TableRead[] {
  refuseMixture(requests.map(([, request]) => request))
  const reads = requests.map(([requestName, request]): TableRead => {
    const parameters = {
      legacy: { AttributesToGet: request.AttributesToGet },
      expressions: { ProjectionExpression: request.ProjectionExpression },
      names: request.ExpressionAttributeNames,
    }
    checkExpressionParameters(parameters)
    const placeholders = readPlaceholders(parameters)
    const projection = readProjection(request, placeholders)
    placeholders.requireAllUsed()
    const keys = request.Keys.map((key) => canonicalizeItem(key).item)
    requireDistinct(keys)
    return { requestName, request, keys, projection }
  })
  if (reads.reduce((sum, read) => sum + read.keys.length, 0) > BATCH_GET_MAX_KEYS) {
    throw validationError('Too many items requested for the BatchGetItem call')
  }
  return reads
}

/** Legacy parameters and expressions may not stand together, not even for different tables (seen on AWS). */
function refuseMixture(requests: readonly KeysAndAttributes[]): void {
  const legacy = requests.find(({ AttributesToGet }) => AttributesToGet !== undefined)
  const modern = requests.find(({ ProjectionExpression }) => ProjectionExpression !== undefined)
  checkExpressionParameters({
    legacy: { AttributesToGet: legacy?.AttributesToGet },
    expressions: { ProjectionExpression: modern?.ProjectionExpression },
    names: undefined,
  })
}

// Keys are compared before the table is known, so by what they say and not by where they point.
function requireDistinct(keys: readonly AttributeMap[]): void {
  const texts = keys.map((key) =>
    JSON.stringify(Object.entries(key).toSorted(([one], [other]) => (one < other ? -1 : 1))),
  )
  if (new Set(texts).size < texts.length)
    throw validationError('Provided list of item keys contains duplicates')
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
