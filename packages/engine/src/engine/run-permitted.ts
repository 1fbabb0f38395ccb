import type { OperationInputs, OperationName } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { longReads } from '../util/long-work.ts'
import type { Caller } from './database.ts'
import { operationTable } from './operation-table.ts'
import { runAuthorized } from './run-authorized.ts'

/** Who sent a request, and what it works with. */
export interface PlacedCall {
  readonly caller: Caller
  readonly context: OperationContext
  /** How long the text was that a server has parsed: what came of it is nobody else's. */
  readonly sizeBytes?: number | undefined
}

const LARGE_BYTES = 1024 * 1024

/**
 * Runs an operation, if its caller may have it run. To validate a request of megabytes takes up to a second, and to work on
 * it another: others have a turn between. It is the turn after the next, since a server writes answers at a turn's end.
 */
export function runPermitted<Name extends OperationName>(
  operation: Name,
  input: OperationInputs[Name],
  call: PlacedCall,
): Promise<WireAnswer> {
  if (call.sizeBytes === undefined || call.sizeBytes < LARGE_BYTES) return run(operation, input, call)
  return longReads
    .turn()
    .then(() => longReads.turn())
    .then(() => run(operation, input, call))
}

function run<Name extends OperationName>(
  operation: Name,
  input: OperationInputs[Name],
  { caller: { access, region }, context }: PlacedCall,
): Promise<WireAnswer> {
  if (access === undefined) return operationTable[operation](context, input)
  const runAs = (permitted: typeof input, placed: OperationContext) =>
    operationTable[operation](placed, permitted)
  return runAuthorized(context, { access, region, operation, input, run: runAs })
}
