import { ServiceError } from '@monotable/protocol'

/** Returns the error for a token that already identifies another request. */
export function otherRequest(): ServiceError {
  return new ServiceError(
    'IdempotentParameterMismatchException',
    'Specified idempotent token was used with different request parameters within the idempotency window',
  )
}
