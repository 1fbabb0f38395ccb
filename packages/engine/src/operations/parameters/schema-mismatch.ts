import { ServiceError, validationError } from '@monotable/protocol'

/**
 * An item that is not as the keys of its table and indexes want it. Batches and transactions tell it in ways of
 * their own.
 */
export class SchemaMismatch extends ServiceError {
  constructor(message: string) {
    super('ValidationException', message)
  }
}

/** A key value that is longer than keys may be. In a transaction, unlike in a batch, it is told as a mismatch is. */
export class OversizedKey extends ServiceError {
  constructor(message: string) {
    super('ValidationException', message)
  }
}

/** Whether a fault of an item or a key is the reason of a cancelled transaction. */
export function isCancelling(error: unknown): error is ServiceError {
  return error instanceof SchemaMismatch || error instanceof OversizedKey
}

/** Which write an index key is checked for: the messages differ. */
export type IndexKeyWrite = 'put' | 'update'

/** The fault of an empty value in an attribute that is the key of an index. */
export function emptyIndexKey(
  index: { readonly name: string },
  name: string,
  kind: string,
  write: IndexKeyWrite,
): ServiceError {
  const fault = `The AttributeValue for a key attribute cannot contain an empty ${kind} value.`
  const detail =
    write === 'put'
      ? `A value specified for a secondary index key is not supported. ${fault} IndexName: ${index.name}, IndexKey: ${name}`
      : `The update expression attempted to update a secondary index key to a value that is not supported. ${fault}`
  return validationError(`One or more parameter values are not valid. ${detail}`)
}
