import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError } from '../case.ts'
import {
  enumSet,
  invalid,
  maxValue,
  minLength,
  minValue,
  namePattern,
  notNull,
  parameter,
  violation,
  violations,
  violationText,
} from '../errors.ts'
import { any, matching, numberWhere } from '../matchers.ts'
import { alternator, captured, documentation, stackd } from '../sources.ts'

const guide = documentation('Backup and restore')
const noTable: ExpectedError = { name: 'TableNotFoundException', message: 'Table not found: «absent»' }
const denied: ExpectedError = { name: 'AccessDeniedException', message: 'Access is denied' }
const required = invalid("The parameter 'TableName' is required but was not present in the request")
const noBackupArn = '«hash:arn»/backup/01700000000000-0a1b2c3d'
const noBackup: ExpectedError = {
  name: 'BackupNotFoundException',
  message: `Backup not found: ${noBackupArn}`,
}
const otherAccount = 'arn:aws:dynamodb:«hash:region»:999999999999:table/Music/backup/01700000000000-0a1b2c3d'
const seconds = numberWhere('seconds since 1970', (value) => value > 1_000_000_000 && value < 100_000_000_000)
const recovery = (PointInTimeRecoveryEnabled: boolean, days?: number) => ({
  TableName: '«hash»',
  PointInTimeRecoverySpecification: {
    PointInTimeRecoveryEnabled,
    ...(days !== undefined && { RecoveryPeriodInDays: days }),
  },
})
const off = {
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
  },
}
const on = (RecoveryPeriodInDays: number) => ({
  ContinuousBackupsDescription: {
    ContinuousBackupsStatus: 'ENABLED',
    PointInTimeRecoveryDescription: {
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays,
      PointInTimeRecoveryWindowDays: RecoveryPeriodInDays,
      EarliestRestorableDateTime: seconds,
      LatestRestorableDateTime: seconds,
    },
  },
})

const continuous: readonly ConformanceCase[] = [
  answered(
    { name: 'a table has no recovery at first', source: captured, operation: 'DescribeContinuousBackups' },
    { TableName: '«hash»' },
    off,
  ),
  {
    name: 'recovery is on as soon as the request is answered, for 35 days by default',
    source: captured,
    steps: [
      step('UpdateContinuousBackups', recovery(true), on(35)),
      step('UpdateContinuousBackups', recovery(true, 7), on(7)),
      step('DescribeContinuousBackups', { TableName: '«hash:arn»' }, on(7)),
      step('UpdateContinuousBackups', recovery(false), off),
      step('UpdateContinuousBackups', recovery(false), off),
      step('UpdateContinuousBackups', recovery(true), on(35)),
      step('UpdateContinuousBackups', recovery(false)),
    ],
  },
  refused(
    {
      name: 'a period for recovery that is turned off',
      source: captured,
      operation: 'UpdateContinuousBackups',
    },
    recovery(false, 7),
    invalid('Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.'),
  ),
  refused(
    { name: 'a period of 36 days', source: captured, operation: 'UpdateContinuousBackups' },
    recovery(true, 36),
    violation('36', 'pointInTimeRecoverySpecification.recoveryPeriodInDays', maxValue(35)),
  ),
  refused(
    { name: 'a period of no days', source: guide, operation: 'UpdateContinuousBackups' },
    recovery(true, 0),
    violation('0', 'pointInTimeRecoverySpecification.recoveryPeriodInDays', minValue(1)),
  ),
  refused(
    { name: 'recovery without a word on it', source: guide, operation: 'UpdateContinuousBackups' },
    { TableName: '«hash»' },
    violation(null, 'pointInTimeRecoverySpecification', notNull),
  ),
  ...(['DescribeContinuousBackups', 'UpdateContinuousBackups'] as const).flatMap((operation) => [
    refused(
      { name: `${operation} of a table that is not there`, source: alternator, operation },
      { ...recovery(true), TableName: '«absent»' },
      noTable,
    ),
    refused(
      { name: `${operation} without a table`, source: alternator, operation },
      { PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true } },
      required,
    ),
  ]),
]

const malformedIds = [
  '00001789732865749-d3df7150',
  '1789732865749-d3df7150',
  '01789732865749-zzzzzzzz',
  '01789732865749-d3df71500',
]

