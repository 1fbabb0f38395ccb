import type { AttributeMap, BatchWriteItemInput, WriteRequest } from '@monotable/protocol'
import {
  BATCH_WRITE_MAX_REQUESTS,
  canonicalizeItem,
  ServiceError,
  setOwn,
  validationError,
} from '@monotable/protocol'
import { isThrottling } from '../../capacity/throttling-error.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { allEnded } from '../../util/all-ended.ts'
import { CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import {
  checkIndexKeys,
  checkItemKey,
  checkKey,
  keyMismatch,
  SchemaMismatch,
} from '../parameters/check-keys.ts'
import { requireTableNamed } from '../require-table-named.ts'
import { inLayer } from '../wording-layer.ts'
import { commitWrite } from '../writes/commit-writes.ts'
import { chargeWrite, type ItemWrite, type WriteOutcome } from '../writes/decide-write.ts'
import { collectionMetricsByTable } from '../writes/item-collection-metrics.ts'
import { retryStale } from '../writes/retry-stale.ts'
import { checkItemSize, readItem, wantsKey } from './put-item.ts'

/**
 * One put or delete of a batch. The item of a put is the caller's object, which may change as soon as anything is
 * awaited.
 */
type BatchWrite =
  | { readonly kind: 'put'; readonly item: AttributeMap; readonly stored: StoredItem }
  | { readonly kind: 'delete'; readonly item: AttributeMap }

/** Puts and deletes up to 25 items, each independent of the others. */
export async function batchWriteItem(
  context: OperationContext,
  input: BatchWriteItemInput,
): Promise<WireAnswer> {
  const requests = inLayer('older', () => readRequests(Object.entries(input.RequestItems)))
  const outcomes: BatchOutcome[] = []
  // If a table turns out to have changed, the whole batch is checked again before the rest is written.
  let attempts = 0
  let plan: BatchPlan | undefined
  await retryStale(context, async () => {
    const isFirst = ++attempts === 1
    if (!isFirst) context.judgeAgain?.(input)
    plan = planBatch(context, requests, { isFirst, keepsKeys: wantsKey(context, input) })
    await allEnded(
      plan.writes.map(async (write, position) => {
        outcomes[position] ??= await orThrottled(writeOne(context, write))
      }),
    )
  }).catch((error: unknown) => {
    if (!(error instanceof ServiceError) || !outcomes.some(isDone)) throw error
    // The error of a batch says that nothing was written. Whoever sends the rest again will get it.
    for (const position of (plan as BatchPlan).writes.keys()) outcomes[position] ??= error
  })
  const { tables, writes } = plan as BatchPlan
  const written = writes.flatMap(({ table, keyItem = {} }, position) =>
    isDone(outcomes[position]) ? [{ table, keyItem }] : [],
  )
  return {
    UnprocessedItems: unprocessedItems(requests, outcomes),
    ItemCollectionMetrics:
      input.ReturnItemCollectionMetrics === 'SIZE'
        ? await collectionMetricsByTable(context, written)
        : undefined,
    ConsumedCapacity: capacities(tables, writes, outcomes, input.ReturnConsumedCapacity),
  }
}

/** The outcome of a write of a batch: the batch continues when single writes are refused. */
type BatchOutcome = WriteOutcome | ServiceError

function isDone(outcome: BatchOutcome | undefined): outcome is WriteOutcome {
  return outcome !== undefined && !(outcome instanceof ServiceError)
}

async function writeOne(context: OperationContext, write: ItemWrite): Promise<WriteOutcome> {
  context.adversity?.refuseOne(write.table, 'write')
  return commitWrite(context, write)
}

async function orThrottled(running: Promise<WriteOutcome>): Promise<BatchOutcome> {
  try {
    return await running
  } catch (error) {
    if (isThrottling(error)) return error
    throw error
  }
}

interface BatchPlan {
  readonly tables: readonly Table[]
  readonly writes: readonly ItemWrite[]
}

interface PlanOptions {
  /** Whether nothing has been awaited since the request was read. */
  readonly isFirst: boolean
  /** Whether the keys of the items are needed later. */
  readonly keepsKeys: boolean
}

function planBatch(
  context: OperationContext,
  requests: readonly TableWrites[],
  options: PlanOptions,
): BatchPlan {
  const tables = requests.map(({ name }) => requireTableNamed(context, name))
  const places = new Set<string>()
  const writes = tables.flatMap((table, position) =>
    (requests[position]?.writes ?? []).map((write) => {
      const planned = planWrite(table, write, options)
      // Compared by place: a request may name a table both by its name and by its ARN.
      const { space, partition, sort } = planned.key
      const place = `${space} ${partition}${sort}`
      // One by one, so that a duplicate key is reported before mistakes in later ones.
      if (places.has(place)) throw validationError('Provided list of item keys contains duplicates')
      places.add(place)
      return planned
    }),
  )
  return { tables, writes }
}

/** Returns the requests to send again; if that is all of them, the batch fails with the error of its first write. */
function unprocessedItems(
  requests: readonly TableWrites[],
  outcomes: readonly BatchOutcome[],
): { [table: string]: WriteRequest[] } {
  const [first] = outcomes
  if (first instanceof ServiceError && outcomes.every((outcome) => outcome instanceof ServiceError))
    throw first
  const unprocessed: { [table: string]: WriteRequest[] } = {}
  let offset = 0
  for (const { name, writes } of requests) {
    const refused = writes.filter((_, position) => outcomes[offset + position] instanceof ServiceError)
    offset += writes.length
    if (refused.length > 0) setOwn(unprocessed, name, refused.map(requestOf))
  }
  return unprocessed
}

function requestOf(write: BatchWrite): WriteRequest {
  return write.kind === 'put'
    ? { PutRequest: { Item: write.stored.item } }
    : { DeleteRequest: { Key: write.item } }
}

/** The writes of a batch to one table, under the name or the ARN that the request uses. */
interface TableWrites {
  readonly name: string
  readonly writes: readonly BatchWrite[]
}

function readRequests(requests: readonly (readonly [string, readonly WriteRequest[]])[]): TableWrites[] {
  const count = requests.reduce((sum, [, writes]) => sum + writes.length, 0)
  if (count > BATCH_WRITE_MAX_REQUESTS) {
    throw validationError('Too many items requested for the BatchWriteItem call')
  }
  return requests.map(([name, writes]) => ({ name, writes: writes.map(readWrite) }))
}

function readWrite({ PutRequest: put, DeleteRequest: remove }: WriteRequest): BatchWrite {
  if ((put === undefined) === (remove === undefined)) {
    // DynamoDB's own words for a request that has neither or both.
    throw validationError(
      'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes',
    )
  }
  if (put === undefined) return { kind: 'delete', item: canonicalizeItem(remove?.Key ?? {}).item }
  const { stored, item } = readItem(put.Item)
  checkItemSize(stored.sizeBytes)
  return { kind: 'put', item, stored }
}

function planWrite(table: Table, write: BatchWrite, { isFirst, keepsKeys }: PlanOptions): ItemWrite {
  if (write.kind === 'delete') {
    checkKey(table, write.item)
    return plainWrite(table, { item: write.item, keyItem: write.item, next: undefined })
  }
  const { stored } = write
  const item = isFirst ? write.item : stored.item
  checkBatchItemKey(table, item)
  checkIndexKeys(table, item, 'put')
  return plainWrite(table, { item, keyItem: keepsKeys ? stored.item : undefined, next: stored })
}

interface PlainWrite {
  readonly item: AttributeMap
  readonly keyItem: AttributeMap | undefined
  readonly next: StoredItem | undefined
}

function plainWrite(table: Table, { item, keyItem, next }: PlainWrite): ItemWrite {
  const key = tableKeyOf(table, item)
  return { table, key, keyItem, condition: undefined, next: () => next, returnsItemOnFailure: false }
}

// Unlike PutItem, a batch reports every missing or mistyped key as not matching the schema.
function checkBatchItemKey(table: Table, item: AttributeMap): void {
  try {
    checkItemKey(table, item)
  } catch (error) {
    throw error instanceof SchemaMismatch ? keyMismatch() : error
  }
}

function capacities(
  tables: readonly Table[],
  writes: readonly ItemWrite[],
  outcomes: readonly BatchOutcome[],
  detail: BatchWriteItemInput['ReturnConsumedCapacity'],
): unknown[] | undefined {
  if (detail === undefined || detail === 'NONE') return undefined
  const meters = new Map(tables.map((table) => [table, new CapacityMeter(table.name)]))
  for (const [position, outcome] of outcomes.entries()) {
    const meter = meters.get(writes[position]?.table as Table)
    if (meter !== undefined && !(outcome instanceof ServiceError)) chargeWrite(meter, outcome)
  }
  return [...meters.values()].map((meter) => meter.report(detail))
}
