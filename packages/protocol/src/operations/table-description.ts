import type {
  AttributeDefinition,
  BillingMode,
  GlobalTableSettingsReplicationMode,
  KeySchemaElement,
  MultiRegionConsistency,
  OnDemandThroughput,
  OnDemandThroughputOverride,
  Projection,
  ProvisionedThroughputOverride,
  SearchSchemaElement,
  SSEType,
  StreamSpecification,
  TableClass,
  VectorAttributeDefinition,
  VectorDistanceFunction,
} from './table-definition.ts'

/** The status of a table. */
export type TableStatus =
  | 'CREATING'
  | 'UPDATING'
  | 'DELETING'
  | 'ACTIVE'
  | 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'
  | 'ARCHIVING'
  | 'ARCHIVED'
  | 'REPLICATION_NOT_AUTHORIZED'

/** The status of an index. */
export type IndexStatus = 'CREATING' | 'UPDATING' | 'DELETING' | 'ACTIVE'

/** The status of a table's encryption. */
export type SSEStatus = 'ENABLING' | 'ENABLED' | 'DISABLING' | 'DISABLED' | 'UPDATING'

/** The status of a replica of a global table. */
export type ReplicaStatus =
  | 'CREATING'
  | 'CREATION_FAILED'
  | 'UPDATING'
  | 'DELETING'
  | 'ACTIVE'
  | 'REGION_DISABLED'
  | 'INACCESSIBLE_ENCRYPTION_CREDENTIALS'
  | 'ARCHIVING'
  | 'ARCHIVED'
  | 'REPLICATION_NOT_AUTHORIZED'

/** The status of a witness of a global table. */
export type WitnessStatus = 'CREATING' | 'DELETING' | 'ACTIVE'

/** Capacity bought, and when it last changed. Times are seconds since 1970, as on the wire. */
export interface ProvisionedThroughputDescription {
  readonly LastIncreaseDateTime?: number
  readonly LastDecreaseDateTime?: number
  readonly NumberOfDecreasesToday?: number
  readonly ReadCapacityUnits?: number
  readonly WriteCapacityUnits?: number
}

/** How a table is billed, and since when. */
export interface BillingModeSummary {
  readonly BillingMode?: BillingMode
  readonly LastUpdateToPayPerRequestDateTime?: number
}

/** Same as `BillingModeSummary`; AWS sends it under this name too, although no SDK has it. */
export interface TableThroughputModeSummary {
  readonly TableThroughputMode?: BillingMode
  readonly LastUpdateToPayPerRequestDateTime?: number
}

/** What a table can take at once. */
export interface TableWarmThroughputDescription {
  readonly ReadUnitsPerSecond?: number
  readonly WriteUnitsPerSecond?: number
  readonly Status?: TableStatus
}

/** What an index can take at once. */
export interface GlobalSecondaryIndexWarmThroughputDescription {
  readonly ReadUnitsPerSecond?: number
  readonly WriteUnitsPerSecond?: number
  readonly Status?: IndexStatus
}

/** The current state of a local secondary index. */
export interface LocalSecondaryIndexDescription {
  readonly IndexName?: string
  readonly KeySchema?: readonly KeySchemaElement[]
  readonly Projection?: Projection
  readonly IndexSizeBytes?: number
  readonly ItemCount?: number
  readonly IndexArn?: string
}

/** The current state of a global secondary index. */
export interface GlobalSecondaryIndexDescription extends LocalSecondaryIndexDescription {
  readonly IndexStatus?: IndexStatus
  readonly Backfilling?: boolean
  readonly ProvisionedThroughput?: ProvisionedThroughputDescription
  readonly OnDemandThroughput?: OnDemandThroughput
  readonly WarmThroughput?: GlobalSecondaryIndexWarmThroughputDescription
}

/** The current state of a vector index. */
export interface VectorIndexDescription {
  readonly IndexName?: string
  readonly SearchSchema?: readonly SearchSchemaElement[]
  readonly Projection?: Projection
  readonly VectorAttribute?: VectorAttributeDefinition
  readonly Dimensions?: number
  readonly DistanceFunction?: VectorDistanceFunction
  readonly IndexStatus?: IndexStatus
  readonly Backfilling?: boolean
  readonly IndexSizeBytes?: number
  readonly ItemCount?: number
  readonly IndexArn?: string
}

