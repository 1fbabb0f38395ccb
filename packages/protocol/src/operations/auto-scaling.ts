/** How the units of a dimension should follow its load. */
export interface AutoScalingSettingsUpdate {
  readonly MinimumUnits?: number | undefined
  readonly MaximumUnits?: number | undefined
  readonly AutoScalingDisabled?: boolean | undefined
  readonly AutoScalingRoleArn?: string | undefined
  readonly ScalingPolicyUpdate?:
    | {
        readonly PolicyName?: string | undefined
        readonly TargetTrackingScalingPolicyConfiguration: {
          readonly DisableScaleIn?: boolean | undefined
          readonly ScaleInCooldown?: number | undefined
          readonly ScaleOutCooldown?: number | undefined
          readonly TargetValue: number
        }
      }
    | undefined
}

/** How the units of a dimension follow its load. */
export interface AutoScalingSettingsDescription {
  readonly MinimumUnits?: number
  readonly MaximumUnits?: number
  readonly AutoScalingDisabled?: boolean
  readonly AutoScalingRoleArn?: string
  readonly ScalingPolicies?: readonly {
    readonly PolicyName?: string
    readonly TargetTrackingScalingPolicyConfiguration?: {
      readonly DisableScaleIn?: boolean
      readonly ScaleInCooldown?: number
      readonly ScaleOutCooldown?: number
      readonly TargetValue: number
    }
  }[]
}

/** The parameters of DescribeTableReplicaAutoScaling. */
export interface DescribeTableReplicaAutoScalingInput {
  readonly TableName: string
}

/** The auto scaling of a global table's replicas. */
export interface TableAutoScalingDescription {
  readonly TableName?: string
  readonly TableStatus?: string
  readonly Replicas?: readonly {
    readonly RegionName?: string
    readonly GlobalSecondaryIndexes?: readonly {
      readonly IndexName?: string
      readonly IndexStatus?: string
      readonly ProvisionedReadCapacityAutoScalingSettings?: AutoScalingSettingsDescription
      readonly ProvisionedWriteCapacityAutoScalingSettings?: AutoScalingSettingsDescription
    }[]
    readonly ReplicaStatus?: string
    readonly ReplicaProvisionedReadCapacityAutoScalingSettings?: AutoScalingSettingsDescription
    readonly ReplicaProvisionedWriteCapacityAutoScalingSettings?: AutoScalingSettingsDescription
  }[]
}

/** The answer of DescribeTableReplicaAutoScaling. */
export interface DescribeTableReplicaAutoScalingOutput {
  readonly TableAutoScalingDescription?: TableAutoScalingDescription
}

/** The parameters of UpdateTableReplicaAutoScaling. */
export interface UpdateTableReplicaAutoScalingInput {
  readonly TableName: string
  readonly GlobalSecondaryIndexUpdates?:
    | readonly {
        readonly IndexName?: string | undefined
        readonly ProvisionedWriteCapacityAutoScalingUpdate?: AutoScalingSettingsUpdate | undefined
      }[]
    | undefined
  readonly ProvisionedWriteCapacityAutoScalingUpdate?: AutoScalingSettingsUpdate | undefined
  readonly ReplicaUpdates?:
    | readonly {
        readonly RegionName: string
        readonly ReplicaGlobalSecondaryIndexUpdates?:
          | readonly {
              readonly IndexName?: string | undefined
              readonly ProvisionedReadCapacityAutoScalingUpdate?: AutoScalingSettingsUpdate | undefined
            }[]
          | undefined
        readonly ReplicaProvisionedReadCapacityAutoScalingUpdate?: AutoScalingSettingsUpdate | undefined
      }[]
    | undefined
}

/** The answer of UpdateTableReplicaAutoScaling. */
export interface UpdateTableReplicaAutoScalingOutput {
  readonly TableAutoScalingDescription?: TableAutoScalingDescription
}
