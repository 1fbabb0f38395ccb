import {
  boolean,
  integer,
  maxLength,
  minLength,
  type NumberShape,
  oneOf,
  required,
  struct,
  text,
} from '../shape.ts'
import { indexName, patternFirstName, tableName } from './names.ts'
import {
  billingMode,
  globalSecondaryIndexes,
  localSecondaryIndexes,
  onDemandThroughput,
  provisionedThroughput,
  sseSpecification,
  vectorIndexes,
} from './table-elements.ts'

/** A time, in seconds since 1970 with any fraction. */
export const timestamp: NumberShape = { kind: 'number', javaType: 'Double' }

/** The ARN of a backup, an export or an import. */
export const copyArn = text(minLength(37), maxLength(1024))

const backupName = patternFirstName
// Names of restored tables have the rules of index names: length before pattern.
const targetTableName = indexName

const restoreOverrides = {
  BillingModeOverride: billingMode,
  GlobalSecondaryIndexOverride: globalSecondaryIndexes,
  LocalSecondaryIndexOverride: localSecondaryIndexes,
  ProvisionedThroughputOverride: provisionedThroughput,
  OnDemandThroughputOverride: onDemandThroughput,
  SSESpecificationOverride: sseSpecification,
  VectorIndexOverride: vectorIndexes,
}

export const createBackup = struct('CreateBackupInput', {
  TableName: tableName,
  BackupName: required(backupName),
})

export const describeBackup = struct('DescribeBackupInput', { BackupArn: required(copyArn) })

export const deleteBackup = struct('DeleteBackupInput', { BackupArn: required(copyArn) })

export const listBackups = struct('ListBackupsInput', {
  TableName: tableName,
  Limit: integer({ min: 1, max: 100 }),
  TimeRangeLowerBound: timestamp,
  TimeRangeUpperBound: timestamp,
  ExclusiveStartBackupArn: copyArn,
  BackupType: oneOf('USER', 'SYSTEM', 'AWS_BACKUP', 'ALL'),
})

export const restoreTableFromBackup = struct('RestoreTableFromBackupInput', {
  TargetTableName: required(targetTableName),
  BackupArn: required(copyArn),
  ...restoreOverrides,
})

export const restoreTableToPointInTime = struct('RestoreTableToPointInTimeInput', {
  SourceTableArn: text(minLength(1), maxLength(1024)),
  SourceTableName: tableName,
  TargetTableName: required(targetTableName),
  UseLatestRestorableTime: boolean,
  RestoreDateTime: timestamp,
  ...restoreOverrides,
})

export const describeContinuousBackups = struct('DescribeContinuousBackupsInput', { TableName: tableName })

export const updateContinuousBackups = struct('UpdateContinuousBackupsInput', {
  TableName: tableName,
  PointInTimeRecoverySpecification: required(
    struct('PointInTimeRecoverySpecification', {
      PointInTimeRecoveryEnabled: required(boolean),
      RecoveryPeriodInDays: integer({ min: 1, max: 35 }),
    }),
  ),
})

/** The page size of lists of exports and imports. */
export const copyPageSize = integer({ min: 1, max: 25 })
