import type { AttributeMapInput } from './attribute-value-input.ts'
import type { ConsumedCapacity, ItemCollectionMetrics } from './consumed-capacity.ts'
import type { ExpressionAttributeNames, ExpressionAttributeValues } from './expression-attributes.ts'
import type {
  ReturnConsumedCapacity,
  ReturnItemCollectionMetrics,
  ReturnValuesOnConditionCheckFailure,
} from './return-options.ts'

/** What every action of a transaction can have. */
export interface TransactAction {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly ConditionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ExpressionAttributeValues?: ExpressionAttributeValues | undefined
  readonly ReturnValuesOnConditionCheckFailure?: ReturnValuesOnConditionCheckFailure | undefined
}

/** A condition on an item that the transaction does not write. */
export interface TransactConditionCheck extends TransactAction {
  readonly Key: AttributeMapInput
  readonly ConditionExpression: string
}

/** A put in a transaction. */
export interface TransactPut extends TransactAction {
  readonly Item: AttributeMapInput
}

/** A delete in a transaction. */
export interface TransactDelete extends TransactAction {
  readonly Key: AttributeMapInput
}

/** An update in a transaction. */
export interface TransactUpdate extends TransactAction {
  readonly Key: AttributeMapInput
  readonly UpdateExpression: string
}

/** One action of a transaction; exactly one of the four is given. */
export interface TransactWriteItem {
  readonly ConditionCheck?: TransactConditionCheck | undefined
  readonly Put?: TransactPut | undefined
  readonly Delete?: TransactDelete | undefined
  readonly Update?: TransactUpdate | undefined
}

/** The parameters of TransactWriteItems. */
export interface TransactWriteItemsInput {
  readonly TransactItems: readonly TransactWriteItem[]
  readonly ClientRequestToken?: string | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics | undefined
}

/** The answer of TransactWriteItems. */
export interface TransactWriteItemsOutput {
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
  readonly ItemCollectionMetrics?: { readonly [tableName: string]: readonly ItemCollectionMetrics[] }
}
