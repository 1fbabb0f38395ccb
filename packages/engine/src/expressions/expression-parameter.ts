import { type ServiceError, validationError } from '@monotable/protocol'

/** The request parameters that hold an expression. */
export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'UpdateExpression'

/** The error for an expression that cannot be accepted. */
export function invalidExpression(parameter: ExpressionParameter, problem: string): ServiceError {
  return validationError(`Invalid ${parameter}: ${problem}`)
}
