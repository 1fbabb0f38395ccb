import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity, ItemCollectionMetrics } from './consumed-capacity.ts'
import type { ExpressionAttributeNames, ExpressionAttributeValues } from './expression-attributes.ts'
import type { AttributeValueUpdate, ConditionalOperator, ExpectedAttributes } from './legacy-condition.ts'
import type {
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
  ReturnValue,
  ReturnValuesOnConditionCheckFailure,
} from './return-options.ts'

/** The parameters of UpdateItem. */
export interface UpdateItemInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly Key: AttributeMapInput
  readonly UpdateExpression?: string | undefined
  readonly ConditionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ExpressionAttributeValues?: ExpressionAttributeValues | undefined
  readonly ReturnValues?: ReturnValue | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics | undefined
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure | undefined
  readonly AttributeUpdates?: { readonly [name: string]: AttributeValueUpdate } | undefined
  readonly Expected?: ExpectedAttributes | undefined
  readonly ConditionalOperator?: ConditionalOperator | undefined
}

/** The answer of UpdateItem. */
export interface UpdateItemOutput {
  readonly Attributes?: AttributeMapOutput
  readonly ConsumedCapacity?: ConsumedCapacity
  readonly ItemCollectionMetrics?: ItemCollectionMetrics
}
