import { expect, it } from 'vitest'
import { addOrdersIndex, ordersTable } from '../testing/orders-table.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

const { TableName } = ordersTable
const home = { region: 'us-east-1' }
const away = { region: 'eu-west-1' }

interface Server {
  readonly db: Database
  readonly view: StoreView
}

/** Two servers over one store, with a table in the first region. */
async function two(): Promise<[Server, Server]> {
  const memory = createSharedMemory()
  const open = async (): Promise<Server> => {
    const view = memory.open()
    return { view, db: await createDatabase({ storage: view.storage }) }
  }
  const servers: [Server, Server] = [await open(), await open()]
  await servers[0].db.send('CreateTable', ordersTable)
  return servers
}

const add = (db: Database) =>
  db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: away.region } }] })
const remove = (db: Database) =>
  db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Delete: { RegionName: away.region } }] })
const put = (db: Database, id: string, where = home) =>
  db.send('PutItem', { TableName, Item: { id: { S: id }, by: { S: 'x' } } }, where)
const isTable = (space: string) => space.startsWith('table-')

/** Starts a write and holds it back until `happens` is done. */
async function during(server: Server, write: () => Promise<unknown>, happens: () => Promise<unknown>) {
  const held = server.view.holdCommit(isTable)
  const writing = write().catch((error: Error) => error.name)
  const release = await held
  await happens()
  release()
  return writing
}

async function streamed(db: Database, where = home): Promise<(string | undefined)[]> {
  const { Table } = await db.send('DescribeTable', { TableName }, where)
  const StreamArn = Table?.LatestStreamArn ?? ''
  const { StreamDescription } = await db.send('DescribeStream', { StreamArn }, where)
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? ''
  const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
  const { ShardIterator = '' } = await db.send('GetShardIterator', begin, where)
  const { Records = [] } = await db.send('GetRecords', { ShardIterator }, where)
  return Records.map(({ dynamodb }) => dynamodb?.Keys?.['id']?.S)
}

async function indexed(db: Database, where = home): Promise<string[]> {
  const { Items = [] } = await db.send('Scan', { TableName, IndexName: 'byWhom' }, where)
  return Items.map(({ id }) => id?.S ?? '').sort()
}

it('a write planned before a replica was added is in the stream of the replica', async () => {
  const [a, b] = await two()
  await during(
    a,
    () => put(a.db, 'late'),
    () => add(b.db),
  )
  expect(await streamed(a.db, away)).toEqual(['late'])
  expect(await streamed(b.db)).toEqual(['late'])
})

it('a write in one region is in the history that another region started meanwhile, and not in its backup', async () => {
  const [a, b] = await two()
  await add(a.db)
  await put(a.db, 'early', away)
  let BackupArn = ''
  await during(
    a,
    () => put(a.db, 'late'),
    async () => {
      const backup = await b.db.send('CreateBackup', { TableName, BackupName: 'early' }, away)
      BackupArn = backup.BackupDetails?.BackupArn ?? ''
    },
  )
  await b.db.settled()
  await a.db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' }, away)
  await a.db.settled()
  const { Items } = await b.db.send('Scan', { TableName: 'Restored' }, away)
  expect(Items?.map(({ id }) => id?.S)).toEqual(['early'])
})

it('a write in one region is in the index that another region added meanwhile', async () => {
  const [a, b] = await two()
  await add(a.db)
  await put(a.db, 'first', away)
  await during(
    a,
    () => put(a.db, 'late'),
    async () => {
      await b.db.send('UpdateTable', addOrdersIndex, away)
      await b.db.settled()
    },
  )
  for (const where of [home, away]) expect(await indexed(b.db, where)).toEqual(['first', 'late'])
})

it('a write to a replica that was removed meanwhile is refused, and no server reads from that replica', async () => {
  const [a, b] = await two()
  await add(a.db)
  await put(a.db, 'first', away)
  expect(
    await during(
      a,
      () => put(a.db, 'late', away),
      () => remove(b.db),
    ),
  ).toBe('ResourceNotFoundException')
  const Key = { id: { S: 'first' } }
  await expect(a.db.send('GetItem', { TableName, Key }, away)).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  })
  expect((await a.db.send('Scan', { TableName })).Count).toBe(1)
})

it('concurrent changes from several regions wait for one another, and all take effect', async () => {
  const [a, b] = await two()
  await add(a.db)
  await Promise.all([
    a.db.send('UpdateTable', addOrdersIndex),
    b.db.send('UpdateTable', { TableName, DeletionProtectionEnabled: true }, away),
    b.db.send(
      'UpdateTimeToLive',
      { TableName, TimeToLiveSpecification: { Enabled: true, AttributeName: 'until' } },
      away,
    ),
  ])
  await Promise.all([a.db.settled(), b.db.settled()])
  for (const where of [home, away]) {
    const { Table } = await a.db.send('DescribeTable', { TableName }, where)
    expect(Table?.GlobalSecondaryIndexes).toMatchObject([{ IndexStatus: 'ACTIVE' }])
    expect(Table?.DeletionProtectionEnabled).toBe(where === away)
    const { TimeToLiveDescription } = await a.db.send('DescribeTimeToLive', { TableName }, where)
    expect(TimeToLiveDescription).toMatchObject({ TimeToLiveStatus: 'ENABLED' })
  }
})
