import type { OperationInputs, OperationName } from '@monotable/protocol'
import type { OperationContext, WireAnswer } from '../operations/operation-context.ts'
import type { Caller } from './database.ts'
import { operationTable } from './operation-table.ts'
import { runAuthorized } from './run-authorized.ts'

/** Who sent a request, and what it works with. */
export interface PlacedCall {
  readonly caller: Caller
  readonly context: OperationContext
}

/** Runs an operation, if its caller may have it run. */
export function runPermitted<Name extends OperationName>(
  operation: Name,
  input: OperationInputs[Name],
  { caller: { access, region }, context }: PlacedCall,
): Promise<WireAnswer> {
  if (access === undefined) return operationTable[operation](context, input)
  const run = (permitted: typeof input, placed: OperationContext) =>
    operationTable[operation](placed, permitted)
  return runAuthorized(context, { access, region, operation, input, run })
}
