import type {
  BatchExecuteStatementInput,
  BatchStatementRequest,
  ExecuteTransactionInput,
} from '@monotable/protocol'
import type { Access } from '../access/access.ts'
import {
  type AuthorizationContext,
  authorizeRequest,
  deniedStatements,
  isAllowedOn,
  unjudged,
} from '../access/authorize-request.ts'
import type { Need } from '../access/need.ts'
import { batchStatementNeeds, transactStatementNeeds } from '../access/statement-needs.ts'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { isFaultyStatement } from '../operations/statements/batch-execute-statement.ts'
import { checkTransactStatements } from '../operations/statements/execute-transaction.ts'
import { inLayer, inWriteLayer, type WordingLayer } from '../operations/wording-layer.ts'
import { noReason, transactionCanceled } from '../transactions/transaction-canceled.ts'

/** A valid request of a user to whom policies apply. */
export interface JudgedRequest<Input extends object> {
  readonly access: Access
  /** The region that the caller named. */
  readonly region: string
  readonly operation: string
  readonly input: Input
  /** Executes the request. */
  readonly run: (input: Input, context: OperationContext) => Promise<WireAnswer>
}

/**
 * Runs a request if the caller is allowed to, and throws an AccessDeniedException if not. As on AWS, a transaction
 * with a denied statement is cancelled, and a batch runs all statements except the denied ones. The check comes
 * after the form of the request has been validated and before anything is looked up for it. Expressions are read
 * only where a policy asks for attributes or keys; mistakes in them are then reported in the operation's own words.
 */
export async function runAuthorized<Input extends object>(
  context: OperationContext,
  request: JudgedRequest<Input>,
): Promise<WireAnswer> {
  const { access, region, operation, input, run } = request
  const { catalogue, realm, clock } = context
  const layer = layers.get(operation) ?? 'older'
  const read = <Result>(check: () => Result): Result =>
    layer === 'enveloped' ? inWriteLayer(input, check) : inLayer(layer, check)
  const authorization = { catalogue, realm, clock, region, read }
  if (operation === 'BatchExecuteStatement') {
    return runAllowedStatements(
      judgingAgain(context, authorization, request),
      authorization,
      request as never,
    )
  }
  if (operation === 'ExecuteTransaction') cancelDenied(context, authorization, request as never)
  else authorizeRequest(access, authorization, { operation, input })
  if (operation === 'BatchWriteItem') return run(input, judgingAgain(context, authorization, request))
  if (operation !== 'PutResourcePolicy') return run(input, context)
  return run(input, {
    ...context,
    isAllowedOn: (definition) => isAllowedOn(access, authorization, request, definition),
  })
}

/**
 * Returns a context for operations that retry parts of themselves: if a table has changed since the request was
 * authorized, the part is authorized against the new table.
 */
function judgingAgain(
  context: OperationContext,
  authorization: AuthorizationContext,
  { access, operation }: Pick<JudgedRequest<object>, 'access' | 'operation'>,
): OperationContext {
  const judgeAgain = (input: object) => authorizeRequest(access, authorization, { operation, input })
  return { ...context, judgeAgain }
}

/** How operations word mistakes in their expressions; operations not listed keep the older wording. */
const layers: ReadonlyMap<string, WordingLayer> = new Map([
  ['PutItem', 'enveloped'],
  ['UpdateItem', 'enveloped'],
  ['DeleteItem', 'enveloped'],
  ['GetItem', 'bare'],
  ['BatchGetItem', 'bare'],
  ['Query', 'bare'],
])

/**
 * Runs the allowed statements of a batch and answers each of the others with its error. A mistake in a statement is
 * reported before its denial (seen on AWS).
 */
async function runAllowedStatements(
  context: OperationContext,
  authorization: AuthorizationContext,
  { access, operation, input, run }: JudgedRequest<BatchExecuteStatementInput>,
): Promise<WireAnswer> {
  const needs = batchStatementNeeds(authorization, input)
  const denied = new Map(deniedStatements(access, authorization, needs))
  for (const [position, { length }] of needs.entries()) {
    // Nobody has judged a statement without needs: it may only be answered with its mistake.
    if (length === 0) denied.set(position, unjudged(access, operation))
  }
  for (const position of denied.keys()) {
    const statement = input.Statements[position] as BatchStatementRequest
    if (isFaultyStatement(context, statement)) denied.delete(position)
  }
  if (denied.size === 0) return run(input, context)
  const Statements = input.Statements.filter((_, position) => !denied.has(position))
  const answer: WireAnswer = Statements.length === 0 ? {} : await run({ ...input, Statements }, context)
  const answered = [...((answer['Responses'] as readonly unknown[] | undefined) ?? [])]
  const Responses = input.Statements.map((_, position) => {
    const error = denied.get(position)
    return error === undefined
      ? answered.shift()
      : { Error: { Code: 'AccessDenied', Message: error.message }, TableName: tableNameIn(needs[position]) }
  })
  return { ...answer, Responses }
}

/** Returns the table that a statement names, whether or not it exists. */
function tableNameIn(needs: readonly Need[] | undefined): string | undefined {
  return needs?.[0]?.resource.split(/:table\/|\/index\//)[1]
}

/**
 * Throws the cancellation of a transaction that has denied statements: it lists each of them, and no statement
 * runs. Mistakes in statements are reported first.
 */
function cancelDenied(
  context: OperationContext,
  authorization: AuthorizationContext,
  { access, input }: JudgedRequest<ExecuteTransactionInput>,
): void {
  const denied = deniedStatements(access, authorization, needsOfTransaction(context, authorization, input))
  if (denied.size === 0) return
  checkTransactStatements(context, input)
  throw transactionCanceled(
    input.TransactStatements.map((_, position) => {
      const error = denied.get(position)
      return error === undefined ? noReason : { Code: 'AccessDenied', Message: error.message }
    }),
  )
}

/** Returns the needs of a transaction's statements. A mistake in one of them is told as the operation tells it. */
function needsOfTransaction(
  context: OperationContext,
  authorization: AuthorizationContext,
  input: ExecuteTransactionInput,
): readonly (readonly Need[])[] {
  try {
    return transactStatementNeeds(authorization, input)
  } catch (error) {
    checkTransactStatements(context, input)
    throw error
  }
}
