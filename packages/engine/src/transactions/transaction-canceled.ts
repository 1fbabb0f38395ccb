import { ServiceError } from '@monotable/protocol'
import type { JsonText } from '../util/json-text.ts'

/** Why one action of a transaction would not go through; `None` for one that would. */
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

/** The reason of an action that nothing is wrong with. */
export const noReason: CancellationReason = { Code: 'None' }

/** The error of a transaction that did nothing, with a reason for each of its actions. */
export function transactionCanceled(reasons: readonly CancellationReason[]): ServiceError {
  const codes = reasons.map((reason) => reason.Code).join(', ')
  return new ServiceError(
    'TransactionCanceledException',
    `Transaction cancelled, please refer cancellation reasons for specific reasons [${codes}]`,
    { fields: { CancellationReasons: reasons } },
  )
}

/** A cancellation because one action cannot be done; nothing is said of the others. */
export function canceledByAction(position: number, count: number, message: string): ServiceError {
  const reasons = Array.from({ length: count }, () => noReason)
  reasons[position] = { Code: 'ValidationError', Message: message }
  return transactionCanceled(reasons)
}

/** A cancellation because of what single actions would have been refused for; `undefined` for one that would not. */
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
