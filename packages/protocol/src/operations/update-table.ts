import type {
  AttributeDefinition,
  BillingMode,
  GlobalSecondaryIndex,
  GlobalTableSettingsReplicationMode,
  MultiRegionConsistency,
  OnDemandThroughput,
  OnDemandThroughputOverride,
  ProvisionedThroughput,
  ProvisionedThroughputOverride,
  SSESpecification,
  StreamSpecification,
  TableClass,
  VectorIndex,
  WarmThroughput,
} from './table-definition.ts'
import type { TableDescription } from './table-description.ts'

/** A change of an index's capacity. */
export interface UpdateGlobalSecondaryIndexAction {
  readonly IndexName: string
  readonly ProvisionedThroughput?: ProvisionedThroughput | undefined
  readonly OnDemandThroughput?: OnDemandThroughput | undefined
  readonly WarmThroughput?: WarmThroughput | undefined
}

/** A change of one global secondary index; exactly one of the three is given. */
export interface GlobalSecondaryIndexUpdate {
  readonly Update?: UpdateGlobalSecondaryIndexAction | undefined
  readonly Create?: GlobalSecondaryIndex | undefined
  readonly Delete?: { readonly IndexName: string } | undefined
}

/** A change of one vector index; exactly one of the two is given. */
export interface VectorIndexUpdate {
  readonly Create?: VectorIndex | undefined
  readonly Delete?: { readonly IndexName: string } | undefined
}

/** An index of a replica, where it differs from the table's. */
export interface ReplicaGlobalSecondaryIndex {
  readonly IndexName: string
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride | undefined
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride | undefined
}

/** The settings of a replica. */
export interface ReplicationGroupMemberAction {
  readonly RegionName: string
  readonly KMSMasterKeyId?: string | undefined
  readonly ProvisionedThroughputOverride?: ProvisionedThroughputOverride | undefined
  readonly OnDemandThroughputOverride?: OnDemandThroughputOverride | undefined
  readonly GlobalSecondaryIndexes?: readonly ReplicaGlobalSecondaryIndex[] | undefined
  readonly TableClassOverride?: TableClass | undefined
}

/** A change of one replica; exactly one of the four is given. */
export interface ReplicationGroupUpdate {
  readonly Create?: ReplicationGroupMemberAction | undefined
  readonly Update?: ReplicationGroupMemberAction | undefined
  readonly Delete?: { readonly RegionName: string } | undefined
  readonly Disassociate?:
    | { readonly RegionName: string; readonly DisassociationMode: 'WAIT_FOR_REPLICATION' }
    | undefined
}

/** A change of one witness; exactly one of the two is given. */
export interface GlobalTableWitnessGroupUpdate {
  readonly Create?: { readonly RegionName: string } | undefined
  readonly Delete?: { readonly RegionName: string } | undefined
}

/** The parameters of UpdateTable. */
export interface UpdateTableInput {
  /** The table's name or its ARN. */
  readonly TableName: string
  readonly AttributeDefinitions?: readonly AttributeDefinition[] | undefined
  readonly BillingMode?: BillingMode | undefined
  /** Another name for `BillingMode`, which AWS accepts although no SDK has it. */
  readonly TableThroughputMode?: BillingMode | undefined
  readonly ProvisionedThroughput?: ProvisionedThroughput | undefined
  readonly OnDemandThroughput?: OnDemandThroughput | undefined
  readonly WarmThroughput?: WarmThroughput | undefined
  readonly GlobalSecondaryIndexUpdates?: readonly GlobalSecondaryIndexUpdate[] | undefined
  readonly VectorIndexUpdates?: readonly VectorIndexUpdate[] | undefined
  readonly StreamSpecification?: StreamSpecification | undefined
  readonly SSESpecification?: SSESpecification | undefined
  readonly ReplicaUpdates?: readonly ReplicationGroupUpdate[] | undefined
  readonly TableClass?: TableClass | undefined
  readonly DeletionProtectionEnabled?: boolean | undefined
  readonly DisassociationProtectionEnabled?: boolean | undefined
  readonly MultiRegionConsistency?: MultiRegionConsistency | undefined
  readonly GlobalTableWitnessUpdates?: readonly GlobalTableWitnessGroupUpdate[] | undefined
  readonly GlobalTableSettingsReplicationMode?: GlobalTableSettingsReplicationMode | undefined
}

/** The answer of UpdateTable. */
export interface UpdateTableOutput {
  readonly TableDescription?: TableDescription
}
