import type { ConformanceCase, ExpectedError, Fields, Item, OperationName, Step } from './case.ts'

/** A step with a request and its answer. */
export function step(operation: OperationName, input: unknown, output?: unknown): Step {
  return output === undefined ? { operation, input } : { operation, input, output }
}

/** A step with a request that is refused. */
export function refusal(operation: OperationName, input: unknown, error: ExpectedError): Step {
  return { operation, input, error }
}

/** The same step, sent to the second region. */
export function elsewhere(given: Step): Step {
  return { ...given, elsewhere: true }
}

/** What all cases of a family have in common. */
interface Family {
  readonly source: string
  readonly given?: { readonly [symbol: string]: readonly Item[] }
  readonly tables?: { readonly [symbol: string]: Fields }
}

/** A case with one request that is refused. */
export function refused(
  family: Family & { readonly name: string; readonly operation: OperationName },
  input: unknown,
  error: ExpectedError,
): ConformanceCase {
  const { operation, ...rest } = family
  return { ...rest, steps: [refusal(operation, input, error)] }
}

/** A case with one request that is answered. */
export function answered(
  family: Family & { readonly name: string; readonly operation: OperationName },
  input: unknown,
  output?: unknown,
): ConformanceCase {
  const { operation, ...rest } = family
  return { ...rest, steps: [step(operation, input, output)] }
}