const backups: readonly ConformanceCase[] = [
  answered(
    {
      name: 'CreateBackup describes the backup, but not the table',
      source: captured,
      operation: 'CreateBackup',
    },
    { TableName: '«hash»', BackupName: 'one' },
    {
      BackupDetails: {
        BackupArn: matching(/^arn:aws:dynamodb:[\w-]+:\d{12}:table\/«hash»\/backup\/\d{14}-[0-9a-f]{8}$/),
        BackupName: 'one',
        BackupSizeBytes: any,
        BackupStatus: 'CREATING',
        BackupType: 'USER',
        BackupCreationDateTime: seconds,
      },
    },
  ),
  {
    name: 'names of backups need not be unique',
    source: captured,
    steps: [
      step('CreateBackup', { TableName: '«hash»', BackupName: 'same' }),
      step('CreateBackup', { TableName: '«hash»', BackupName: 'same' }),
    ],
  },
  refused(
    { name: 'CreateBackup of a table that is not there', source: captured, operation: 'CreateBackup' },
    { TableName: '«absent»', BackupName: 'one' },
    noTable,
  ),
  refused(
    { name: 'CreateBackup without a table', source: guide, operation: 'CreateBackup' },
    { BackupName: 'one' },
    required,
  ),
  refused(
    { name: 'a backup without a name', source: guide, operation: 'CreateBackup' },
    { TableName: '«hash»' },
    violation(null, 'backupName', notNull),
  ),
  refused(
    { name: 'a backup whose name is too short', source: guide, operation: 'CreateBackup' },
    { TableName: '«hash»', BackupName: 'ab' },
    violation('ab', 'backupName', minLength(3)),
  ),
  refused(
    { name: 'a backup with an empty name', source: captured, operation: 'CreateBackup' },
    { TableName: '«hash»', BackupName: '' },
    violations(violationText('', 'backupName', namePattern), violationText('', 'backupName', minLength(3))),
  ),
  refused(
    { name: 'a backup whose name has a space', source: guide, operation: 'CreateBackup' },
    { TableName: '«hash»', BackupName: 'my backup' },
    violation('my backup', 'backupName', namePattern),
  ),
  ...(['DescribeBackup', 'DeleteBackup'] as const).flatMap((operation) => [
    refused(
      { name: `${operation} of none`, source: captured, operation },
      { BackupArn: noBackupArn },
      noBackup,
    ),
    refused(
      { name: `${operation} by a table's ARN`, source: captured, operation },
      { BackupArn: 'arn:aws:dynamodb:«hash:region»:«hash:account»:table/Music' },
      invalid('Invalid Backup ARN'),
    ),
    ...malformedIds.map((id) =>
      refused(
        { name: `${operation} of one that is called ${id}`, source: stackd, operation },
        { BackupArn: `arn:aws:dynamodb:«hash:region»:«hash:account»:table/Music/backup/${id}` },
        invalid('Invalid Request: BackupArn is not valid'),
      ),
    ),
    refused(
      { name: `${operation} of another service`, source: stackd, operation },
      {
        BackupArn: 'arn:aws:DYNAMODB:«hash:region»:«hash:account»:table/Music/backup/01789732865749-d3df7150',
      },
      invalid('Invalid Request: BackupArn is not valid'),
    ),
    ...(['arn:aws:dynamodb:xx-fake-1', 'arn:aws-cn:dynamodb:«hash:region»'] as const).map((start) =>
      refused(
        { name: `${operation} of one in ${start}`, source: captured, operation },
        { BackupArn: `${start}:«hash:account»:table/Music/backup/01789732865749-d3df7150` },
        invalid('Invalid Request: BackupArn is not valid'),
      ),
    ),
    refused(
      { name: `${operation} of one in no region`, source: captured, operation },
      { BackupArn: 'arn:aws:dynamodb::«hash:account»:table/Music/backup/01789732865749-d3df7150' },
      denied,
    ),
    refused(
      { name: `${operation} of another account`, source: captured, operation },
      { BackupArn: otherAccount },
      denied,
    ),
    refused(
      { name: `${operation} without an ARN`, source: guide, operation },
      {},
      violation(null, 'backupArn', notNull),
    ),
    refused(
      { name: `${operation} of an empty ARN`, source: captured, operation },
      { BackupArn: '' },
      invalid('Invalid Backup ARN'),
    ),
    refused(
      { name: `${operation} of something short`, source: guide, operation },
      { BackupArn: 'short' },
      violation('short', 'backupArn', minLength(37)),
    ),
  ]),
  ...['EU-WEST-1', 'Eu-West-1'].map((region) => {
    const arn = `arn:aws:dynamodb:${region}:«hash:account»:table/Music/backup/01789732865749-d3df7150`
    return refused(
      { name: `DescribeBackup of one in ${region}`, source: stackd, operation: 'DescribeBackup' },
      { BackupArn: arn },
      { name: 'BackupNotFoundException', message: `Backup not found: ${arn}` },
    )
  }),
]

