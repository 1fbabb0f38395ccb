import { ServiceError, validationError } from '@monotable/protocol'

/**
 * An item that does not fit the keys of its table and indexes. Batches and transactions report this in their own
 * ways.
 */
export class SchemaMismatch extends ServiceError {
  constructor(message: string) {
    super('ValidationException', message)
  }
}

/** A key value that is too long. A transaction, unlike a batch, reports it like a mismatch. */
export class OversizedKey extends ServiceError {
  constructor(message: string) {
    super('ValidationException', message)
  }
}

/** Returns whether an error of an item or a key becomes the reason of a cancelled transaction. */
export function isCancelling(error: unknown): error is ServiceError {
  return error instanceof SchemaMismatch || error instanceof OversizedKey
}

/** The kind of write for which an index key is checked: the messages differ. */
export type IndexKeyWrite = 'put' | 'update'

/** Returns the error for an empty value in an attribute that is the key of an index. */
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
