import type { AttributeMapOutput } from './attribute-value-output.ts'

/** Capacity units of one table or index. */
export interface Capacity {
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
  readonly CapacityUnits?: number
}

/** Bytes that a vector index was charged. */
export interface VectorCapacity {
  readonly VectorSearchRequestBytes?: number
  /** The same number again; AWS sends it, although it is in no model. */
  readonly VectorSearchUnits?: number
  readonly VectorWriteRequestBytes?: number
}

/** What a request consumed on one table; includes its indexes if `INDEXES` was requested. */
export interface ConsumedCapacity extends Capacity {
  readonly TableName?: string
  readonly Table?: Capacity
  readonly LocalSecondaryIndexes?: { readonly [indexName: string]: Capacity }
  readonly GlobalSecondaryIndexes?: { readonly [indexName: string]: Capacity }
  readonly VectorIndexes?: { readonly [indexName: string]: VectorCapacity }
}

/** The size of an item collection, as a lower and an upper estimate in gigabytes. */
export interface ItemCollectionMetrics {
  readonly ItemCollectionKey?: AttributeMapOutput
  readonly SizeEstimateRangeGB?: readonly number[]
}
