import type { AttributeValueInput } from './attribute-value-input.ts'
import type { AttributeMapOutput } from './attribute-value-output.ts'
import type { VectorCapacity } from './consumed-capacity.ts'
import type { ExpressionAttributeNames, ExpressionAttributeValues } from './expression-attributes.ts'
import type { ReturnConsumedCapacity } from './return-options.ts'

/** The parameters of SearchVectors. */
export interface SearchVectorsInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly IndexName: string
  /** Numbers, as many as the index has dimensions. */
  readonly SearchVector: readonly AttributeValueInput[]
  /** How many of the nearest items to return. */
  readonly TopK: number
  readonly SearchConditionExpression?: string | undefined
  readonly ProjectionExpression?: string | undefined
  readonly ExpressionAttributeNames?: ExpressionAttributeNames | undefined
  readonly ExpressionAttributeValues?: ExpressionAttributeValues | undefined
  readonly ReturnConsumedCapacity?: ReturnConsumedCapacity | undefined
}

/** A found item with its score. */
export interface SearchResultItem {
  readonly Item?: AttributeMapOutput
  readonly Score?: number
}

/** The answer of SearchVectors, nearest item first. */
export interface SearchVectorsOutput {
  readonly SearchResults?: readonly SearchResultItem[]
  readonly ConsumedCapacity?: VectorCapacity
}
