/** The types that a key attribute can have. */
export type ScalarAttributeType = 'S' | 'N' | 'B'

/** Whether a key attribute determines the partition or the position within it. */
export type KeyType = 'HASH' | 'RANGE'

/** How a table is billed. */
export type BillingMode = 'PROVISIONED' | 'PAY_PER_REQUEST'

/** Which attributes an index holds. */
export type ProjectionType = 'ALL' | 'INCLUDE' | 'KEYS_ONLY'

/** What a stream record contains of the changed item. */
export type StreamViewType = 'KEYS_ONLY' | 'NEW_IMAGE' | 'OLD_IMAGE' | 'NEW_AND_OLD_IMAGES'

/** How a table is encrypted at rest. */
export type SSEType = 'AES256' | 'KMS'

/** The storage class of a table. */
export type TableClass = 'STANDARD' | 'STANDARD_INFREQUENT_ACCESS'

/** How the replicas of a global table agree. */
export type MultiRegionConsistency = 'EVENTUAL' | 'STRONG'

/** Whether the settings of a global table are copied to its replicas. */
export type GlobalTableSettingsReplicationMode = 'ENABLED' | 'DISABLED' | 'ENABLED_WITH_OVERRIDES'

/** How a vector index measures nearness. */
export type VectorDistanceFunction = 'COSINE' | 'EUCLIDEAN' | 'DOT_PRODUCT'

/** What a search attribute of a vector index is for. */
export type SearchSchemaElementType = 'HASH' | 'INLINE_FILTER'

/** The type of an attribute used by some key. */
export interface AttributeDefinition {
  readonly AttributeName: string
  readonly AttributeType: ScalarAttributeType
}

/** One attribute of a key. An index may have up to four of each type; their order matters. */
export interface KeySchemaElement {
  readonly AttributeName: string
  readonly KeyType: KeyType
}

/** Which attributes an index holds besides the keys. */
export interface Projection {
  readonly ProjectionType?: ProjectionType | undefined
  readonly NonKeyAttributes?: readonly string[] | undefined
}

/** Capacity bought for a table or an index. */
export interface ProvisionedThroughput {
  readonly ReadCapacityUnits: number
  readonly WriteCapacityUnits: number
}

/** An upper limit for an on-demand table or index. */
export interface OnDemandThroughput {
  readonly MaxReadRequestUnits?: number | undefined
  readonly MaxWriteRequestUnits?: number | undefined
}

/** What a table or an index can take at once. */
export interface WarmThroughput {
  readonly ReadUnitsPerSecond?: number | undefined
  readonly WriteUnitsPerSecond?: number | undefined
}

/** An index that shares the table's partition key. */
export interface LocalSecondaryIndex {
  readonly IndexName: string
  readonly KeySchema: readonly KeySchemaElement[]
  readonly Projection: Projection
}

/** An index with keys of its own. */
export interface GlobalSecondaryIndex extends LocalSecondaryIndex {
  readonly ProvisionedThroughput?: ProvisionedThroughput | undefined
  readonly OnDemandThroughput?: OnDemandThroughput | undefined
  readonly WarmThroughput?: WarmThroughput | undefined
}

/** The attribute that contains the vectors of a vector index. */
export interface VectorAttributeDefinition {
  readonly AttributeName: string
}

/** An attribute that can narrow a search in a vector index. */
export interface SearchSchemaElement {
  readonly AttributeName: string
  readonly SearchSchemaElementType: SearchSchemaElementType
}

/** An index that finds the items with the nearest vectors. */
export interface VectorIndex {
  readonly IndexName: string
  readonly VectorAttribute: VectorAttributeDefinition
  readonly SearchSchema?: readonly SearchSchemaElement[] | undefined
  readonly Projection: Projection
  readonly Dimensions: number
  readonly DistanceFunction: VectorDistanceFunction
}

/** Whether a table has a stream, and what its records contain. */
export interface StreamSpecification {
  readonly StreamEnabled: boolean
  readonly StreamViewType?: StreamViewType | undefined
}

/** How a table is to be encrypted. */
export interface SSESpecification {
  readonly Enabled?: boolean | undefined
  readonly SSEType?: SSEType | undefined
  readonly KMSMasterKeyId?: string | undefined
}

/** A tag of a resource. */
export interface Tag {
  readonly Key: string
  readonly Value: string
}

/** The read capacity of a replica, if it differs from the table's. */
export interface ProvisionedThroughputOverride {
  readonly ReadCapacityUnits?: number | undefined
}

/** The upper limit for reads of a replica, if it differs from the table's. */
export interface OnDemandThroughputOverride {
  readonly MaxReadRequestUnits?: number | undefined
}
