import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

let db: Database
const arn = (name: string) => `arn:aws:dynamodb:us-east-1:000000000000:table/${name}`

beforeEach(async () => {
  db = await createDatabase()
})

async function createTable(TableName: string, more = {}) {
  return db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    ...more,
  })
}

describe('tables', () => {
  test('a table is CREATING in the answer and ACTIVE right after it', async () => {
    const { TableDescription: created } = await createTable('Music')
    expect(created?.TableStatus).toBe('CREATING')
    await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' } } })
    const { Table: described } = await db.send('DescribeTable', { TableName: arn('Music') })
    expect(described).toMatchObject({ TableName: 'Music', TableStatus: 'ACTIVE', TableId: created?.TableId })
    expect(described).toMatchObject({ ItemCount: 1, TableSizeBytes: 3 })
  })

  test('of two concurrent requests to create the same table, one succeeds', async () => {
    const results = await Promise.allSettled([
      createTable('Music'),
      createTable('Music'),
      createTable('music'),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(results[1]).toMatchObject({
      reason: { name: 'ResourceInUseException', message: 'Table already exists: Music' },
    })
  })

  test('two tables of the same name deleted within a millisecond each leave a backup', async () => {
    db = await createDatabase({ clock: { now: () => Date.UTC(2026, 9, 1) } })
    for (const pk of ['first', 'second']) {
      await createTable('Music')
      await db.send('UpdateContinuousBackups', {
        TableName: 'Music',
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      })
      await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: pk } } })
      await db.send('DeleteTable', { TableName: 'Music' })
    }
    const { BackupSummaries: backups = [] } = await db.send('ListBackups', { BackupType: 'SYSTEM' })
    const restored: unknown[] = []
    for (const [number, { BackupArn }] of backups.entries()) {
      const TargetTableName = `Restored${number}`
      await db.send('RestoreTableFromBackup', { TargetTableName, BackupArn: BackupArn ?? '' })
      await db.settled()
      restored.push(...((await db.send('Scan', { TableName: TargetTableName })).Items ?? []))
    }
    expect(restored.map((item) => (item as { pk: unknown }).pk)).toEqual(
      expect.arrayContaining([{ S: 'first' }, { S: 'second' }]),
    )
  })

  test('an invalid request for an existing table is answered with what is invalid', async () => {
    await createTable('Music')
    await expect(
      createTable('Music', { KeySchema: [{ AttributeName: 'pk', KeyType: 'RANGE' }] }),
    ).rejects.toThrow('Invalid KeySchema: The first KeySchemaElement is not a HASH key type')
  })

  test('a deleted table is gone at once and its name is free', async () => {
    const { TableDescription: first } = await createTable('Music')
    const { TableDescription: deleted } = await db.send('DeleteTable', { TableName: 'Music' })
    expect(Object.keys(deleted ?? {}).sort()).toEqual([
      'BillingModeSummary',
      'DeletionProtectionEnabled',
      'ItemCount',
      'ProvisionedThroughput',
      'TableArn',
      'TableId',
      'TableName',
      'TableSizeBytes',
      'TableStatus',
      'TableThroughputModeSummary',
    ])
    expect(deleted?.TableStatus).toBe('DELETING')
    for (const operation of ['DescribeTable', 'DeleteTable'] as const) {
      await expect(db.send(operation, { TableName: 'Music' })).rejects.toMatchObject({
        name: 'ResourceNotFoundException',
        message: 'Requested resource not found: Table: Music not found',
      })
    }
    const { TableDescription: second } = await createTable('Music')
    expect(second?.TableId).not.toBe(first?.TableId)
  })

  test('a protected table is not deleted', async () => {
    await createTable('Music', { DeletionProtectionEnabled: true })
    await expect(db.send('DeleteTable', { TableName: 'Music' })).rejects.toThrow(
      'Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first.',
    )
    const { TableDescription: changed } = await db.send('UpdateTable', {
      TableName: 'Music',
      DeletionProtectionEnabled: false,
    })
    expect(changed).toMatchObject({ TableStatus: 'ACTIVE', DeletionProtectionEnabled: false })
    await db.send('DeleteTable', { TableName: 'Music' })
  })

  test('writes in flight when their table is deleted either succeed or find no table', async () => {
    for (let round = 0; round < 20; round++) {
      await createTable('Music')
      const puts = Array.from({ length: 20 }, (_, i) =>
        db.send('PutItem', { TableName: 'Music', Item: { pk: { S: String(i) } } }),
      )
      const deletion = db.send('DeleteTable', { TableName: 'Music' })
      for (const result of await Promise.allSettled(puts)) {
        if (result.status === 'rejected') expect(result.reason.name).toBe('ResourceNotFoundException')
      }
      await deletion
    }
  })

  test('tables are listed in byte order, one page at a time', async () => {
    for (const name of ['beta', 'Alpha', '.dot', 'alpha', 'beta-2']) await createTable(name)
    expect(await db.send('ListTables', {})).toEqual({
      TableNames: ['.dot', 'Alpha', 'alpha', 'beta', 'beta-2'],
    })
    expect(await db.send('ListTables', { Limit: 2 })).toEqual({
      TableNames: ['.dot', 'Alpha'],
      LastEvaluatedTableName: 'Alpha',
    })
    expect(await db.send('ListTables', { ExclusiveStartTableName: 'Beta', Limit: 3 })).toEqual({
      TableNames: ['alpha', 'beta', 'beta-2'],
    })
    expect(await db.send('ListTables', {}, { region: 'eu-west-1' })).toEqual({ TableNames: [] })
  })
})

