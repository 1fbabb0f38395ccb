import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity, ItemCollectionMetrics } from './consumed-capacity.ts'
import type { ReturnConsumedCapacity, ReturnItemCollectionMetrics } from './return-options.ts'

/** An item to put or to delete; exactly one of the two is given. */
export interface WriteRequest<Attributes = AttributeMapInput> {
  readonly PutRequest?: { readonly Item: Attributes } | undefined
  readonly DeleteRequest?: { readonly Key: Attributes } | undefined
}

/** The parameters of BatchWriteItem. */
export interface BatchWriteItemInput {
  /** What to write, by the table's name or its ARN. */
  readonly RequestItems: { readonly [tableName: string]: readonly WriteRequest[] }
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly ReturnItemCollectionMetrics?: ReturnItemCollectionMetrics | undefined
}

/** The answer of BatchWriteItem; what was not processed is in `UnprocessedItems`. */
export interface BatchWriteItemOutput {
  readonly UnprocessedItems?: { readonly [tableName: string]: readonly WriteRequest<AttributeMapOutput>[] }
  readonly ItemCollectionMetrics?: { readonly [tableName: string]: readonly ItemCollectionMetrics[] }
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
}
