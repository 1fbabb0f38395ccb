import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames, ExpressionAttributeValues } from './expression-attributes.ts'
import type { ConditionalOperator, LegacyConditions } from './legacy-condition.ts'
import type { ReturnConsumedCapacity, Select } from './return-options.ts'

/** The parameters of Query. */
export interface QueryInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly IndexName?: string | undefined
  readonly Select?: Select | undefined
  readonly Limit?: number | undefined
  readonly ConsistentRead?: boolean | undefined
  readonly ScanIndexForward?: boolean | undefined
  readonly ExclusiveStartKey?: AttributeMapInput | undefined
  readonly KeyConditionExpression?: string | undefined
  readonly FilterExpression?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ExpressionAttributeValues?: ExpressionAttributeValues | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly AttributesToGet?: readonly string[] | undefined
  readonly KeyConditions?: LegacyConditions | undefined
  readonly QueryFilter?: LegacyConditions | undefined
  readonly ConditionalOperator?: ConditionalOperator | undefined
}

/** The answer of Query; has a `LastEvaluatedKey` if there may be more. */
export interface QueryOutput {
  readonly Items?: readonly AttributeMapOutput[]
  readonly Count?: number
  readonly ScannedCount?: number
  readonly LastEvaluatedKey?: AttributeMapOutput
  readonly ConsumedCapacity?: ConsumedCapacity
}
