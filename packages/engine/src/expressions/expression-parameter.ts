import { EXPRESSION_MAX_OPERATORS, type ServiceError, ValidationError } from '@monotable/protocol'

/** The request parameters that contain an expression. */
export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'SearchConditionExpression'
  | 'UpdateExpression'

/** Returns the error for an invalid expression. `classic` is the text of older AWS layers, where it differs. */
export function invalidExpression(
  parameter: ExpressionParameter,
  problem: string,
  classic: string = problem,
): ServiceError {
  return new ValidationError(`Invalid ${parameter}: ${problem}`, `Invalid ${parameter}: ${classic}`)
}

/**
 * Returns the error for an expression of more than 300 operators; DynamoDB stops counting at the first one over the
 * limit.
 */
export function tooManyOperators(parameter: ExpressionParameter): ServiceError {
  const count = EXPRESSION_MAX_OPERATORS + 1
  return invalidExpression(parameter, `The expression contains too many operators; operator count: ${count}`)
}
