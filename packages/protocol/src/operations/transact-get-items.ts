import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames } from './expression-attributes.ts'
import type { ReturnConsumedCapacity } from './return-options.ts'

/** One read of a transaction. */
export interface TransactGet {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly Key: AttributeMapInput
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
}

/** The parameters of TransactGetItems. */
export interface TransactGetItemsInput {
  readonly TransactItems: readonly { readonly Get: TransactGet }[]
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
}

/** The result of one read of a transaction; has no `Item` if it does not exist. */
export interface ItemResponse {
  readonly Item?: AttributeMapOutput
}

/** The answer of TransactGetItems, in the order of the request. */
export interface TransactGetItemsOutput {
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
  readonly Responses?: readonly ItemResponse[]
}
