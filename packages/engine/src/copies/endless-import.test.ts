import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'

async function* endless() {
  for (;;) {
    await new Promise((resolve) => setImmediate(resolve))
    yield Buffer.alloc(100_000, '\n')
  }
}

/** A database with a table whose import continues until it is closed. */
async function importing() {
  const objects = createMemoryObjects()
  await objects.write('bucket', 'a.json', new Uint8Array())
  const db = await createDatabase({ objects: { ...objects, read: endless } })
  await db.send('ImportTable', {
    ClientToken: 'token',
    S3BucketSource: { S3Bucket: 'bucket' },
    InputFormat: 'DYNAMODB_JSON',
    TableCreationParameters: {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
    },
  })
  return db
}

test('an import of an endless file without items is interrupted when the database is closed', async () => {
  const db = await importing()
  await expect(db.close()).resolves.toBeUndefined()
})

// Seen on AWS in October 2026. For a table that is being restored, AWS says the same as for a missing one.
test('a table that is being imported is distinguished from a missing one', async () => {
  const db = await importing()
  const TableName = 'Music'
  const inUse = (detail: string) => `Attempt to change a resource which is still in use: ${detail}`
  const unavailable = [
    'ContinuousBackupsUnavailableException',
    'Backups are being enabled for the table: Music. Please retry later',
  ] as const
  const refusals: [Promise<unknown>, name: string, message: string][] = [
    [
      db.send('UpdateTable', { TableName, DeletionProtectionEnabled: true }),
      'ResourceInUseException',
      inUse('Table is being created: Music'),
    ],
    [db.send('DeleteTable', { TableName }), 'ResourceInUseException', inUse('Table is being created: Music')],
    [
      db.send('UpdateTimeToLive', {
        TableName,
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
      }),
      'ResourceInUseException',
      inUse('Table Music is being created'),
    ],
    [
      db.send('DescribeTimeToLive', { TableName }),
      'ValidationException',
      'Cannot describe time to live while table is in CREATING state: Current table state is CREATING',
    ],
    [
      db.send('UpdateContributorInsights', { TableName, ContributorInsightsAction: 'ENABLE' }),
      'ValidationException',
      'Table or Index is not in a valid state to update Key Access Insights: ' +
        'TableStatus must be ACTIVE to enable ContributorInsights.',
    ],
    [db.send('CreateBackup', { TableName, BackupName: 'nightly' }), ...unavailable],
    [
      db.send('UpdateContinuousBackups', {
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
      ...unavailable,
    ],
    [
      db.send('PutItem', { TableName, Item: { pk: { S: 'a' } } }),
      'ResourceNotFoundException',
      'Requested resource not found',
    ],
  ]
  for (const [refused, name, message] of refusals)
    await expect(refused).rejects.toMatchObject({ name, message: expect.stringContaining(message) })
  expect(await db.send('DescribeContinuousBackups', { TableName })).toMatchObject({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'DISABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  })
  await db.close()
})
