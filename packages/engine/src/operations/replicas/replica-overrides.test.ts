import type { OnDemandThroughput, ReplicationGroupMemberAction, SSESpecification } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

const TableName = 'Orders'
const home = 'us-east-1'
const away = 'eu-west-1'

async function open(SSESpecification?: SSESpecification): Promise<Database> {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['id', 'a', 'b'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: ['a', 'b'].map((name) => ({
      IndexName: `by-${name}`,
      KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    })),
    ...(SSESpecification && { SSESpecification }),
  })
  return db
}

type Overrides = Omit<ReplicationGroupMemberAction, 'RegionName'>
const create = (db: Database, more: Overrides = {}) =>
  db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: away, ...more } }] })
const update = (db: Database, more: Overrides) =>
  db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Update: { RegionName: away, ...more } }] })
const replica = async (db: Database) => (await db.send('DescribeTable', { TableName })).Table?.Replicas?.[0]

describe('settings of a replica that differ from the table', () => {
  const region = away
  const described = async (db: Database, at = home) =>
    (await db.send('DescribeTable', { TableName }, { region: at })).Table

  it('persist when something else changes, and are dropped when the same setting changes for the table', async () => {
    const db = await open()
    await create(db, {
      OnDemandThroughputOverride: { MaxReadRequestUnits: 5 },
      GlobalSecondaryIndexes: [{ IndexName: 'by-a', OnDemandThroughputOverride: { MaxReadRequestUnits: 6 } }],
    })
    const limit = (at: string, OnDemandThroughput: OnDemandThroughput) =>
      db.send('UpdateTable', { TableName, OnDemandThroughput }, { region: at })
    const index = { IndexName: 'by-a', OnDemandThroughput: { MaxWriteRequestUnits: 8 } }
    await limit(away, { MaxWriteRequestUnits: 7 })
    await db.send('UpdateTable', { TableName, GlobalSecondaryIndexUpdates: [{ Update: index }] }, { region })
    const here = await described(db)
    expect(here?.OnDemandThroughput).toEqual({ MaxWriteRequestUnits: 7 })
    expect(here?.GlobalSecondaryIndexes?.[0]?.OnDemandThroughput).toEqual({ MaxWriteRequestUnits: 8 })
    await limit(home, { MaxWriteRequestUnits: 9 })
    const both = { MaxReadRequestUnits: 5, MaxWriteRequestUnits: 9 }
    expect((await described(db, away))?.OnDemandThroughput).toEqual(both)
    await limit(home, { MaxReadRequestUnits: 10 })
    expect((await described(db, away))?.OnDemandThroughput).toEqual({ ...both, MaxReadRequestUnits: 10 })
  })

  it('start from the units of the table, without its count of changes', async () => {
    const db = await open()
    const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
    const fewer = { ReadCapacityUnits: 4, WriteCapacityUnits: 3 }
    const indexUpdates = ['a', 'b'].map((name) => ({
      Update: { IndexName: `by-${name}`, ProvisionedThroughput: units },
    }))
    await create(db)
    await db.send('UpdateTable', {
      TableName,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units,
      GlobalSecondaryIndexUpdates: indexUpdates,
    })
    await db.send('UpdateTable', { TableName, ProvisionedThroughput: fewer })
    expect((await described(db))?.ProvisionedThroughput?.NumberOfDecreasesToday).toBe(1)
    const RegionName = 'eu-north-1'
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName } }] })
    const there = await described(db, RegionName)
    expect(there?.ProvisionedThroughput).toEqual({ NumberOfDecreasesToday: 0, ...fewer })
    const ofIndex = there?.GlobalSecondaryIndexes?.[0]?.ProvisionedThroughput
    expect(ofIndex).toEqual({ NumberOfDecreasesToday: 0, ...units })
  })
})

