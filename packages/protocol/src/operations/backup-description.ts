import type {
  BillingMode,
  GlobalSecondaryIndex,
  KeySchemaElement,
  LocalSecondaryIndex,
  OnDemandThroughput,
  Projection,
  ProvisionedThroughput,
  SSESpecification,
  StreamSpecification,
  VectorIndex,
} from './table-definition.ts'
import type { SSEDescription } from './table-description.ts'

/** The status of a backup. */
export type BackupStatus = 'CREATING' | 'DELETED' | 'AVAILABLE'

/** Who requested a backup: a user, DynamoDB itself when a table is deleted, or AWS Backup. */
export type BackupType = 'USER' | 'SYSTEM' | 'AWS_BACKUP'

/** Which backups are listed. */
export type BackupTypeFilter = BackupType | 'ALL'

/** A backup. Times are seconds since 1970, as on the wire. */
export interface BackupDetails {
  readonly BackupArn: string
  readonly BackupName: string
  readonly BackupSizeBytes?: number
  readonly BackupStatus: BackupStatus
  readonly BackupType: BackupType
  readonly BackupCreationDateTime: number
  readonly BackupExpiryDateTime?: number
}

/** The table of a backup, as it was at the time. */
export interface SourceTableDetails {
  readonly TableName: string
  readonly TableId: string
  readonly TableArn?: string
  readonly TableSizeBytes?: number
  readonly KeySchema: readonly KeySchemaElement[]
  readonly TableCreationDateTime: number
  readonly ProvisionedThroughput: ProvisionedThroughput
  readonly OnDemandThroughput?: OnDemandThroughput
  readonly ItemCount?: number
  readonly BillingMode?: BillingMode
}

/** A local index of a backup's table. */
export interface LocalSecondaryIndexInfo {
  readonly IndexName?: string
  readonly KeySchema?: readonly KeySchemaElement[]
  readonly Projection?: Projection
}

/** A global index of a backup's table. */
export interface GlobalSecondaryIndexInfo extends LocalSecondaryIndexInfo {
  readonly ProvisionedThroughput?: ProvisionedThroughput
  readonly OnDemandThroughput?: OnDemandThroughput
}

/** The features of a backup's table, apart from items. */
export interface SourceTableFeatureDetails {
  readonly LocalSecondaryIndexes?: readonly LocalSecondaryIndexInfo[]
  readonly GlobalSecondaryIndexes?: readonly GlobalSecondaryIndexInfo[]
  readonly StreamDescription?: StreamSpecification
  readonly TimeToLiveDescription?: { readonly TimeToLiveStatus?: string; readonly AttributeName?: string }
  readonly SSEDescription?: SSEDescription
  readonly VectorIndexes?: readonly VectorIndex[]
}

/** A backup and its table. */
export interface BackupDescription {
  readonly BackupDetails?: BackupDetails
  readonly SourceTableDetails?: SourceTableDetails
  readonly SourceTableFeatureDetails?: SourceTableFeatureDetails
}

/** A backup in a list. */
export interface BackupSummary {
  readonly TableName?: string
  readonly TableId?: string
  readonly TableArn?: string
  readonly BackupArn?: string
  readonly BackupName?: string
  readonly BackupCreationDateTime?: number
  readonly BackupExpiryDateTime?: number
  readonly BackupStatus?: BackupStatus
  readonly BackupType?: BackupType
  readonly BackupSizeBytes?: number
}

/** Settings of a restored table that differ from those of its source. */
export interface RestoreOverrides {
  readonly BillingModeOverride?: BillingMode | undefined
  readonly GlobalSecondaryIndexOverride?: readonly GlobalSecondaryIndex[] | undefined
  readonly LocalSecondaryIndexOverride?: readonly LocalSecondaryIndex[] | undefined
  readonly ProvisionedThroughputOverride?: ProvisionedThroughput | undefined
  readonly OnDemandThroughputOverride?: OnDemandThroughput | undefined
  readonly SSESpecificationOverride?: SSESpecification | undefined
  readonly VectorIndexOverride?: readonly VectorIndex[] | undefined
}

/** Whether a table can be restored to a point in time, and to which ones. */
export interface PointInTimeRecoveryDescription {
  readonly PointInTimeRecoveryStatus?: 'ENABLED' | 'DISABLED'
  readonly RecoveryPeriodInDays?: number
  /** The same under another name, which AWS sends although its SDK lacks it. */
  readonly PointInTimeRecoveryWindowDays?: number
  readonly EarliestRestorableDateTime?: number
  readonly LatestRestorableDateTime?: number
}

/** The continuous backups of a table. */
export interface ContinuousBackupsDescription {
  readonly ContinuousBackupsStatus: 'ENABLED' | 'DISABLED'
  readonly PointInTimeRecoveryDescription?: PointInTimeRecoveryDescription
}