describe('tags', () => {
  const ResourceArn = arn('Music')

  test('tags are added, replaced and removed', async () => {
    await createTable('Music', { Tags: [{ Key: 'team', Value: 'one' }] })
    await db.send('TagResource', {
      ResourceArn,
      Tags: [
        { Key: 'stage', Value: '' },
        { Key: 'team', Value: 'two' },
      ],
    })
    await db.send('UntagResource', { ResourceArn, TagKeys: ['stage', 'none'] })
    expect(await db.send('ListTagsOfResource', { ResourceArn })).toEqual({
      Tags: [{ Key: 'team', Value: 'two' }],
    })
  })

  test('a stream has its own tags, and the next one starts without any', async () => {
    const stream = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } as const
    await createTable('Music', { StreamSpecification: stream, Tags: [{ Key: 'team', Value: 'one' }] })
    const latest = async (): Promise<string> => {
      const { Table: table } = await db.send('DescribeTable', { TableName: 'Music' })
      return table?.LatestStreamArn ?? 'none'
    }
    const first = await latest()
    expect(await db.send('ListTagsOfResource', { ResourceArn: first })).toEqual({ Tags: [] })
    await db.send('TagResource', { ResourceArn: first, Tags: [{ Key: 'reader', Value: 'x' }] })
    expect(await db.send('ListTagsOfResource', { ResourceArn: first })).toEqual({
      Tags: [{ Key: 'reader', Value: 'x' }],
    })
    expect(await db.send('ListTagsOfResource', { ResourceArn })).toEqual({
      Tags: [{ Key: 'team', Value: 'one' }],
    })
    await db.send('UntagResource', { ResourceArn: first, TagKeys: ['team', 'reader'] })
    expect(await db.send('ListTagsOfResource', { ResourceArn: first })).toEqual({ Tags: [] })
    await db.send('TagResource', { ResourceArn: first, Tags: [{ Key: 'reader', Value: 'x' }] })
    await db.send('UpdateTable', { TableName: 'Music', StreamSpecification: { StreamEnabled: false } })
    await db.send('UpdateTable', { TableName: 'Music', StreamSpecification: stream })
    expect(await db.send('ListTagsOfResource', { ResourceArn: await latest() })).toEqual({ Tags: [] })
    await expect(db.send('ListTagsOfResource', { ResourceArn: first })).rejects.toThrow('not found')
  })

  test('a table cannot have more than 50 tags', async () => {
    const tags = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => ({ Key: `k${from + i}`, Value: 'v' }))
    await createTable('Music', { Tags: tags(0, 30) })
    await db.send('TagResource', { ResourceArn, Tags: tags(20, 50) })
    await expect(db.send('TagResource', { ResourceArn, Tags: tags(49, 51) })).rejects.toThrow(
      'Number of Tags exceed the current limit for the provided ResourceArn',
    )
    await expect(createTable('Other', { Tags: tags(0, 51) })).rejects.toThrow('Number of Tags exceed')
    expect(await db.send('ListTables', {})).toEqual({ TableNames: ['Music'] })
  })

  test.each([
    ['Music', "One or more parameter values were invalid: ARNs must start with 'arn:': Music"],
    ['arn:aws:s3:::bucket/x', 'Access is denied'],
    [
      `${ResourceArn}/index/i`,
      'One or more parameter values were invalid: Invalid resource arn provided, only table or stream is accepted. ' +
        `Provided resource arn: ${ResourceArn}/index/i`,
    ],
    [ResourceArn, `Requested resource not found: ResourceArn: ${ResourceArn} not found`],
  ])('the tags of %s are not found', async (wrong, message) => {
    await expect(db.send('ListTagsOfResource', { ResourceArn: wrong })).rejects.toThrow(
      expect.objectContaining({ message }),
    )
  })

  test('a request without tags is refused', async () => {
    await createTable('Music')
    await expect(db.send('TagResource', { ResourceArn, Tags: [] })).rejects.toThrow(
      'Atleast one Tag needs to be provided as Input.',
    )
    await expect(db.send('UntagResource', { ResourceArn, TagKeys: [] })).rejects.toThrow(
      'Atleast one Tag Key needs to be provided as Input.',
    )
  })
})

test('limits and endpoints are those of the region', async () => {
  expect(await db.send('DescribeLimits', {})).toEqual({
    AccountMaxReadCapacityUnits: 80_000,
    AccountMaxWriteCapacityUnits: 80_000,
    TableMaxReadCapacityUnits: 40_000,
    TableMaxWriteCapacityUnits: 40_000,
  })
  expect(await db.send('DescribeEndpoints', {})).toEqual({
    Endpoints: [{ Address: 'dynamodb.us-east-1.amazonaws.com', CachePeriodInMinutes: 1440 }],
  })
})
