import type { AttributeMapInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { ConsumedCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames, ExpressionAttributeValues } from './expression-attributes.ts'
import type { ConditionalOperator, LegacyConditions } from './legacy-condition.ts'
import type { ReturnConsumedCapacity, Select } from './return-options.ts'

/** The parameters of Scan. */
export interface ScanInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly IndexName?: string | undefined
  readonly Select?: Select | undefined
  readonly Limit?: number | undefined
  readonly ConsistentRead?: boolean | undefined
  readonly Segment?: number | undefined
  readonly TotalSegments?: number | undefined
  readonly ExclusiveStartKey?: AttributeMapInput | undefined
  readonly FilterExpression?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ExpressionAttributeValues?: ExpressionAttributeValues | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
  readonly AttributesToGet?: readonly string[] | undefined
  readonly ScanFilter?: LegacyConditions | undefined
  readonly ConditionalOperator?: ConditionalOperator | undefined
}

/** The answer of Scan; has a `LastEvaluatedKey` if there may be more. */
export interface ScanOutput {
  readonly Items?: readonly AttributeMapOutput[]
  readonly Count?: number
  readonly ScannedCount?: number
  readonly LastEvaluatedKey?: AttributeMapOutput
  readonly ConsumedCapacity?: ConsumedCapacity
}
