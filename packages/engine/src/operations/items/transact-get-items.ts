import type { AttributeMap, TransactGetItemsInput } from '@monotable/protocol'
import { TRANSACTION_MAX_BYTES, validationError } from '@monotable/protocol'
import { isThrottling } from '../../capacity/throttling-error.ts'
import type { Hold } from '../../capacity/usage.ts'
import type { Projection } from '../../expressions/compile-projection.ts'
import type { RecordKey, RecordValue } from '../../storage/storage.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import { readUnits } from '../../tables/units.ts'
import { canceledByErrors } from '../../transactions/transaction-canceled.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKeyPaths } from '../parameters/check-key-paths.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { readPlaceholders } from '../parameters/expression-parameters.ts'
import { requireTransactTable } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'
import { type GetParameters, keyAccess, readGet, selectAttributes } from './get-item.ts'
import { orCancel } from './transact-write-items.ts'

/** Reads up to 100 items as of one moment. */
export async function transactGetItems(
  context: OperationContext,
  input: TransactGetItemsInput,
): Promise<WireAnswer> {
  const reads = inLayer('older', () =>
    input.TransactItems.map(({ Get }) => ({ ...readTransactGet(Get), name: Get.TableName })),
  )
  const tables = reads.map((read) => requireTransactTable(context, read.name))
  const keys = reads.map(({ key, projection }, position) =>
    orCancel(position, reads.length, () => {
      const table = tables[position] as Table
      checkKey(table, key)
      if (projection !== undefined) checkKeyPaths(table, projection.paths)
      return tableKeyOf(table, key)
    }),
  )
  return readTransaction(context, {
    reads: reads.map(({ key: keyItem, projection }, position) => ({
      table: tables[position] as Table,
      key: keys[position] as RecordKey,
      keyItem,
      projection,
    })),
    capacity: input.ReturnConsumedCapacity,
  })
}

/** One read of a transaction. */
export interface TransactRead {
  readonly table: Table
  readonly key: RecordKey
  readonly keyItem: AttributeMap
  readonly projection: Projection | undefined
}

/** Reads items as of one moment, and answers as TransactGetItems does. */
export async function readTransaction(
  context: OperationContext,
  { reads, capacity }: { reads: readonly TransactRead[]; capacity: CapacityDetail | undefined },
): Promise<WireAnswer> {
  const keys = reads.map(({ key }) => key)
  const places = new Set(keys.map((key) => `${key.space} ${key.partition}${key.sort}`))
  if (places.size < keys.length) {
    throw validationError('Transaction request cannot include multiple operations on one item')
  }
  const holds = holdReads(context, reads)
  const records = await context.storage.read(keys)
  for (const [position, hold] of holds.entries()) {
    context.meter.settle(hold, 2 * readUnits(records[position]?.sizeBytes ?? 0, true))
  }
  const sizeBytes = records.reduce((sum, record) => sum + (record?.sizeBytes ?? 0), 0)
  // Seen in DynamoDB Local, with the blank missing; what AWS says is not known.
  if (sizeBytes > TRANSACTION_MAX_BYTES) {
    throw validationError(`Payload in response is too large.${sizeBytes}`)
  }
  return {
    Responses: records.map((record, position) => itemResponse(record, reads[position]?.projection)),
    ConsumedCapacity: capacities(reads, records, capacity),
  }
}

/**
 * Returns the response for a record. Unlike in GetItem, an item without any of the requested attributes is answered
 * like a missing one (seen on AWS).
 */
function itemResponse(record: RecordValue | undefined, projection: Projection | undefined) {
  if (record === undefined) return {}
  const item = selectAttributes(record, projection)
  return projection !== undefined && Object.keys(item).length === 0 ? {} : { Item: item }
}

/** Reserves the capacity of all reads; if one is refused, the transaction is cancelled. */
function holdReads({ meter }: OperationContext, reads: readonly TransactRead[]): Hold[] {
  if (!meter.active) return []
  const holds: Hold[] = []
  const errors = reads.map(({ table, key, keyItem }) => {
    try {
      holds.push(meter.admit(keyAccess(table, key, keyItem), 2))
      return undefined
    } catch (error) {
      if (isThrottling(error)) return error
      throw error
    }
  })
  if (errors.every((error) => error === undefined)) return holds
  for (const hold of holds) meter.release(hold)
  // Exceeding the account's limit has no cancellation reason.
  throw errors.find((error) => error?.name === 'RequestLimitExceeded') ?? canceledByErrors(errors)
}

/** Unlike in GetItem, names without an expression are no mistake here (seen on AWS). */
function readTransactGet(get: GetParameters) {
  if (get.ProjectionExpression !== undefined) return readGet(get)
  const { ExpressionAttributeNames: names, ...rest } = get
  readPlaceholders({ legacy: {}, expressions: {}, names })
  return readGet(rest)
}

function capacities(
  reads: readonly TransactRead[],
  records: readonly (RecordValue | undefined)[],
  detail: CapacityDetail | undefined,
): unknown[] | undefined {
  if (detail === undefined || detail === 'NONE') return undefined
  const meters = new Map<Table, CapacityMeter>()
  for (const [position, { table }] of reads.entries()) {
    const meter = meters.get(table) ?? new CapacityMeter(table.name, 'read')
    meters.set(table, meter)
    meter.addTable(2 * readUnits(records[position]?.sizeBytes ?? 0, true))
  }
  return [...meters.values()].map((meter) => meter.report(detail))
}
