import type { TransactWriteItemsInput } from '@monotable/protocol'
import { READ_UNIT_BYTES, ServiceError, validationError } from '@monotable/protocol'
import type { Change, RecordKey, RecordValue } from '../../storage/storage.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { checkPayload } from '../../transactions/check-payload.ts'
import { otherRequest } from '../../transactions/other-request.ts'
import { requestDigest } from '../../transactions/request-digest.ts'
import type { TokenEntry, TokenSizes } from '../../transactions/token-ledger.ts'
import {
  type CancellationReason,
  canceledByAction,
  noReason,
  transactionCanceled,
} from '../../transactions/transaction-canceled.ts'
import { JsonText } from '../../util/json-text.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { isCancelling } from '../parameters/schema-mismatch.ts'
import { requireTransactTable } from '../require-table-named.ts'
import { commitWrites, type WriteDecision } from '../writes/commit-writes.ts'
import {
  chargeWrite,
  DUPLICATE_ITEM,
  type ItemWrite,
  isConditionMet,
  largestSize,
  outcomeOf,
  type WriteOutcome,
} from '../writes/decide-write.ts'
import { collectionMetricsByTable, type WrittenItem } from '../writes/item-collection-metrics.ts'
import {
  planTransactAction,
  readTransactAction,
  type TransactAction,
  transactKeyOf,
} from './plan-transact-action.ts'

/** The result of a transaction: executed now, or found to have been executed before under the same token. */
export type TransactionResult =
  | { readonly done: 'now'; readonly outcomes: readonly WriteOutcome[] }
  | { readonly done: 'before'; readonly sizes: TokenSizes }

/** Executes up to 100 puts, updates, deletes and condition checks, all or none. */
export async function transactWriteItems(
  context: OperationContext,
  input: TransactWriteItemsInput,
): Promise<WireAnswer> {
  const actions = input.TransactItems.map(readTransactAction)
  checkPayload(actions.map(({ payloadBytes }) => payloadBytes))
  const tables = actions.map((action) => requireTransactTable(context, action.tableName))
  const writes = planWrites(tables, actions, context.meter.watches)
  const result = await runTransaction(context, {
    writes,
    token: input.ClientRequestToken,
    request: { ...input, ClientRequestToken: undefined },
  })
  return {
    ConsumedCapacity: transactionCapacities(writes, result, input.ReturnConsumedCapacity),
    ItemCollectionMetrics:
      input.ReturnItemCollectionMetrics === 'SIZE'
        ? await collectionMetricsByTable(context, writtenItems(tables, actions))
        : undefined,
  }
}

/** Returns the items that a transaction writes, without those that it only checks. */
function writtenItems(tables: readonly Table[], actions: readonly TransactAction[]): WrittenItem[] {
  return actions.flatMap(({ item, effect }, position) =>
    effect.kind === 'check'
      ? []
      : [{ table: tables[position] as Table, keyItem: effect.kind === 'put' ? effect.stored.item : item }],
  )
}

// DynamoDB reports a key that does not fit the schema or is too long as a cancellation reason, and an empty one as
// an error of the request.
function planWrites(
  tables: readonly Table[],
  actions: readonly TransactAction[],
  watchesKeys: boolean,
): ItemWrite[] {
  const count = actions.length
  const keys = actions.map((action, position) =>
    orCancel(position, count, () => transactKeyOf(tables[position] as Table, action)),
  )
  const places = new Set(keys.map((key) => `${key.space} ${key.partition}${key.sort}`))
  if (places.size < count) {
    throw validationError('Transaction request cannot include multiple operations on one item')
  }
  return actions.map((action, position) => {
    const place = { table: tables[position] as Table, key: keys[position] as RecordKey, watchesKeys }
    return orCancel(position, count, () => planTransactAction(place, action))
  })
}

/** Runs a check of one action; a mismatch that it finds cancels the transaction. */
export function orCancel<Result>(position: number, count: number, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!isCancelling(error)) throw error
    throw canceledByAction(position, count, error.message)
  }
}

/** The writes of a transaction, and how a repetition of the request is recognized. */
export interface Transaction {
  readonly writes: readonly ItemWrite[]
  readonly token: string | undefined
  /** The request, which must be the same when its token is used again. */
  readonly request: unknown
}

