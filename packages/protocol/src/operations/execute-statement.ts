import type { AttributeValueInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure } from './return-options.ts'

/** A PartiQL statement and the values of its `?`. */
export interface ParameterizedStatement {
  readonly Statement: string
  readonly Parameters?: readonly AttributeValueInput[] | undefined
}

/** The parameters of ExecuteStatement. */
export interface ExecuteStatementInput extends ParameterizedStatement {
  readonly ConsistentRead?: boolean | undefined
  readonly NextToken?: string | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly Limit?: number | undefined
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure | undefined
}

/** The answer of ExecuteStatement; has a `NextToken` if there may be more. */
export interface ExecuteStatementOutput {
  readonly Items?: readonly AttributeMapOutput[]
  readonly NextToken?: string
  readonly ConsumedCapacity?: ConsumedCapacity
  readonly LastEvaluatedKey?: AttributeMapOutput
}