describe('indexes of a replica', () => {
  const units = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 }
  const reads = (name: string, ReadCapacityUnits: number) => ({
    IndexName: `by-${name}`,
    ProvisionedThroughputOverride: { ReadCapacityUnits },
  })
  const overrides = async (db: Database) =>
    (await replica(db))?.GlobalSecondaryIndexes?.map(
      (index) => index.ProvisionedThroughputOverride?.ReadCapacityUnits,
    )

  it('override reads one by one, until they match the table again', async () => {
    const db = await open()
    await create(db)
    await db.send('UpdateTable', {
      TableName,
      BillingMode: 'PROVISIONED',
      ProvisionedThroughput: units,
      GlobalSecondaryIndexUpdates: ['a', 'b'].map((name) => ({
        Update: { IndexName: `by-${name}`, ProvisionedThroughput: units },
      })),
    })
    await update(db, { GlobalSecondaryIndexes: [reads('a', 6), reads('b', 7)] })
    expect(await overrides(db)).toEqual([6, 7])
    await update(db, { GlobalSecondaryIndexes: [reads('a', 8)] })
    expect(await overrides(db)).toEqual([8, 7])
    const { Table } = await db.send('DescribeTable', { TableName }, { region: away })
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([
      { ProvisionedThroughput: { ReadCapacityUnits: 8, WriteCapacityUnits: 5 } },
      { ProvisionedThroughput: { ReadCapacityUnits: 7, WriteCapacityUnits: 5 } },
    ])
    await update(db, { GlobalSecondaryIndexes: [reads('a', 5)] })
    expect(await overrides(db)).toEqual([undefined, 7])
    await expect(update(db, { GlobalSecondaryIndexes: [{ IndexName: 'by-a' }] })).rejects.toThrow(
      'There are no actions specified',
    )
    await expect(update(db, { GlobalSecondaryIndexes: [reads('c', 5)] })).rejects.toThrow('Index by-c')
  })

  it('are ignored on creation if they do not exist, as are units that the table does not have', async () => {
    const db = await open()
    await create(db, {
      ProvisionedThroughputOverride: { ReadCapacityUnits: 5 },
      GlobalSecondaryIndexes: [reads('a', 5), reads('c', 5)],
    })
    expect(await overrides(db)).toEqual([undefined, undefined])
  })
})

describe('the key of a replica', () => {
  const own = { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: 'home-key' } as const

  it('is one of its region, given by its id, if the table has a customer key', async () => {
    const db = await open(own)
    await expect(create(db)).rejects.toThrow('KMSMasterKeyId must be specified for each replica.')
    await expect(create(db, { KMSMasterKeyId: 'alias/aws/dynamodb' })).rejects.toThrow(
      'All replica keys must either be Customer Managed CMK or AWS Managed CMK.',
    )
    await create(db, { KMSMasterKeyId: 'away-key' })
    const keyArn = `arn:aws:kms:${away}:000000000000:key/away-key`
    expect((await replica(db))?.KMSMasterKeyId).toBe(keyArn)
    const { Table } = await db.send('DescribeTable', { TableName }, { region: away })
    expect(Table?.SSEDescription).toMatchObject({ SSEType: 'KMS', KMSMasterKeyArn: keyArn })
    await expect(update(db, { KMSMasterKeyId: 'other' })).rejects.toThrow(
      'must be specified for each replica',
    )
  })

  // The acceptance tests of Terraform's AWS provider change the keys of a group in this way, on AWS.
  it('changes together with those of all regions, including its own, to keys of one kind', async () => {
    const db = await open({ Enabled: true, SSEType: 'KMS' })
    await create(db)
    const keys = (given: Record<string, string>) =>
      db.send('UpdateTable', {
        TableName,
        ReplicaUpdates: Object.entries(given).map(([RegionName, KMSMasterKeyId]) => ({
          Update: { RegionName, KMSMasterKeyId },
        })),
      })
    const told = async (region: string) => {
      const { Table } = await db.send('DescribeTable', { TableName }, { region })
      return [Table?.SSEDescription?.KMSMasterKeyArn, Table?.Replicas?.[0]?.KMSMasterKeyId]
    }
    const arnOf = (region: string, key: string) => `arn:aws:kms:${region}:000000000000:key/${key}`
    for (const version of ['one', 'two']) {
      const answer = await keys({ [away]: `away-${version}`, [home]: `home-${version}` })
      expect(answer.TableDescription).toMatchObject({ TableStatus: 'UPDATING' })
      const [there, here] = [arnOf(away, `away-${version}`), arnOf(home, `home-${version}`)]
      expect(await told(home)).toEqual([here, there])
      expect(await told(away)).toEqual([there, here])
    }
    await expect(keys({ [home]: 'home-three' })).rejects.toThrow('must be specified for each replica')
    await expect(keys({ [away]: 'away-three', [home]: 'alias/aws/dynamodb' })).rejects.toThrow(
      'All replica keys must either be Customer Managed CMK or AWS Managed CMK.',
    )
    expect(await told(home)).toEqual([arnOf(home, 'home-two'), arnOf(away, 'away-two')])
  })

  it("is DynamoDB's key in its region if the table uses DynamoDB's", async () => {
    const db = await open({ Enabled: true, SSEType: 'KMS' })
    await expect(create(db, { KMSMasterKeyId: 'away-key' })).rejects.toThrow('for each replica')
    await create(db)
    expect((await replica(db))?.KMSMasterKeyId).toContain(`arn:aws:kms:${away}:`)
  })

  it('is absent if the table has none', async () => {
    const db = await open()
    await expect(create(db, { KMSMasterKeyId: 'away-key' })).rejects.toThrow('for each replica')
    await create(db)
    expect(await replica(db)).not.toHaveProperty('KMSMasterKeyId')
    const given = db.send('UpdateTable', { TableName, SSESpecification: own })
    await expect(given).rejects.toThrow('for each replica')
  })
})
