import type { AutoScalingSettingsUpdate } from './auto-scaling.ts'
import type { BillingMode, TableClass } from './table-definition.ts'

/** A region in which a global table exists, or will exist. */
export interface Replica {
  readonly RegionName?: string | undefined
}

/** A global table of version 2017, which AWS no longer creates. */
export interface GlobalTableDescription {
  readonly GlobalTableName?: string
  readonly GlobalTableArn?: string
  readonly GlobalTableStatus?: string
  readonly CreationDateTime?: number
  readonly ReplicationGroup?: readonly { readonly RegionName?: string; readonly ReplicaStatus?: string }[]
}

/** The parameters of CreateGlobalTable. */
export interface CreateGlobalTableInput {
  readonly GlobalTableName: string
  readonly ReplicationGroup: readonly Replica[]
}

/** The answer of CreateGlobalTable. */
export interface CreateGlobalTableOutput {
  readonly GlobalTableDescription?: GlobalTableDescription
}

/** The parameters of DescribeGlobalTable. */
export interface DescribeGlobalTableInput {
  readonly GlobalTableName: string
}

/** The answer of DescribeGlobalTable. */
export interface DescribeGlobalTableOutput {
  readonly GlobalTableDescription?: GlobalTableDescription
}

/** The parameters of DescribeGlobalTableSettings. */
export interface DescribeGlobalTableSettingsInput {
  readonly GlobalTableName: string
}

/** The answer of DescribeGlobalTableSettings. */
export interface DescribeGlobalTableSettingsOutput {
  readonly GlobalTableName?: string
  readonly ReplicaSettings?: readonly { readonly RegionName: string; readonly ReplicaStatus?: string }[]
}

/** The parameters of ListGlobalTables. */
export interface ListGlobalTablesInput {
  readonly ExclusiveStartGlobalTableName?: string | undefined
  readonly Limit?: number | undefined
  readonly RegionName?: string | undefined
}

/** The answer of ListGlobalTables; has a `LastEvaluatedGlobalTableName` if there are more. */
export interface ListGlobalTablesOutput {
  readonly GlobalTables?: readonly {
    readonly GlobalTableName?: string
    readonly ReplicationGroup?: readonly Replica[]
  }[]
  readonly LastEvaluatedGlobalTableName?: string
}

/** The parameters of UpdateGlobalTable. */
export interface UpdateGlobalTableInput {
  readonly GlobalTableName: string
  readonly ReplicaUpdates: readonly {
    readonly Create?: { readonly RegionName: string } | undefined
    readonly Delete?: { readonly RegionName: string } | undefined
  }[]
}

/** The answer of UpdateGlobalTable. */
export interface UpdateGlobalTableOutput {
  readonly GlobalTableDescription?: GlobalTableDescription
}

/** The parameters of UpdateGlobalTableSettings. */
export interface UpdateGlobalTableSettingsInput {
  readonly GlobalTableName: string
  readonly GlobalTableBillingMode?: BillingMode | undefined
  readonly GlobalTableProvisionedWriteCapacityUnits?: number | undefined
  readonly GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate?:
    | AutoScalingSettingsUpdate
    | undefined
  readonly GlobalTableGlobalSecondaryIndexSettingsUpdate?:
    | readonly {
        readonly IndexName: string
        readonly ProvisionedWriteCapacityUnits?: number | undefined
        readonly ProvisionedWriteCapacityAutoScalingSettingsUpdate?: AutoScalingSettingsUpdate | undefined
      }[]
    | undefined
  readonly ReplicaSettingsUpdate?:
    | readonly {
        readonly RegionName: string
        readonly ReplicaProvisionedReadCapacityUnits?: number | undefined
        readonly ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate?:
          | AutoScalingSettingsUpdate
          | undefined
        readonly ReplicaGlobalSecondaryIndexSettingsUpdate?:
          | readonly {
              readonly IndexName: string
              readonly ProvisionedReadCapacityUnits?: number | undefined
              readonly ProvisionedReadCapacityAutoScalingSettingsUpdate?:
                | AutoScalingSettingsUpdate
                | undefined
            }[]
          | undefined
        readonly ReplicaTableClass?: TableClass | undefined
      }[]
    | undefined
}

/** The answer of UpdateGlobalTableSettings. */
export interface UpdateGlobalTableSettingsOutput {
  readonly GlobalTableName?: string
  readonly ReplicaSettings?: readonly { readonly RegionName: string; readonly ReplicaStatus?: string }[]
}