/** Executes the writes of a transaction, unless that was done before under the same token. */
export async function runTransaction(
  context: OperationContext,
  { writes, token, request: asked }: Transaction,
): Promise<TransactionResult> {
  const { tokens, realm } = context
  if (token === undefined) {
    const decide = (records: readonly (RecordValue | undefined)[]) => decideTransaction(writes, records)
    return commitWrites(context, { writes, isTransaction: true, decide })
  }
  const tokenKey = tokens.keyOf(realm, token)
  const request = requestDigest(asked)
  const expiresMs = tokens.expiryOfNow()
  const expired = tokens.takeExpired()
  const expiredKeys = expired.map(({ key }) => key)
  let isWritten = false
  try {
    const result = await commitWrites<TransactionResult | Cancellation>(context, {
      writes,
      isTransaction: true,
      beside: [tokenKey, ...expiredKeys],
      decide: (records, [tokenRecord, ...expiredRecords]) => {
        const entry = tokens.read(tokenRecord)
        if (entry !== undefined && entry.request !== request) throw otherRequest()
        if (entry?.sizes !== undefined) return repetition(entry.sizes)
        const decision = orCancellation(() => decideTransaction(writes, records))
        const doc = JSON.stringify({ request, expiresMs, ...sizesOf(writes, decision) } satisfies TokenEntry)
        const remembered: Change = { ...tokenKey, value: { doc, sizeBytes: 0 } }
        return { ...decision, changes: [...tokens.sweep(expiredKeys, expiredRecords), remembered] }
      },
    })
    isWritten = result.done !== 'before'
    if (result.done === 'cancelled') throw result.error
    return result
  } finally {
    if (isWritten) tokens.remember(tokenKey, expiresMs)
    else tokens.giveBack(expired)
  }
}

function repetition(sizes: TokenSizes): Decision {
  const repeatedBytes = sizes.map(([, sizeBytes]) => sizeBytes)
  return { outcomes: [], repeatedBytes, answer: { done: 'before', sizes } }
}

/** Returns the item sizes to store with a token; nothing for a cancelled transaction. */
function sizesOf(writes: readonly ItemWrite[], { outcomes, answer }: Decision): Pick<TokenEntry, 'sizes'> {
  if (answer.done === 'cancelled') return {}
  return {
    sizes: outcomes.map((outcome, position) => [writes[position]?.table.name ?? '', largestSize(outcome)]),
  }
}

type Decision = WriteDecision<TransactionResult | Cancellation>

/** A cancelled transaction, which is recorded before it is reported. */
interface Cancellation {
  readonly done: 'cancelled'
  readonly error: ServiceError
}

function orCancellation(decide: () => Decision): Decision {
  try {
    return decide()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.name !== 'TransactionCanceledException') throw error
    return { outcomes: [], answer: { done: 'cancelled', error } }
  }
}

/** Decides a transaction from the existing records; throws if it is cancelled. Pure. */
function decideTransaction(
  writes: readonly ItemWrite[],
  records: readonly (RecordValue | undefined)[],
): WriteDecision<TransactionResult> {
  const outcomes: WriteOutcome[] = []
  const reasons = writes.map((write, position): CancellationReason => {
    const record = records[position]
    const before = record && StoredItem.fromRecord(record)
    if (!isConditionMet(write, before)) return failedCheck(write, before)
    try {
      outcomes.push(outcomeOf(write, before))
      return noReason
    } catch (error) {
      return refusedUpdate(error)
    }
  })
  if (outcomes.length < writes.length) throw transactionCanceled(reasons)
  return { outcomes, answer: { done: 'now', outcomes } }
}

function failedCheck(write: ItemWrite, before: StoredItem | undefined): CancellationReason {
  if (write.isInsert === true) return { Code: 'DuplicateItem', Message: DUPLICATE_ITEM }
  return {
    Code: 'ConditionalCheckFailed',
    Message: 'The conditional request failed',
    ...(write.returnsItemOnFailure && before !== undefined && { Item: new JsonText(before.doc) }),
  }
}

/**
 * Returns the cancellation reason for an update that the existing item makes impossible; an empty index key is an
 * error of the request.
 */
function refusedUpdate(error: unknown): CancellationReason {
  if (!(error instanceof ServiceError) || error.message.includes('cannot contain an empty')) throw error
  return { Code: 'ValidationError', Message: error.message }
}

/** Returns the capacity that a transaction used, by table. */
export function transactionCapacities(
  writes: readonly ItemWrite[],
  result: TransactionResult,
  detail: CapacityDetail | undefined,
): unknown[] | undefined {
  if (detail === undefined || detail === 'NONE') return undefined
  const kind = result.done === 'now' ? 'write' : 'read'
  const meters = new Map<string, CapacityMeter>()
  const meterOf = (name: string): CapacityMeter => {
    const meter = meters.get(name) ?? new CapacityMeter(name, kind)
    meters.set(name, meter)
    return meter
  }
  if (result.done === 'now') {
    for (const [position, outcome] of result.outcomes.entries()) {
      chargeWrite(meterOf(writes[position]?.table.name ?? ''), outcome, 2)
    }
  } else {
    for (const [name, sizeBytes] of result.sizes) {
      meterOf(name).addTable(2 * Math.max(1, Math.ceil(sizeBytes / READ_UNIT_BYTES)))
    }
  }
  return [...meters.values()].map((meter) => meter.report(detail))
}
