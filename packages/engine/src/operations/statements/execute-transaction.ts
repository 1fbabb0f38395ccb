import type { ExecuteTransactionInput } from '@monotable/protocol'
import { itemSizeBytes, ServiceError, validationError } from '@monotable/protocol'
import type { BoundStatement } from '../../partiql/bind-statement.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import { checkPayload } from '../../transactions/check-payload.ts'
import {
  type CancellationReason,
  noReason,
  transactionCanceled,
} from '../../transactions/transaction-canceled.ts'
import { readTransaction, type TransactRead } from '../items/transact-get-items.ts'
import { runTransaction, transactionCapacities } from '../items/transact-write-items.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { isCancelling } from '../parameters/schema-mismatch.ts'
import { requireTransactTable } from '../require-table-named.ts'
import type { ItemWrite } from '../writes/decide-write.ts'
import { type BoundSelect, planStatementGet } from './plan-statement-get.ts'
import { planExists, planStatementWrite, requireOneItem } from './plan-statement-write.ts'
import { readParameters, readStatement } from './read-statement.ts'

/** Runs up to 100 PartiQL statements together, either all reads or all writes. */
export async function executeTransaction(
  context: OperationContext,
  input: ExecuteTransactionInput,
): Promise<WireAnswer> {
  const { ReturnConsumedCapacity: capacity } = input
  const bounds = readStatements(input)
  const tables = requireTables(context, bounds)
  const reads = bounds.filter((bound) => bound.kind === 'select')
  if (reads.length > 0) {
    return readTransaction(context, { reads: planReads(tables, reads), capacity })
  }
  const writes = planWrites(tables, bounds, input)
  const result = await runTransaction(context, {
    writes,
    token: input.ClientRequestToken,
    request: { ...input, ClientRequestToken: undefined },
  })
  return { Responses: [], ConsumedCapacity: transactionCapacities(writes, result, capacity) }
}

/** Throws the errors of a transaction's statements whose tables exist, without running them. */
export function checkTransactStatements(context: OperationContext, input: ExecuteTransactionInput): void {
  findTables(context, readStatements(input))
}

function readStatements({ TransactStatements: statements }: ExecuteTransactionInput): BoundStatement[] {
  const parameters = statements.map(readParameters)
  const bounds = statements.map((statement, position) =>
    inStatement(position, () => readStatement(statement, parameters[position] ?? [])),
  )
  const reads = bounds.filter((bound) => bound.kind === 'select')
  if (reads.length > 0 && reads.length < bounds.length) {
    throw validationError(
      'ExecuteTransaction API does not support both read and write operations in the same request.',
    )
  }
  return bounds
}

/** Runs a check of one statement, and adds the statement's position to what it throws. */
function inStatement<Result>(position: number, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.name !== 'ValidationException') throw error
    throw validationError(
      `Validation failed in TransactStatements[${position}]: ${error.messageIn('classic')}`,
    )
  }
}

/** Returns the tables of all statements after checking that each statement fits its table. */
function requireTables(context: OperationContext, bounds: readonly BoundStatement[]): readonly Table[] {
  const { tables, reasons } = findTables(context, bounds)
  cancelFor(reasons)
  return tables
}

/**
 * Looks up the tables of all statements. Errors in a statement whose table exists are reported before missing
 * tables (seen on AWS).
 */
function findTables(context: OperationContext, bounds: readonly BoundStatement[]) {
  const tables: Table[] = []
  const reasons = bounds.map((bound, position): CancellationReason => {
    try {
      tables[position] = requireTransactTable(context, bound.statement.tableName)
    } catch (error) {
      if (!(error instanceof ServiceError) || error.name !== 'ResourceNotFoundException') throw error
      return { Code: 'ResourceNotFound', Message: 'Requested resource not found' }
    }
    inStatement(position, () => checkStatement(tables[position] as Table, bound))
    return noReason
  })
  return { tables, reasons }
}

function checkStatement(table: Table, bound: BoundStatement): void {
  if (bound.kind === 'select') planStatementGet(table, bound, 'ExecuteTransaction')
  if (bound.kind === 'exists') requireOneItem(table, bound)
  if ((bound.kind === 'update' || bound.kind === 'delete') && bound.statement.returning !== undefined) {
    throw validationError('RETURNING clause is not supported in ExecuteTransaction.')
  }
}

function cancelFor(reasons: readonly CancellationReason[]): void {
  if (reasons.some(({ Code }) => Code !== 'None')) throw transactionCanceled(reasons)
}

/** Plans every statement; those that do not fit their tables together cancel the transaction. */
function planAll<Plan>(
  count: number,
  plan: (position: number) => Plan,
  cancels: (error: unknown) => error is ServiceError,
): Plan[] {
  const plans: Plan[] = []
  const reasons = Array.from({ length: count }, (_, position): CancellationReason => {
    try {
      plans.push(plan(position))
      return noReason
    } catch (error) {
      if (!cancels(error)) throw error
      return { Code: 'ValidationError', Message: error.message }
    }
  })
  cancelFor(reasons)
  return plans
}

function planReads(tables: readonly Table[], bounds: readonly BoundSelect[]): TransactRead[] {
  const plan = (position: number): TransactRead => {
    const table = tables[position] as Table
    const { key, projection } = planStatementGet(table, bounds[position] as BoundSelect, 'ExecuteTransaction')
    checkKey(table, key)
    return { table, key: tableKeyOf(table, key), keyItem: key, projection }
  }
  // Unlike in a write, an empty key cancels as well (seen in DynamoDB Local).
  return planAll(bounds.length, plan, (error) => error instanceof ServiceError)
}

function planWrites(
  tables: readonly Table[],
  bounds: readonly BoundStatement[],
  { TransactStatements: statements }: ExecuteTransactionInput,
): ItemWrite[] {
  const plan = (position: number): ItemWrite => {
    const table = tables[position] as Table
    const bound = bounds[position] as BoundStatement
    const failure = options(statements[position]?.ReturnValuesOnConditionCheckFailure)
    if (bound.kind === 'select' || bound.kind === 'exists') return planExists(table, bound, failure)
    return planStatementWrite(table, bound, failure).write
  }
  const writes = planAll(bounds.length, plan, isCancelling)
  const places = new Set(writes.map(({ key }) => `${key.space} ${key.partition}${key.sort}`))
  if (places.size < writes.length) {
    throw validationError('Transaction request cannot include multiple operations on one item')
  }
  // Unlike for actions, only the item or its key counts for a statement (seen in DynamoDB Local).
  checkPayload(writes.map(({ keyItem }) => itemSizeBytes(keyItem ?? {})))
  return writes
}

function options(returnValues: string | undefined) {
  return { returnsItemOnFailure: returnValues === 'ALL_OLD', inTransaction: true }
}
