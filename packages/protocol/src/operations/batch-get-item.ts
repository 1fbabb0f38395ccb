import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames } from './expression-attributes.ts'
import type { ReturnConsumedCapacity } from './return-options.ts'

/** The items to read from one table. */
export interface KeysAndAttributes<Key = AttributeMapInput> {
  readonly Keys: readonly Key[]
  readonly ConsistentRead?: boolean | undefined
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** The parameters of BatchGetItem. */
export interface BatchGetItemInput {
  /** What to read, by the table's name or its ARN. */
  readonly RequestItems: { readonly [tableName: string]: KeysAndAttributes }
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
}

/** The answer of BatchGetItem; what was not processed is in `UnprocessedKeys`. */
export interface BatchGetItemOutput {
  readonly Responses?: { readonly [tableName: string]: readonly AttributeMapOutput[] }
  readonly UnprocessedKeys?: { readonly [tableName: string]: KeysAndAttributes<AttributeMapOutput> }
  readonly ConsumedCapacity?: readonly ConsumedCapacity[]
}
