import type { ConformanceCase, ExpectedError, Fields, Item, OperationName, Step } from './case.ts'

/** A request and its answer. */
export function step(operation: OperationName, input: unknown, output?: unknown): Step {
  return output === undefined ? { operation, input } : { operation, input, output }
}

/** A request that is refused. */
export function refusal(operation: OperationName, input: unknown, error: ExpectedError): Step {
  return { operation, input, error }
}

/** The same request, sent to the second region. */
export function elsewhere(given: Step): Step {
  return { ...given, elsewhere: true }
}

/** What all cases of a family share. */
interface Family {
  readonly source: string
  readonly given?: { readonly [symbol: string]: readonly Item[] }
  readonly tables?: { readonly [symbol: string]: Fields }
}

/** A case of one request that is refused. */
export function refused(
  family: Family & { readonly name: string; readonly operation: OperationName },
  input: unknown,
  error: ExpectedError,
): ConformanceCase {
  const { operation, ...rest } = family
  return { ...rest, steps: [refusal(operation, input, error)] }
}

/** A case of one request that is answered. */
export function answered(
  family: Family & { readonly name: string; readonly operation: OperationName },
  input: unknown,
  output?: unknown,
): ConformanceCase {
  const { operation, ...rest } = family
  return { ...rest, steps: [step(operation, input, output)] }
}
