import { ServiceError } from '@monotable/protocol'
import type { JsonText } from '../util/json-text.ts'

/** Why one action of a transaction would fail; `None` for one that would not. */
export interface CancellationReason {
  readonly Code:
    | 'None'
    | 'AccessDenied'
    | 'ConditionalCheckFailed'
    | 'DuplicateItem'
    | 'ItemCollectionSizeLimitExceeded'
    | 'ProvisionedThroughputExceeded'
    | 'ResourceNotFound'
    | 'ThrottlingError'
    | 'TransactionConflict'
    | 'ValidationError'
  readonly Message?: string
  readonly Item?: JsonText
}

/** The reason for an action that is fine. */
export const noReason: CancellationReason = { Code: 'None' }

/** Returns the error of a cancelled transaction, with a reason for each of its actions. */
export function transactionCanceled(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map((reason) => reason.Code).join(', ')
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { fields: { CancellationReasons: reasons } },
  )
}

/** Returns a cancellation because one action is impossible; the others have no reason. */
export function canceledByAction(position: number, count: number, message: string): ServiceError {
  const reasons = Array.from({ length: count }, () => noReason)
  reasons[position] = { Code: 'ValidationError', Message: message }
  return transactionCanceled(reasons)
}

/** Returns a cancellation with the errors that single actions would have had; `undefined` for those without one. */
export function canceledByErrors(errors: readonly (ServiceError | undefined)[]): ServiceError {
  return transactionCanceled(
    errors.map((error) => (error === undefined ? noReason : { Code: codeOf(error), Message: error.message })),
  )
}

function codeOf({ name }: ServiceError): CancellationReason['Code'] {
  if (name === 'ItemCollectionSizeLimitExceededException') return 'ItemCollectionSizeLimitExceeded'
  return name === 'ProvisionedThroughputExceededException'
    ? 'ProvisionedThroughputExceeded'
    : 'ThrottlingError'
}
