import type { UpdateTableInput } from '@monotable/protocol'
import { beforeEach, expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

const TableName = 'Orders'
const [home, away, third] = ['us-east-1', 'us-east-2', 'us-west-2']

let db: Database
beforeEach(async () => {
  db = await createDatabase()
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
})

const Item = { id: { S: 'a' } }
const update = (change: Omit<UpdateTableInput, 'TableName'>) =>
  db.send('UpdateTable', { TableName, ...change })
const create = (...regions: string[]) => regions.map((RegionName) => ({ Create: { RegionName } }))
const remove = (...regions: string[]) => regions.map((RegionName) => ({ Delete: { RegionName } }))
const STRONG = { MultiRegionConsistency: 'STRONG' } as const
const describeTable = async (region = home) =>
  (await db.send('DescribeTable', { TableName }, { region })).Table ?? {}

it('three regions become strongly consistent at once', async () => {
  const { TableDescription } = await update({ ...STRONG, ReplicaUpdates: create(away, third) })
  expect(TableDescription).toMatchObject({ TableStatus: 'UPDATING', MultiRegionConsistency: 'STRONG' })
  await db.send('PutItem', { TableName, Item }, { region: away })
  const read = { TableName, Key: Item, ConsistentRead: true }
  for (const region of [home, third]) expect((await db.send('GetItem', read, { region })).Item).toEqual(Item)
  expect((await describeTable(third)).Replicas?.map(({ RegionName }) => RegionName)).toEqual([home, away])
})

it('a witness replaces one of them, and is not a table', async () => {
  const GlobalTableWitnessUpdates = [{ Create: { RegionName: third } }]
  await update({ ...STRONG, ReplicaUpdates: create(away), GlobalTableWitnessUpdates })
  const witnesses = [{ RegionName: third, WitnessStatus: 'ACTIVE' }]
  expect((await describeTable()).GlobalTableWitnesses).toEqual(witnesses)
  expect((await describeTable(away)).GlobalTableWitnesses).toEqual(witnesses)
  await expect(describeTable(third)).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  await expect(update({ ReplicaUpdates: remove(away) })).rejects.toMatchObject({
    message: 'Update table delete operation does not include all witnesses.',
  })
  const elsewhere = [{ Delete: { RegionName: 'eu-west-1' } }]
  await expect(
    update({ ReplicaUpdates: remove(away), GlobalTableWitnessUpdates: elsewhere }),
  ).rejects.toMatchObject({ message: expect.stringContaining('without these witnesses: [eu-west-1].') })
  await update({
    ReplicaUpdates: remove(away),
    GlobalTableWitnessUpdates: [{ Delete: { RegionName: third } }],
  })
  const left = await describeTable()
  for (const name of ['Replicas', 'GlobalTableWitnesses', 'MultiRegionConsistency', 'GlobalTableVersion']) {
    expect(left).not.toHaveProperty(name)
  }
})

it('all tables leave the group at once', async () => {
  await update({ ...STRONG, ReplicaUpdates: create(away, third) })
  const together = expect.stringContaining('Deletion of only one table replica is not supported')
  await expect(update({ ReplicaUpdates: remove(away) })).rejects.toMatchObject({ message: together })
  await expect(db.send('DeleteTable', { TableName }, { region: away })).rejects.toMatchObject({
    message: together,
  })
  await expect(update({ ReplicaUpdates: create('eu-west-1') })).rejects.toMatchObject({
    message: 'Cannot add replicas to a global table with strong MultiRegionConsistency',
  })
  await update({ ReplicaUpdates: remove(away, third) })
  await db.send('DeleteTable', { TableName })
})

it('transactions and expiry are not available', async () => {
  await update({ ...STRONG, ReplicaUpdates: create(away, third) })
  const refusal = { name: 'ValidationException', message: expect.stringContaining('STRONG') }
  const TransactItems = [{ Put: { TableName, Item } }]
  await expect(db.send('TransactWriteItems', { TransactItems })).rejects.toMatchObject(refusal)
  const gets = [{ Get: { TableName, Key: Item } }]
  await expect(db.send('TransactGetItems', { TransactItems: gets })).rejects.toMatchObject(refusal)
  const TransactStatements = [{ Statement: `INSERT INTO "${TableName}" VALUE {'id': 'a'}` }]
  await expect(db.send('ExecuteTransaction', { TransactStatements })).rejects.toMatchObject(refusal)
  const TimeToLiveSpecification = { Enabled: true, AttributeName: 'until' }
  await expect(db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })).rejects.toMatchObject(
    refusal,
  )
})

it('a table with items cannot become strongly consistent', async () => {
  await db.send('PutItem', { TableName, Item })
  await expect(update({ ...STRONG, ReplicaUpdates: create(away, third) })).rejects.toMatchObject({
    message: expect.stringContaining('has items'),
  })
})

it('each region has a stream only on request, with the writes of all', async () => {
  await update({ ...STRONG, ReplicaUpdates: create(away, third) })
  expect(await describeTable()).not.toHaveProperty('StreamSpecification')
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } as const
  await db.send('UpdateTable', { TableName, StreamSpecification }, { region: away })
  expect(await describeTable(third)).not.toHaveProperty('StreamSpecification')
  await db.send('PutItem', { TableName, Item })
  const { LatestStreamArn: StreamArn = '' } = await describeTable(away)
  const there = { region: away }
  const { StreamDescription } = await db.send('DescribeStream', { StreamArn }, there)
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? ''
  const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
  const { ShardIterator = '' } = await db.send('GetShardIterator', begin, there)
  const { Records } = await db.send('GetRecords', { ShardIterator }, there)
  expect(Records).toMatchObject([{ eventName: 'INSERT', awsRegion: away }])
  await db.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } }, there)
})
