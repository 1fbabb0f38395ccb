import { validationError } from '@monotable/protocol'

/** Refuses DynamoDB parameters that this database does not support yet, so that none is silently ignored. */
export function refuseUnsupported<Input extends object>(
  operation: string,
  input: Input,
  names: readonly (keyof Input & string)[],
): void {
  const name = names.find((candidate) => input[candidate] !== undefined)
  if (name === undefined) return
  throw validationError(`Monotable does not support the parameter ${name} of ${operation} yet`)
}
