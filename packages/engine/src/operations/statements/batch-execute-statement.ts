import type { BatchExecuteStatementInput, BatchStatementRequest } from '@monotable/protocol'
import { ServiceError, type ServiceErrorName, validationError } from '@monotable/protocol'
import type { BoundStatement } from '../../partiql/bind-statement.ts'
import { misplacedExists } from '../../partiql/prepare-statement.ts'
import { tableKeyOf } from '../../tables/item-key.ts'
import type { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { readUnits, writeUnits } from '../../tables/units.ts'
import { allEnded } from '../../util/all-ended.ts'
import type { JsonText } from '../../util/json-text.ts'
import { type CapacityDetail, CapacityMeter } from '../consumed-capacity.ts'
import { readRecord, selectAttributes } from '../items/get-item.ts'
import type { OperationContext, WireAnswer } from '../operation-context.ts'
import { checkKey } from '../parameters/check-keys.ts'
import { requireTableNamed } from '../require-table-named.ts'
import { commitWrite } from '../writes/commit-writes.ts'
import { chargeWrite } from '../writes/decide-write.ts'
import { retryStale } from '../writes/retry-stale.ts'
import { planStatementGet, type StatementGet } from './plan-statement-get.ts'
import { planStatementWrite, type StatementWrite } from './plan-statement-write.ts'
import { readParameters, readStatement } from './read-statement.ts'

/** One statement of a batch, ready to run, or its error. */
type Member =
  | { readonly kind: 'get'; readonly table: Table; readonly get: StatementGet; readonly consistent: boolean }
  | { readonly kind: 'write'; readonly table: Table; readonly write: StatementWrite }
  | { readonly kind: 'refused'; readonly error: ServiceError }

/** Runs up to 25 PartiQL statements, each independent of the others. */
export async function batchExecuteStatement(
  context: OperationContext,
  input: BatchExecuteStatementInput,
): Promise<WireAnswer> {
  const members = planMembers(context, input.Statements)
  refuseRepeated(members)
  const meters = new Meters()
  // All at once: a store can combine concurrent work.
  const outcomes = await allEnded(
    members.map((member, position) => {
      const statement = input.Statements[position] as BatchStatementRequest
      return runMember(context, { member, statement, meters })
    }),
  )
  for (const { charge } of outcomes) charge?.()
  return {
    Responses: outcomes.map(({ response }) => response),
    ConsumedCapacity: meters.report(input.ReturnConsumedCapacity),
  }
}

/** Returns whether a statement will be refused for its contents, given that its table exists. */
export function isFaultyStatement(context: OperationContext, statement: BatchStatementRequest): boolean {
  const member = orError(() =>
    planMember(context, readStatement(statement, readParameters(statement)), statement),
  )
  return member instanceof ServiceError && member.name === 'ValidationException'
}

function planMembers(context: OperationContext, statements: readonly BatchStatementRequest[]): Member[] {
  const bounds = statements.map((statement) =>
    orError(() => readStatement(statement, readParameters(statement))),
  )
  // An EXISTS is refused on its own, and counts neither as a read nor as a write.
  const kinds = bounds.flatMap((bound) =>
    bound instanceof ServiceError || bound.kind === 'exists' ? [] : [bound.kind],
  )
  const reads = kinds.filter((kind) => kind === 'select')
  if (reads.length > 0 && reads.length < kinds.length) {
    throw validationError('Read and write requests together in the same batch is not supported.')
  }
  return bounds.map((bound, position): Member => {
    const statement = statements[position] as BatchStatementRequest
    const member =
      bound instanceof ServiceError ? bound : orError(() => planMember(context, bound, statement))
    return member instanceof ServiceError ? { kind: 'refused', error: member } : member
  })
}

function orError<Result>(plan: () => Result): Result | ServiceError {
  try {
    return plan()
  } catch (error) {
    if (error instanceof ServiceError) return error
    throw error
  }
}

function planMember(
  context: OperationContext,
  bound: BoundStatement,
  statement: BatchStatementRequest,
): Member {
  if (bound.kind === 'exists') throw misplacedExists()
  const table = requireTableNamed(context, bound.statement.tableName)
  if (bound.kind === 'select') {
    const get = planStatementGet(table, bound, 'BatchExecuteStatement')
    checkKey(table, get.key)
    return { kind: 'get', table, get, consistent: statement.ConsistentRead === true }
  }
  const write = planStatementWrite(table, bound, {
    returnsItemOnFailure: statement.ReturnValuesOnConditionCheckFailure === 'ALL_OLD',
    inTransaction: false,
  })
  return { kind: 'write', table, write }
}

/** Refuses a batch that contains an item more than once. */
function refuseRepeated(members: readonly Member[]): void {
  const places = members.flatMap((member) => {
    if (member.kind === 'refused') return []
    const { space, partition, sort } =
      member.kind === 'get' ? tableKeyOf(member.table, member.get.key) : member.write.write.key
    return [`${space} ${partition}${sort}`]
  })
  if (new Set(places).size < places.length) {
    throw validationError('Provided list of item keys contains duplicates')
  }
}

interface MemberRun {
  readonly member: Member
  readonly statement: BatchStatementRequest
  readonly meters: Meters
}

/** The result of a statement, and the meters of what it used. */
interface Done {
  readonly item: unknown
  readonly charge: () => void
}

interface MemberOutcome {
  readonly response: WireAnswer
  readonly charge?: Done['charge']
}

/** Runs one statement, and plans it again on its own if its table has changed: others of the batch may be done. */
async function runMember(
  context: OperationContext,
  { member, statement, meters }: MemberRun,
): Promise<MemberOutcome> {
  const TableName = member.kind === 'refused' ? undefined : member.table.name
  let planned: Member | undefined = member
  const run = async () => {
    const next = planned ?? planAgain(context, statement)
    planned = undefined
    if (next.kind === 'refused') throw next.error
    return next.kind === 'get' ? runGet(context, next, meters) : runStatementWrite(context, next, meters)
  }
  try {
    const { item, charge } = await retryStale(context, run, { isRead: member.kind === 'get' })
    return { response: { TableName, Item: item }, charge }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return { response: { TableName, Error: errorOf(error) } }
  }
}

/** Plans a statement on its table as it is now. As at first, its mistakes are reported before its denial. */
function planAgain(context: OperationContext, statement: BatchStatementRequest): Member {
  const member = planMember(context, readStatement(statement, readParameters(statement)), statement)
  context.judgeAgain?.({ Statements: [statement] })
  return member
}

async function runGet(
  context: OperationContext,
  member: Member & { kind: 'get' },
  meters: Meters,
): Promise<Done> {
  const { table, get, consistent } = member
  const [record] = await readRecord(context, table, get.key, consistent)
  return {
    item: record && selectAttributes(record, get.projection),
    charge: () => meters.of(table).addTable(readUnits(record?.sizeBytes ?? 0, consistent)),
  }
}

async function runStatementWrite(
  context: OperationContext,
  { table, write: { write, attributes } }: Member & { kind: 'write' },
  meters: Meters,
): Promise<Done> {
  let failedBytes = 0
  const onFailure = (before: StoredItem | undefined) => {
    failedBytes = before?.sizeBytes ?? 0
  }
  try {
    const outcome = await commitWrite(context, { ...write, onFailure })
    return { item: attributes(outcome), charge: () => chargeWrite(meters.of(table), outcome) }
  } catch (error) {
    const isFailure = error instanceof ServiceError && failures.has(error.name)
    if (isFailure) meters.addFailed(table, writeUnits(failedBytes))
    throw error
  }
}

/** Errors of writes that were charged for the existing item. */
const failures: ReadonlySet<ServiceErrorName> = new Set([
  'ConditionalCheckFailedException',
  'DuplicateItemException',
])

/** The capacity that a batch used, by table. */
class Meters {
  readonly #meters = new Map<string, CapacityMeter>()
  readonly #failed = new Map<string, number>()

  of({ name }: Table): CapacityMeter {
    const meter = this.#meters.get(name) ?? new CapacityMeter(name)
    this.#meters.set(name, meter)
    return meter
  }

  addFailed({ name }: Table, units: number): void {
    this.#failed.set(name, (this.#failed.get(name) ?? 0) + units)
  }

  /** Reports failures alongside successes; a table with failures only is left out (seen on AWS). */
  report(detail: CapacityDetail | undefined): unknown[] | undefined {
    if (detail === undefined || detail === 'NONE' || this.#meters.size === 0) return undefined
    for (const [name, units] of this.#failed) this.#meters.get(name)?.addFailed(units)
    return [...this.#meters.values()].map((meter) => meter.report(detail))
  }
}

/** The error codes of batches that differ from the error names used elsewhere. */
const codes: Partial<Record<ServiceErrorName, string>> = {
  AccessDeniedException: 'AccessDenied',
  ConditionalCheckFailedException: 'ConditionalCheckFailed',
  DuplicateItemException: 'DuplicateItem',
  ItemCollectionSizeLimitExceededException: 'ItemCollectionSizeLimitExceeded',
  ProvisionedThroughputExceededException: 'ProvisionedThroughputExceeded',
  RequestLimitExceeded: 'RequestLimitExceeded',
  ResourceNotFoundException: 'ResourceNotFound',
  ThrottlingException: 'ThrottlingError',
  TransactionConflictException: 'TransactionConflict',
  ValidationException: 'ValidationError',
}

function errorOf(error: ServiceError): WireAnswer {
  const { Item } = error.fields as { readonly Item?: JsonText }
  return {
    Code: codes[error.name] ?? 'InternalServerError',
    Message: error.messageIn('classic'),
    ...(Item && { Item }),
  }
}
