import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { delegated } from '../testing/bulk-world.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'

const start = Date.UTC(2026, 0, 1)
let clock: TestClock
let db: Database

beforeEach(async () => {
  clock = createTestClock(start)
  db = await createDatabase({ clock })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'g', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'byG',
        KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
})

async function put(pk: string, v: string, table = 'Music'): Promise<void> {
  await db.send('PutItem', { TableName: table, Item: { pk: { S: pk }, g: { S: 'all' }, v: { S: v } } })
}

async function contents(table: string, IndexName?: string): Promise<Record<string, string>> {
  const { Items = [] } = await db.send('Scan', { TableName: table, ...(IndexName && { IndexName }) })
  return Object.fromEntries(
    Items.map((item) => [(item['pk'] as { S: string }).S, (item['v'] as { S: string }).S]).sort(),
  )
}

async function backup(): Promise<string> {
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'one' })
  return BackupDetails?.BackupArn as string
}

describe('a backup', () => {
  test('contains the table as of the request, whatever is written afterwards', async () => {
    for (let i = 0; i < 300; i++) await put(`k${i}`, 'old')
    const expected = await contents('Music')
    const arn = await backup()
    for (let i = 0; i < 300; i += 3) await put(`k${i}`, 'new')
    await put('k999', 'new')
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'k1' } } })
    await db.settled()
    await db.send('RestoreTableFromBackup', { TargetTableName: 'Copy', BackupArn: arn })
    await db.settled()
    expect(await contents('Copy')).toEqual(expected)
    expect(await contents('Copy', 'byG')).toEqual(expected)
  })

  test('can be restored before it is complete, and after its table has been deleted', async () => {
    for (let i = 0; i < 300; i++) await put(`k${i}`, 'old')
    const expected = await contents('Music')
    const arn = await backup()
    await put('k0', 'new')
    await db.send('RestoreTableFromBackup', { TargetTableName: 'First', BackupArn: arn })
    await db.send('DeleteTable', { TableName: 'Music' })
    await db.settled()
    await db.send('RestoreTableFromBackup', { TargetTableName: 'Second', BackupArn: arn })
    await db.settled()
    expect(await contents('First')).toEqual(expected)
    expect(await contents('Second')).toEqual(expected)
  })

  test('can be restored at the very moment when it becomes complete', async () => {
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    // Before the restored table is saved, the backup completes, and more is written.
    const storage = delegated(createMemoryStorage())
    const { createSpace } = storage
    db = await createDatabase({ clock, storage })
    await db.send('CreateTable', {
      TableName: 'Music',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    })
    for (let i = 0; i < 600; i++) await put(`k${i}`, 'old')
    const expected = await contents('Music')
    const arn = await backup()
    await turns(1)
    storage.createSpace = async (space) => {
      await turns(100)
      await put('k0', 'new')
      await createSpace(space)
    }
    await db.send('RestoreTableFromBackup', { TargetTableName: 'Copy', BackupArn: arn })
    await db.settled()
    expect(await contents('Copy')).toEqual(expected)
  })

  test('is described, listed and deleted', async () => {
    await put('a', '1')
    const arn = await backup()
    expect(arn).toMatch(/^arn:aws:dynamodb:us-east-1:000000000000:table\/Music\/backup\/\d{14}-[0-9a-f]{8}$/)
    await db.settled()
    const { BackupDescription } = await db.send('DescribeBackup', { BackupArn: arn })
    expect(BackupDescription).toMatchObject({
      BackupDetails: { BackupArn: arn, BackupName: 'one', BackupStatus: 'AVAILABLE', BackupType: 'USER' },
      SourceTableDetails: { TableName: 'Music', ItemCount: 1, BillingMode: 'PAY_PER_REQUEST' },
      SourceTableFeatureDetails: { GlobalSecondaryIndexes: [{ IndexName: 'byG' }] },
    })
    const { BackupSummaries } = await db.send('ListBackups', { TableName: 'Music' })
    expect(BackupSummaries).toMatchObject([{ BackupArn: arn, TableName: 'Music' }])
    const deleted = await db.send('DeleteBackup', { BackupArn: arn })
    expect(deleted.BackupDescription?.BackupDetails?.BackupStatus).toBe('DELETED')
    expect((await db.send('ListBackups', {})).BackupSummaries).toEqual([])
    await expect(db.send('DescribeBackup', { BackupArn: arn })).rejects.toMatchObject({
      name: 'BackupNotFoundException',
      message: `Backup not found: ${arn}`,
    })
  })

  test.each([
    [{ TimeRangeLowerBound: 0 }, 1],
    [{ TimeRangeLowerBound: 0.4, TimeRangeUpperBound: 1 }, 1],
    [{ TimeRangeLowerBound: 0.6 }, 0],
    [{ TimeRangeUpperBound: 0 }, 0],
    [{ TimeRangeUpperBound: 0.4 }, 0],
    [{ TimeRangeUpperBound: 0.6 }, 1],
    [{ TimeRangeLowerBound: 0.4, TimeRangeUpperBound: 0 }, 0],
  ])('is listed by its time to the nearest millisecond: %o, from then', async (offsets, count) => {
    const arn = await backup()
    const { BackupDescription } = await db.send('DescribeBackup', { BackupArn: arn })
    const created = Number(BackupDescription?.BackupDetails?.BackupCreationDateTime)
    const range = Object.fromEntries(
      Object.entries(offsets).map(([bound, milliseconds]) => [bound, created + milliseconds / 1000]),
    )
    expect((await db.send('ListBackups', range)).BackupSummaries).toHaveLength(count)
  })

  test('leaves no history behind once it is complete', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    await db.send('CreateTable', {
      TableName: 'Music',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    })
    const arn = await backup()
    await db.settled()
    expect((await storage.listSpaces()).filter((space) => space.startsWith('history-'))).toEqual([])
    await db.send('DeleteBackup', { BackupArn: arn })
    await db.settled()
    expect((await storage.listSpaces()).filter((space) => space.startsWith('backup-'))).toEqual([])
  })
})

