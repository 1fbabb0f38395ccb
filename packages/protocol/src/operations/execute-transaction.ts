import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ParameterizedStatement } from './execute-statement.ts'
import type { ReturnConsumedCapacity, ReturnValuesOnConditionCheckFailure } from './return-options.ts'

/** One statement of a transaction. */
export interface TransactStatement extends ParameterizedStatement {
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure | undefined
}

/** The parameters of ExecuteTransaction. */
export interface ExecuteTransactionInput {
  readonly TransactStatements: readonly TransactStatement[]
  readonly ClientRequestToken?: string | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
}

/** The answer of ExecuteTransaction: an element for each read, and none for writes. */
export interface ExecuteTransactionOutput {
  readonly Responses?: readonly { readonly Item?: AttributeMapOutput }[]
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
}
