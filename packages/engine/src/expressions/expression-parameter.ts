import { EXPRESSION_MAX_OPERATORS, type ServiceError, ValidationError } from '@monotable/protocol'

/** The request parameters that hold an expression. */
export type ExpressionParameter =
  | 'ConditionExpression'
  | 'FilterExpression'
  | 'KeyConditionExpression'
  | 'ProjectionExpression'
  | 'SearchConditionExpression'
  | 'UpdateExpression'

/** The error for an expression that cannot be accepted. `classic` is for what older layers of AWS say otherwise. */
export function invalidExpression(
  parameter: ExpressionParameter,
  problem: string,
  classic: string = problem,
): ServiceError {
  return new ValidationError(`Invalid ${parameter}: ${problem}`, `Invalid ${parameter}: ${classic}`)
}

/** The error for an expression of more than 300 operators; DynamoDB stops counting at the first too many. */
export function tooManyOperators(parameter: ExpressionParameter): ServiceError {
  const count = EXPRESSION_MAX_OPERATORS + 1
  return invalidExpression(parameter, `The expression contains too many operators; operator count: ${count}`)
}
