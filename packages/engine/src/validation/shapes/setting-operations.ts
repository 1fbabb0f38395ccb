import {
  boolean,
  integer,
  list,
  long,
  maxLength,
  minLength,
  NAME_PATTERN,
  type NumberShape,
  oneOf,
  pattern,
  required,
  struct,
  type TextRule,
  text,
} from '../shape.ts'
import { indexName, patternFirstName, tableName } from './names.ts'
import { billingMode } from './table-elements.ts'

// ResourceArn and StreamArn have no constraints of this kind: mistakes in them have sentences of their own, or none
// at all (seen on AWS, 2026-10).
const revisionId = text(minLength(1), maxLength(255))

export const putResourcePolicy = struct('PutResourcePolicyInput', {
  ResourceArn: required(text()),
  Policy: required(text()),
  ExpectedRevisionId: revisionId,
  ConfirmRemoveSelfResourceAccess: boolean,
})

export const getResourcePolicy = struct('GetResourcePolicyInput', { ResourceArn: required(text()) })

export const deleteResourcePolicy = struct('DeleteResourcePolicyInput', {
  ResourceArn: required(text()),
  ExpectedRevisionId: revisionId,
})

const precision = { ApproximateCreationDateTimePrecision: oneOf('MILLISECOND', 'MICROSECOND') }

const enableConfiguration = struct('EnableKinesisStreamingConfiguration', precision)

// The minimum length of an ARN applies only when enabling (seen on AWS).
export const enableKinesisStreamingDestination = struct('KinesisStreamingDestinationInput', {
  TableName: tableName,
  StreamArn: required(text(minLength(37), maxLength(1024))),
  EnableKinesisStreamingConfiguration: enableConfiguration,
})

export const disableKinesisStreamingDestination = struct('KinesisStreamingDestinationInput', {
  TableName: tableName,
  StreamArn: required(text()),
  EnableKinesisStreamingConfiguration: enableConfiguration,
})

export const updateKinesisStreamingDestination = struct('UpdateKinesisStreamingDestinationInput', {
  TableName: tableName,
  StreamArn: required(text()),
  UpdateKinesisStreamingConfiguration: struct('UpdateKinesisStreamingConfiguration', precision),
})

export const describeKinesisStreamingDestination = struct('DescribeKinesisStreamingDestinationInput', {
  TableName: tableName,
})

const replica = struct('Replica', { RegionName: text() })
const region = struct('ReplicaAction', { RegionName: required(text()) })
const globalTableName = required(indexName)

// Other mistakes in these have sentences of their own (seen on AWS, 2026-09).
export const createGlobalTable = struct('CreateGlobalTableInput', {
  GlobalTableName: text(pattern(NAME_PATTERN)),
  ReplicationGroup: list(replica),
})

export const describeGlobalTable = struct('DescribeGlobalTableInput', { GlobalTableName: globalTableName })

export const describeGlobalTableSettings = struct('DescribeGlobalTableSettingsInput', {
  GlobalTableName: globalTableName,
})

export const listGlobalTables = struct('ListGlobalTablesInput', {
  ExclusiveStartGlobalTableName: patternFirstName,
  Limit: integer({ min: 1 }),
  RegionName: text(),
})

export const updateGlobalTable = struct('UpdateGlobalTableInput', {
  GlobalTableName: globalTableName,
  ReplicaUpdates: required(list(struct('ReplicaUpdate', { Create: region, Delete: region }))),
})

const units = long({ min: 1 })
const printable: TextRule = { rule: 'pattern', source: '\\p{Print}+', pattern: /^[\x20-\x7e]+$/ }
const double: NumberShape = { kind: 'number', javaType: 'Double' }

const autoScaling = struct('AutoScalingSettingsUpdate', {
  MinimumUnits: units,
  MaximumUnits: units,
  AutoScalingDisabled: boolean,
  AutoScalingRoleArn: text(minLength(1), maxLength(1600)),
  ScalingPolicyUpdate: struct('AutoScalingPolicyUpdate', {
    PolicyName: text(minLength(1), maxLength(256), printable),
    TargetTrackingScalingPolicyConfiguration: required(
      struct('AutoScalingTargetTrackingScalingPolicyConfigurationUpdate', {
        DisableScaleIn: boolean,
        ScaleInCooldown: integer(),
        ScaleOutCooldown: integer(),
        TargetValue: required(double),
      }),
    ),
  }),
})

export const updateGlobalTableSettings = struct('UpdateGlobalTableSettingsInput', {
  GlobalTableName: globalTableName,
  GlobalTableBillingMode: billingMode,
  GlobalTableProvisionedWriteCapacityUnits: units,
  GlobalTableProvisionedWriteCapacityAutoScalingSettingsUpdate: autoScaling,
  GlobalTableGlobalSecondaryIndexSettingsUpdate: list(
    struct('GlobalTableGlobalSecondaryIndexSettingsUpdate', {
      IndexName: required(indexName),
      ProvisionedWriteCapacityUnits: units,
      ProvisionedWriteCapacityAutoScalingSettingsUpdate: autoScaling,
    }),
    { min: 1, max: 20 },
  ),
  ReplicaSettingsUpdate: list(
    struct('ReplicaSettingsUpdate', {
      RegionName: required(text()),
      ReplicaProvisionedReadCapacityUnits: units,
      ReplicaProvisionedReadCapacityAutoScalingSettingsUpdate: autoScaling,
      ReplicaGlobalSecondaryIndexSettingsUpdate: list(
        struct('ReplicaGlobalSecondaryIndexSettingsUpdate', {
          IndexName: required(indexName),
          ProvisionedReadCapacityUnits: units,
          ProvisionedReadCapacityAutoScalingSettingsUpdate: autoScaling,
        }),
        { min: 1, max: 20 },
      ),
      ReplicaTableClass: oneOf('STANDARD', 'STANDARD_INFREQUENT_ACCESS'),
    }),
    { min: 1, max: 50 },
  ),
})

export const describeTableReplicaAutoScaling = struct('DescribeTableReplicaAutoScalingInput', {
  TableName: tableName,
})

export const updateTableReplicaAutoScaling = struct('UpdateTableReplicaAutoScalingInput', {
  GlobalSecondaryIndexUpdates: list(
    struct('GlobalSecondaryIndexAutoScalingUpdate', {
      IndexName: indexName,
      ProvisionedWriteCapacityAutoScalingUpdate: autoScaling,
    }),
    { min: 1 },
  ),
  TableName: tableName,
  ProvisionedWriteCapacityAutoScalingUpdate: autoScaling,
  ReplicaUpdates: list(
    struct('ReplicaAutoScalingUpdate', {
      RegionName: required(text()),
      ReplicaGlobalSecondaryIndexUpdates: list(
        struct('ReplicaGlobalSecondaryIndexAutoScalingUpdate', {
          IndexName: indexName,
          ProvisionedReadCapacityAutoScalingUpdate: autoScaling,
        }),
      ),
      ReplicaProvisionedReadCapacityAutoScalingUpdate: autoScaling,
    }),
    { min: 1 },
  ),
})