/** An index of a replica, where it differs from the table's. */
export interface ReplicaGlobalSecondaryIndexDescription {
  readonly IndexName?: string
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride
  readonly WarmThroughput?: GlobalSecondaryIndexWarmThroughputDescription
}

/** The storage class of a table, and since when. */
export interface TableClassSummary {
  readonly TableClass?: TableClass
  readonly LastUpdateDateTime?: number
}

/** A replica of a global table. */
export interface ReplicaDescription {
  readonly RegionName?: string
  readonly ReplicaStatus?: ReplicaStatus
  readonly ReplicaArn?: string
  readonly ReplicaStatusDescription?: string
  readonly ReplicaStatusPercentProgress?: string
  readonly KMSMasterKeyId?: string
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride
  readonly WarmThroughput?: TableWarmThroughputDescription
  readonly GlobalSecondaryIndexes?: readonly ReplicaGlobalSecondaryIndexDescription[]
  readonly ReplicaInaccessibleDateTime?: number
  readonly ReplicaTableClassSummary?: TableClassSummary
  readonly GlobalTableSettingsReplicationMode?: GlobalTableSettingsReplicationMode
}

/** A witness of a global table with strong consistency. */
export interface GlobalTableWitnessDescription {
  readonly RegionName?: string
  readonly WitnessStatus?: WitnessStatus
}

/** Where a restored table comes from. */
export interface RestoreSummary {
  readonly SourceBackupArn?: string
  readonly SourceTableArn?: string
  readonly RestoreDateTime: number
  readonly RestoreInProgress: boolean
}

/** How a table is encrypted. */
export interface SSEDescription {
  readonly Status?: SSEStatus
  readonly SSEType?: SSEType
  readonly KMSMasterKeyArn?: string
  readonly InaccessibleEncryptionDateTime?: number
}

/** Why and where a table was archived. */
export interface ArchivalSummary {
  readonly ArchivalDateTime?: number
  readonly ArchivalReason?: string
  readonly ArchivalBackupArn?: string
}

/** The current state of a table. Times are seconds since 1970, as on the wire. */
export interface TableDescription {
  readonly AttributeDefinitions?: readonly AttributeDefinition[]
  readonly TableName?: string
  readonly KeySchema?: readonly KeySchemaElement[]
  readonly TableStatus?: TableStatus
  readonly CreationDateTime?: number
  readonly ProvisionedThroughput?: ProvisionedThroughputDescription
  readonly TableSizeBytes?: number
  readonly ItemCount?: number
  readonly TableArn?: string
  readonly TableId?: string
  readonly BillingModeSummary?: BillingModeSummary
  readonly TableThroughputModeSummary?: TableThroughputModeSummary
  readonly LocalSecondaryIndexes?: readonly LocalSecondaryIndexDescription[]
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndexDescription[]
  readonly StreamSpecification?: StreamSpecification
  readonly LatestStreamLabel?: string
  readonly LatestStreamArn?: string
  readonly GlobalTableVersion?: string
  readonly Replicas?: readonly ReplicaDescription[]
  readonly GlobalTableWitnesses?: readonly GlobalTableWitnessDescription[]
  readonly GlobalTableSettingsReplicationMode?: GlobalTableSettingsReplicationMode
  readonly RestoreSummary?: RestoreSummary
  readonly SSEDescription?: SSEDescription
  readonly ArchivalSummary?: ArchivalSummary
  readonly TableClassSummary?: TableClassSummary
  readonly DeletionProtectionEnabled?: boolean
  readonly DisassociationProtectionEnabled?: boolean
  readonly OnDemandThroughput?: OnDemandThroughput
  readonly WarmThroughput?: TableWarmThroughputDescription
  readonly MultiRegionConsistency?: MultiRegionConsistency
  readonly VectorIndexes?: readonly VectorIndexDescription[]
}
