import { expect, test } from 'vitest'
import { requestNeeds } from './request-needs.ts'

const region = 'eu-west-1'
const accountId = '123456789012'
const base = `arn:aws:dynamodb:${region}:${accountId}`
const context = {
  catalogue: { find: () => undefined },
  realm: { region, accountId },
  read: <Result>(check: () => Result): Result => check(),
}

function needed(operation: string, input: object): string[] | undefined {
  return requestNeeds(operation, context as never, { ...input })?.map(
    ({ action, resource }) => `${action} ${resource.replace(base, '')}`,
  )
}

const filling = ['BatchWriteItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'Scan', 'UpdateItem']
const fills = (action: string) => [action, ...filling].map((name) => `${name} :table/Target`)
const abroad = (name: string, other: string) => `arn:aws:dynamodb:${other}:${accountId}:table/${name}`
const replicates = (name: string, other: string) =>
  [
    ...['Scan', 'Query', 'UpdateItem', 'PutItem', 'GetItem', 'DeleteItem', 'BatchWriteItem'],
    ...['CreateTable', 'CreateTableReplica'],
  ].map((action) => `${action} ${abroad(name, other)}`)
const games = `${base}:table/Games`
const backup = `${games}/backup/01`
const iterator = (arn: string) => `${arn}|1|${Buffer.from('["shard",1,1]').toString('base64url')}`

test.each<[string, object, string[]]>([
  ['DescribeTable', { TableName: 'Games' }, ['DescribeTable :table/Games']],
  ['DeleteTable', { TableName: games }, ['DeleteTable :table/Games']],
  ['UpdateTimeToLive', { TableName: 'Games' }, ['UpdateTimeToLive :table/Games']],
  [
    'UpdateContributorInsights',
    { TableName: 'Games', IndexName: 'I' },
    ['UpdateContributorInsights :table/Games/index/I'],
  ],
  ['UpdateTable', { TableName: 'Games' }, ['UpdateTable :table/Games']],
  [
    'UpdateTable',
    { TableName: games, ReplicaUpdates: [{ Create: { RegionName: 'us-east-1' } }] },
    ['UpdateTable :table/Games', ...replicates('Games', 'us-east-1')],
  ],
  [
    'UpdateTable',
    {
      TableName: 'Games',
      ReplicaUpdates: [{ Delete: { RegionName: 'us-east-1' } }],
      GlobalTableWitnessUpdates: [{ Delete: { RegionName: 'us-east-2' } }],
    },
    [
      'UpdateTable :table/Games',
      `DeleteTable ${abroad('Games', 'us-east-1')}`,
      `DeleteTableReplica ${abroad('Games', 'us-east-1')}`,
      `DeleteGlobalTableWitness ${abroad('Games', 'us-east-2')}`,
    ],
  ],
  [
    'UpdateTable',
    {
      TableName: 'Games',
      ReplicaUpdates: [{ Disassociate: { RegionName: region, DisassociationMode: 'WAIT_FOR_REPLICATION' } }],
    },
    ['UpdateTable :table/Games', 'DisassociateTableReplica :table/Games'],
  ],
  ['ListTables', {}, ['ListTables :table/*']],
  ['DescribeLimits', {}, ['DescribeLimits *']],
  ['ListStreams', { TableName: 'Games' }, ['ListStreams *']],
  ['ListBackups', { TableName: 'Games' }, ['ListBackups *']],
  ['ListExports', {}, ['ListExports *']],
  ['ListExports', { TableArn: games }, ['ListExports :table/Games']],
  ['CreateTable', { TableName: 'Games' }, ['CreateTable :table/Games']],
  [
    'CreateTable',
    { TableName: 'Games', Tags: [{ Key: 'a', Value: 'b' }], ResourcePolicy: '{}' },
    ['CreateTable :table/Games', 'TagResource :table/Games', 'PutResourcePolicy :table/Games'],
  ],
  ['TagResource', { ResourceArn: games, Tags: [] }, ['TagResource :table/Games']],
  [
    'UntagResource',
    { ResourceArn: games.replace('arn:aws', 'arn:aws-cn'), TagKeys: [] },
    ['UntagResource :table/Games'],
  ],
  [
    'ListTagsOfResource',
    { ResourceArn: `${games}/other` },
    ['ListTagsOfResource :table/Games/other', 'ListTagsOfResource :table/Games'],
  ],
  [
    'PutResourcePolicy',
    { ResourceArn: `${games}/stream/2026-11-15T00:00:00.000` },
    ['PutResourcePolicy :table/Games/stream/2026-11-15T00:00:00.000'],
  ],
  ['DescribeStream', { StreamArn: `${games}/stream/x` }, ['DescribeStream :table/Games/stream/x']],
  ['GetShardIterator', { StreamArn: `${games}/stream/x` }, ['GetShardIterator :table/Games/stream/x']],
  ['GetRecords', { ShardIterator: iterator(`${games}/stream/x`) }, ['GetRecords :table/Games/stream/x']],
  ['CreateBackup', { TableName: 'Games' }, ['CreateBackup :table/Games']],
  ['DeleteBackup', { BackupArn: backup }, ['DeleteBackup :table/Games/backup/01']],
  // The operation ignores the region.
  [
    'DescribeBackup',
    { BackupArn: backup.replace(region, 'us-east-1') },
    ['DescribeBackup :table/Games/backup/01'],
  ],
  [
    'RestoreTableFromBackup',
    { BackupArn: backup, TargetTableName: 'Target' },
    ['RestoreTableFromBackup :table/Games/backup/01', ...fills('RestoreTableFromBackup')],
  ],
  [
    'RestoreTableFromBackup',
    { BackupArn: backup.replace(region, 'us-east-1'), TargetTableName: 'Target' },
    [`RestoreTableFromBackup ${backup.replace(region, 'us-east-1')}`, ...fills('RestoreTableFromBackup')],
  ],
  [
    'RestoreTableToPointInTime',
    { SourceTableName: 'Games', TargetTableName: 'Target' },
    ['RestoreTableToPointInTime :table/Games', ...fills('RestoreTableToPointInTime')],
  ],
  [
    'RestoreTableToPointInTime',
    { SourceTableArn: games, TargetTableName: 'Target' },
    ['RestoreTableToPointInTime :table/Games', ...fills('RestoreTableToPointInTime')],
  ],
  ['ExportTableToPointInTime', { TableArn: games }, ['ExportTableToPointInTime :table/Games']],
  ['DescribeExport', { ExportArn: `${games}/export/1` }, ['DescribeExport :table/Games/export/1']],
  ['ImportTable', { TableCreationParameters: { TableName: 'Games' } }, ['ImportTable :table/Games']],
  ['DescribeImport', { ImportArn: `${games}/import/1` }, ['DescribeImport :table/Games/import/1']],
  ['StartBulkPutItems', { TableName: 'Games' }, ['StartBulkPutItems :table/Games']],
  ['StartBulkPutItems', { TableName: games }, ['StartBulkPutItems :table/Games']],
  [
    'DescribeBulkOperation',
    { BulkOperationArn: `${games}/bulk-operation/1` },
    ['DescribeBulkOperation :table/Games/bulk-operation/1'],
  ],
  [
    'CancelBulkOperation',
    { BulkOperationArn: `${games}/bulk-operation/1` },
    ['CancelBulkOperation :table/Games/bulk-operation/1'],
  ],
  ['ListBulkOperations', {}, ['ListBulkOperations *']],
  [
    'DescribeGlobalTable',
    { GlobalTableName: 'Games' },
    [`DescribeGlobalTable arn:aws:dynamodb::${accountId}:global-table/Games`],
  ],
  [
    'CreateGlobalTable',
    { GlobalTableName: 'Games', ReplicationGroup: [{ RegionName: 'us-east-2' }, {}] },
    // Which is refused first: calls on AWS in September 2026, recorded in the test data of stackd.
    [
      `CreateGlobalTable ${abroad('Games', 'us-east-2')}`,
      `CreateGlobalTable arn:aws:dynamodb::${accountId}:global-table/Games`,
    ],
  ],
  [
    'UpdateGlobalTable',
    {
      GlobalTableName: 'Games',
      ReplicaUpdates: [{ Create: { RegionName: 'us-east-2' } }, { Delete: { RegionName: 'us-east-1' } }],
    },
    [
      `UpdateGlobalTable ${abroad('Games', 'us-east-2')}`,
      `UpdateGlobalTable ${abroad('Games', 'us-east-1')}`,
      `UpdateGlobalTable arn:aws:dynamodb::${accountId}:global-table/Games`,
    ],
  ],
  [
    'UpdateGlobalTableSettings',
    { GlobalTableName: 'Games' },
    [
      `UpdateGlobalTableSettings arn:aws:dynamodb::${accountId}:global-table/Games`,
      'UpdateGlobalTableSettings :table/Games',
    ],
  ],
  ['ListGlobalTables', {}, [`ListGlobalTables arn:aws:dynamodb::${accountId}:global-table/*`]],
  [
    'SearchVectors',
    { TableName: 'Games', IndexName: 'Near', SearchVector: [], TopK: 1 },
    ['SearchVectors :table/Games/index/Near'],
  ],
])('%s of %j', (operation, input, needs) => {
  expect(needed(operation, input)).toEqual(needs)
})

test('the needs of an operation that does not exist are unknown', () => {
  expect(needed('PutItems', {})).toBeUndefined()
  expect(needed('constructor', {})).toBeUndefined()
})

test.each<[string, object]>([
  ['PutItem', { Item: { '\ud800': { S: 'x' } } }],
  ['UpdateItem', { Key: {}, AttributeUpdates: { '\ud800': { Value: { S: 'x' } } } }],
])('what %s writes under half a surrogate pair is asked for by the name that it gets', (operation, input) => {
  const [need] = requestNeeds(operation, context as never, { TableName: 'Games', ...input }) ?? []
  expect(need?.facts().get('dynamodb:attributes')).toEqual(['\ufffd'])
})