describe('a table with point-in-time recovery', () => {
  beforeEach(async () => {
    await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
  })

  async function restore(second: number, target: string): Promise<void> {
    await db.send('RestoreTableToPointInTime', {
      SourceTableName: 'Music',
      TargetTableName: target,
      RestoreDateTime: second,
    })
    await db.settled()
  }

  test('is restored to any second', async () => {
    const states: Record<string, string>[] = []
    for (let second = 0; second < 10; second++) {
      await put('a', `${second}`)
      await put(`k${second}`, 'x')
      if (second > 3)
        await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: `k${second - 3}` } } })
      states.push(await contents('Music'))
      await clock.advance(1_000)
    }
    for (const [second, state] of states.entries()) {
      await restore(start / 1000 + second, `At${second}`)
      expect(await contents(`At${second}`)).toEqual(state)
      expect(await contents(`At${second}`, 'byG')).toEqual(state)
    }
  })

  test('can be restored to the present, but not beyond the window', async () => {
    await put('a', '1')
    await clock.advance(10_000)
    await db.send('RestoreTableToPointInTime', {
      SourceTableName: 'Music',
      TargetTableName: 'Now',
      UseLatestRestorableTime: true,
    })
    await put('a', '2')
    await db.settled()
    expect(await contents('Now')).toEqual({ a: '1' })
    await expect(restore(start / 1000 + 12, 'Late')).rejects.toMatchObject({
      name: 'InvalidRestoreTimeException',
      message:
        "RestoreDateTime '2026-01-01T00:00:12Z' must be within EarliestRestorableDateTime " +
        "'2026-01-01T00:00:00Z' and LatestRestorableDateTime '2026-01-01T00:00:10Z'",
    })
  })

  test.each([
    [-0.0004, 0],
    [0.0004, 0],
    [0.0006, 0.001],
    [0.1004, 0.1],
  ])('accepts a time to the nearest millisecond: %d s is %d s', async (asked, told) => {
    await clock.advance(10_000)
    const { TableDescription } = await db.send('RestoreTableToPointInTime', {
      SourceTableName: 'Music',
      TargetTableName: 'Then',
      RestoreDateTime: start / 1000 + asked,
    })
    expect(TableDescription?.RestoreSummary?.RestoreDateTime).toBe(start / 1000 + told)
    await db.settled()
  })

  test('is restored to before or after a transaction, and never to between its items', async () => {
    // Time advances each time it is read.
    let nowMs = start
    db = await createDatabase({ clock: { now: () => nowMs++ } })
    await db.send('CreateTable', {
      TableName: 'Music',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    })
    await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    })
    const from = nowMs
    const Put = (pk: string) => ({ TableName: 'Music', Item: { pk: { S: pk }, v: { S: '1' } } })
    await db.send('TransactWriteItems', { TransactItems: ['a', 'b', 'c'].map((pk) => ({ Put: Put(pk) })) })
    const to = nowMs
    const counts = new Set<number>()
    for (let time = from - 1; time <= to; time++) {
      await restore(time / 1000, `At${time}`)
      counts.add(Object.keys(await contents(`At${time}`)).length)
    }
    expect(counts).toEqual(new Set([0, 3]))
  })

  test('refuses a time that is not a valid date', async () => {
    for (const time of [Number.MAX_VALUE, -Number.MAX_VALUE, 8.64e15]) {
      await expect(restore(time, 'Late')).rejects.toMatchObject({ name: 'InvalidRestoreTimeException' })
    }
  })

  test('forgets what is older than the period, periodically', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    await db.send('CreateTable', {
      TableName: 'Music',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    })
    await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 1 },
    })
    for (let hour = 0; hour < 60; hour++) {
      await put('a', `${hour}`)
      await clock.advance(3_600_000)
    }
    await db.settled()
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('history-'))
    expect((await storage.size(space)).records).toBeLessThanOrEqual(25)
    await restore(start / 1000 + 40 * 3600, 'At40')
    expect(await contents('At40')).toEqual({ a: '40' })
    await expect(restore(start / 1000 + 30 * 3600, 'At30')).rejects.toMatchObject({
      name: 'InvalidRestoreTimeException',
    })
  })

  test('leaves a backup when it is deleted, which expires when its recovery would have ended', async () => {
    await put('a', '1')
    await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 2 },
    })
    await db.send('DeleteTable', { TableName: 'Music' })
    await db.settled()
    expect((await db.send('ListBackups', {})).BackupSummaries).toEqual([])
    const { BackupSummaries = [] } = await db.send('ListBackups', { BackupType: 'SYSTEM' })
    expect(BackupSummaries).toMatchObject([
      {
        BackupName: 'Music$DeletedTableBackup',
        BackupType: 'SYSTEM',
        BackupStatus: 'AVAILABLE',
        BackupExpiryDateTime: start / 1000 + 2 * 24 * 3600,
      },
    ])
    const arn = BackupSummaries[0]?.BackupArn as string
    await expect(db.send('DeleteBackup', { BackupArn: arn })).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('User is not allowed to delete the system backup with arn'),
    })
    await db.send('RestoreTableFromBackup', { TargetTableName: 'Again', BackupArn: arn })
    await db.settled()
    expect(await contents('Again')).toEqual({ a: '1' })
    await clock.advance(3 * 24 * 3_600_000)
    await db.settled()
    expect((await db.send('ListBackups', { BackupType: 'ALL' })).BackupSummaries).toEqual([])
  })

  test('gets a new window when recovery is turned off and on again', async () => {
    await clock.advance(60_000)
    const off = await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
    })
    expect(off.ContinuousBackupsDescription).toEqual({
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
    })
    const on = await db.send('UpdateContinuousBackups', {
      TableName: 'Music',
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 7 },
    })
    expect(on.ContinuousBackupsDescription?.PointInTimeRecoveryDescription).toEqual({
      PointInTimeRecoveryStatus: 'ENABLED',
      RecoveryPeriodInDays: 7,
      PointInTimeRecoveryWindowDays: 7,
      EarliestRestorableDateTime: start / 1000 + 60,
      LatestRestorableDateTime: start / 1000 + 60,
    })
  })
})

