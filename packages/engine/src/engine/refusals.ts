import { ServiceError } from '@monotable/protocol'
import type { StorageError } from '../storage/storage-error.ts'

/** An operation that AWS has and this database does not, or not yet. */
export function notBuilt(operation: string): ServiceError {
  return new ServiceError('UnknownOperationException', `Monotable does not have the operation ${operation}`)
}

/** What a client hears of a failure of the store: to try again, or that the table is gone. */
export function serviceErrorOf(error: StorageError): ServiceError {
  if (error.code === 'NO_SPACE') {
    return new ServiceError('ResourceNotFoundException', 'Requested resource not found', { cause: error })
  }
  return new ServiceError('InternalServerError', `The request could not be completed: ${error.message}`, {
    cause: error,
  })
}
