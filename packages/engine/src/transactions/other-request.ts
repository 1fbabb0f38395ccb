import { ServiceError } from '@monotable/protocol'

/** The fault of a token that stands for another request already. */
export function otherRequest(): ServiceError {
  return new ServiceError(
    'IdempotentParameterMismatchException',
    'Specified idempotent token was used with different request parameters within the idempotency window',
  )
}