describe('a table that is being restored', () => {
  test('cannot have two indexes with the same name', async () => {
    const arn = await backup()
    await db.settled()
    const index = {
      IndexName: 'same',
      KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'ALL' as const },
    }
    await expect(
      db.send('RestoreTableFromBackup', {
        TargetTableName: 'Copy',
        BackupArn: arn,
        GlobalSecondaryIndexOverride: [index, index],
      }),
    ).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('Duplicate index name: same'),
    })
  })

  // Calls on AWS in September 2026, recorded in the test data of stackd.
  test('gets provisioned throughput with its indexes, which may have other names', async () => {
    const BackupArn = await backup()
    await db.settled()
    const units = { ReadCapacityUnits: 2, WriteCapacityUnits: 2 }
    const request = {
      TargetTableName: 'Copy',
      BackupArn,
      BillingModeOverride: 'PROVISIONED' as const,
      ProvisionedThroughputOverride: units,
    }
    await expect(db.send('RestoreTableFromBackup', request)).rejects.toMatchObject({
      name: 'ValidationException',
      message:
        'Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED for index byG',
    })
    const { TableDescription } = await db.send('RestoreTableFromBackup', {
      ...request,
      GlobalSecondaryIndexOverride: [
        {
          IndexName: 'renamed',
          KeySchema: [{ AttributeName: 'g', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
          ProvisionedThroughput: units,
        },
      ],
    })
    expect(TableDescription).toMatchObject({
      ProvisionedThroughput: units,
      GlobalSecondaryIndexes: [{ IndexName: 'renamed', ProvisionedThroughput: units }],
    })
  })

  test('is known only to DescribeTable until its items are there', async () => {
    for (let i = 0; i < 300; i++) await put(`k${i}`, 'x')
    const arn = await backup()
    await db.settled()
    const { TableDescription } = await db.send('RestoreTableFromBackup', {
      TargetTableName: 'Copy',
      BackupArn: arn,
    })
    expect(TableDescription).toMatchObject({
      TableStatus: 'CREATING',
      RestoreSummary: { SourceBackupArn: arn, RestoreInProgress: true },
    })
    const { Table = {} } = await db.send('DescribeTable', { TableName: 'Copy' })
    expect(Table.TableStatus).toBe('CREATING')
    expect(Table.BillingModeSummary).toEqual({ BillingMode: 'PAY_PER_REQUEST' })
    expect(Table.ProvisionedThroughput).toEqual({ ReadCapacityUnits: 0, WriteCapacityUnits: 0 })
    for (const later of ['WarmThroughput', 'DeletionProtectionEnabled', 'TableThroughputModeSummary']) {
      expect(Table).not.toHaveProperty(later)
    }
    expect((await db.send('ListTables', {})).TableNames).toEqual(['Copy', 'Music'])
    const refusals: [Promise<unknown>, object][] = [
      [put('a', 'b', 'Copy'), { name: 'ResourceNotFoundException' }],
      [
        db.send('UpdateTable', { TableName: 'Copy', DeletionProtectionEnabled: true }),
        { message: 'Requested resource not found: Table: Copy not found' },
      ],
      [
        db.send('CreateBackup', { TableName: 'Copy', BackupName: 'xyz' }),
        { name: 'TableNotFoundException', message: 'Table not found: Copy' },
      ],
      [db.send('DeleteTable', { TableName: 'Copy' }), { name: 'ResourceInUseException' }],
      [
        db.send('RestoreTableFromBackup', { TargetTableName: 'Copy', BackupArn: arn }),
        {
          name: 'TableInUseException',
          message: `Table: Copy is already being restored from backup: ${arn}`,
        },
      ],
      [
        db.send('RestoreTableFromBackup', { TargetTableName: 'Other', BackupArn: arn }),
        {
          name: 'BackupInUseException',
          message: `Backup is being used to restore another table: ${arn}`,
        },
      ],
      [
        db.send('DeleteBackup', { BackupArn: arn }),
        { name: 'BackupInUseException', message: `Backup is being used to restore table: ${arn}` },
      ],
    ]
    for (const [refused, error] of refusals) await expect(refused).rejects.toMatchObject(error)
    await db.settled()
    const done = await db.send('DescribeTable', { TableName: 'Copy' })
    expect(done.Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 300 })
    expect(done.Table).not.toHaveProperty('RestoreSummary')
  })
})