const lists: readonly ConformanceCase[] = [
  answered(
    { name: 'backups of a table that never was are none', source: captured, operation: 'ListBackups' },
    { TableName: '«absent»' },
    { BackupSummaries: [] },
  ),
  refused(
    { name: 'a range of time that ends before it begins', source: captured, operation: 'ListBackups' },
    { TimeRangeLowerBound: 20, TimeRangeUpperBound: 10 },
    invalid(parameter('Time range lower bound must be less than or equal to upper bound')),
  ),
  refused(
    { name: 'more backups than a page has', source: captured, operation: 'ListBackups' },
    { Limit: 101 },
    violation('101', 'limit', maxValue(100)),
  ),
  refused(
    { name: 'backups of an unknown type', source: captured, operation: 'ListBackups' },
    { BackupType: 'user' },
    violation('user', 'backupType', enumSet('USER', 'SYSTEM', 'AWS_BACKUP', 'ALL')),
  ),
  refused(
    { name: 'a page of backups behind one of another region', source: captured, operation: 'ListBackups' },
    {
      ExclusiveStartBackupArn:
        'arn:aws:dynamodb:ap-south-1:«hash:account»:table/Music/backup/01700000000000-0a1b2c3d',
    },
    invalid('Invalid Request: The supplied ExclusiveStartBackupArn does not match the region'),
  ),
]

