import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ParameterizedStatement } from './execute-statement.ts'
import type { ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure } from './return-options.ts'

/** One statement of a batch. */
export interface BatchStatementRequest extends ParameterizedStatement {
  readonly ConsistentRead?: boolean | undefined
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure | undefined
}

/** The parameters of BatchExecuteStatement. */
export interface BatchExecuteStatementInput {
  readonly Statements: readonly BatchStatementRequest[]
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
}

/** Why one statement of a batch failed. */
export interface BatchStatementError {
  readonly Code?: string
  readonly Message?: string
  readonly Item?: AttributeMapOutput
}

/** The result of one statement of a batch. */
export interface BatchStatementResponse {
  readonly Error?: BatchStatementError
  readonly TableName?: string
  readonly Item?: AttributeMapOutput
}

/** The answer of BatchExecuteStatement, in the order of the statements. */
export interface BatchExecuteStatementOutput {
  readonly Responses?: readonly BatchStatementResponse[]
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
}
