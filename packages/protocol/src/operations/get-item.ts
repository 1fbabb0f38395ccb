import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames } from './expression-attributes.ts'
import type { ReturnConsumedCapacity } from './return-options.ts'

/** The parameters of GetItem. */
export interface GetItemInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly Key: AttributeMapInput
  readonly ConsistentRead?: boolean | undefined
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly AttributesToGet?: readonly string[] | undefined
}

/** The answer of GetItem; has no `Item` if it does not exist. */
export interface GetItemOutput {
  readonly Item?: AttributeMapOutput
  readonly ConsumedCapacity?: ConsumedCapacity
}