const latest = { UseLatestRestorableTime: true }
const restores: readonly ConformanceCase[] = [
  refused(
    { name: 'a restore under an empty name', source: captured, operation: 'RestoreTableFromBackup' },
    { TargetTableName: '', BackupArn: noBackupArn },
    invalid('TableName must be at least 3 characters long and at most 255 characters long'),
  ),
  refused(
    { name: 'a restore from no backup', source: captured, operation: 'RestoreTableFromBackup' },
    { TargetTableName: 'Restored', BackupArn: noBackupArn },
    noBackup,
  ),
  refused(
    {
      name: 'a restore from a backup of another region without a key',
      source: captured,
      operation: 'RestoreTableFromBackup',
    },
    {
      TargetTableName: 'Restored',
      BackupArn: 'arn:aws:dynamodb:ap-south-1:«hash:account»:table/Music/backup/01700000000000-0a1b2c3d',
    },
    invalid('Invalid Request: sseSpecificationOverride must be provided for cross-region restores'),
  ),
  refused(
    {
      name: 'a restore from a backup of a region in capitals, which is another one',
      source: stackd,
      operation: 'RestoreTableFromBackup',
    },
    {
      TargetTableName: 'Restored',
      BackupArn: 'arn:aws:dynamodb:EU-WEST-1:«hash:account»:table/Music/backup/01700000000000-0a1b2c3d',
    },
    invalid('Invalid Request: sseSpecificationOverride must be provided for cross-region restores'),
  ),
  refused(
    { name: 'a restore under a bad name', source: captured, operation: 'RestoreTableToPointInTime' },
    { SourceTableName: '«hash»', TargetTableName: 'bad name!', ...latest },
    violation('bad name!', 'targetTableName', namePattern),
  ),
  refused(
    { name: 'a restore of two tables', source: captured, operation: 'RestoreTableToPointInTime' },
    { SourceTableName: '«hash»', SourceTableArn: '«hash:arn»', TargetTableName: 'Restored', ...latest },
    invalid('Must provide exactly one of: sourceTableArn, sourceTableName'),
  ),
  refused(
    { name: 'a restore of no table', source: captured, operation: 'RestoreTableToPointInTime' },
    { TargetTableName: 'Restored', ...latest },
    required,
  ),
  refused(
    { name: 'a restore to no time', source: captured, operation: 'RestoreTableToPointInTime' },
    { SourceTableName: '«hash»', TargetTableName: 'Restored' },
    invalid(
      'Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not both',
    ),
  ),
  refused(
    { name: 'a restore to two times', source: captured, operation: 'RestoreTableToPointInTime' },
    { SourceTableName: '«hash»', TargetTableName: 'Restored', ...latest, RestoreDateTime: 1_700_000_000 },
    invalid(
      matching(
        /^Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time restore request\. /,
      ),
    ),
  ),
  refused(
    {
      name: 'a restore of a table that is not there',
      source: captured,
      operation: 'RestoreTableToPointInTime',
    },
    { SourceTableName: '«absent»', TargetTableName: '«hash»', ...latest },
    noTable,
  ),
  refused(
    {
      name: 'a table without recovery is reported before the target of a restore',
      source: captured,
      operation: 'RestoreTableToPointInTime',
    },
    { SourceTableName: '«hash»', TargetTableName: '«hash»', ...latest },
    {
      name: 'PointInTimeRecoveryUnavailableException',
      message: "Point in time recovery is not enabled for table '«hash»'",
    },
  ),
  {
    name: 'the time of a restore is checked before its target, whose name must be free',
    source: captured,
    steps: [
      step('UpdateContinuousBackups', recovery(true)),
      refusal(
        'RestoreTableToPointInTime',
        { SourceTableName: '«hash»', TargetTableName: '«hash»', RestoreDateTime: 1_700_000_000 },
        {
          name: 'InvalidRestoreTimeException',
          message: matching(
            /^RestoreDateTime '2023-11-14T22:13:20Z' must be within EarliestRestorableDateTime '[\dT:-]+Z' and LatestRestorableDateTime '[\dT:-]+Z'$/,
          ),
        },
      ),
      refusal(
        'RestoreTableToPointInTime',
        { SourceTableName: '«hash»', TargetTableName: '«hash»', ...latest },
        { name: 'TableAlreadyExistsException', message: 'Table already exists: «hash»' },
      ),
      step('UpdateContinuousBackups', recovery(false)),
    ],
  },
  ...(
    [
      [
        { BillingModeOverride: 'PROVISIONED' },
        'Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED',
      ],
      [
        { ProvisionedThroughputOverride: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 } },
        'Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED',
      ],
      [
        {
          BillingModeOverride: 'PAY_PER_REQUEST',
          ProvisionedThroughputOverride: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
        },
        'Cannot override ProvisionedThroughput if BillingMode is overridden to PAY_PER_REQUEST',
      ],
      [
        { OnDemandThroughputOverride: { MaxReadRequestUnits: 0, MaxWriteRequestUnits: 0 } },
        'Requested MaxReadRequestUnits for OnDemandThroughput is outside of valid range',
      ],
      [
        {
          GlobalSecondaryIndexOverride: [
            {
              IndexName: 'new',
              KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
              Projection: { ProjectionType: 'ALL' },
            },
          ],
        },
        'Index new does not match a secondary index that existed in the source table and cannot be created during the restore operation',
      ],
    ] as const
  ).map(([overrides, reason], at): ConformanceCase => {
    return {
      name: `an override that does not fit the source, ${at + 1}`,
      source: captured,
      steps: [
        step('UpdateContinuousBackups', recovery(true)),
        refusal(
          'RestoreTableToPointInTime',
          { SourceTableName: '«hash»', TargetTableName: 'Restored', ...latest, ...overrides },
          invalid(`Invalid Request: ${reason}`),
        ),
        step('UpdateContinuousBackups', recovery(false)),
      ],
    }
  }),
]

/** Backups and recovery: shapes and refusals. Their contents are tested where a test controls the time. */
export const backupOperations: readonly ConformanceCase[] = [...continuous, ...backups, ...lists, ...restores]
