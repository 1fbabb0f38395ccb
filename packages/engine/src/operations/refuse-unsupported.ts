import { validationError } from '@monotable/protocol'

/** Refuses parameters of DynamoDB that this database does not have yet: nothing is accepted and forgotten. */
export function refuseUnsupported<Input extends object>(
  operation: string,
  input: Input,
  names: readonly (keyof Input & string)[],
): void {
  const name = names.find((candidate) => input[candidate] !== undefined)
  if (name === undefined) return
  throw validationError(`Monotable does not support the parameter ${name} of ${operation} yet`)
}
