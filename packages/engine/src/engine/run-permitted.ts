import type { OperationInputs, OperationName } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import { giveWay, largeInputBytes } from '../util/long-work.ts'
import type { Caller } from './database.ts'
import { operationTable } from './operation-table.ts'
import { runAuthorized } from './run-authorized.ts'

/** A call with the context it runs in. */
export interface PlacedCall {
  readonly caller: Caller
  readonly context: OperationContext
  /** The length of the text that a server parsed; present only if nobody else uses the parsed input. */
  readonly sizeBytes?: number | undefined
}

/**
 * Runs an operation if its caller is allowed to. Validating a request of several megabytes takes up to a second,
 * and executing it another one, so other requests get their turn in between.
 */
export function runPermitted<Name extends OperationName>(
  operation: Name,
  input: OperationInputs[Name],
  call: PlacedCall,
): Promise<WireAnswer> {
  if (call.sizeBytes === undefined || call.sizeBytes < largeInputBytes) return run(operation, input, call)
  return giveWay().then(() => run(operation, input, call))
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
