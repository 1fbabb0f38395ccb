import { ServiceError } from '@monotable/protocol'
import type { StorageError } from '../storage/storage-error.ts'

/** Returns the error for an operation that AWS has and this database does not have (yet). */
export function notBuilt(operation: string): ServiceError {
  return new ServiceError('UnknownOperationException', `Monotable does not have the operation ${operation}`)
}

/** Converts a failure of the store into the error a client gets: retry, or the table does not exist. */
export function serviceErrorOf(error: StorageError): ServiceError {
  if (error.code === 'NO_SPACE') {
    return new ServiceError('ResourceNotFoundException', 'Requested resource not found', { cause: error })
  }
  return new ServiceError('InternalServerError', `The request could not be completed: ${error.message}`, {
    cause: error,
  })
}
