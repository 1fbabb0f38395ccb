import { describe, expect, it } from 'vitest'
import { createAccess } from '../access/access.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { CATALOGUE_SPACE } from '../tables/space-names.ts'
import { addOrdersIndex, ordersTable } from '../testing/orders-table.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

const { TableName } = ordersTable
const startMs = Date.UTC(2026, 0, 1)

const dropIndex = { TableName, GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byWhom' } }] } as const

interface Server {
  readonly db: Database
  readonly view: StoreView
}

async function openServers(count: number, clock?: TestClock): Promise<Server[]> {
  const memory = createSharedMemory()
  const servers: Server[] = []
  for (let i = 0; i < count; i++) {
    const view = memory.open()
    servers.push({ view, db: await createDatabase({ storage: view.storage, ...(clock && { clock }) }) })
  }
  return servers
}

async function two(): Promise<[Server, Server]> {
  return (await openServers(2)) as [Server, Server]
}

const put = (db: Database, id: string, by = 'x') =>
  db.send('PutItem', { TableName, Item: { id: { S: id }, by: { S: by } } })

async function idsBy(db: Database, by = 'x'): Promise<string[]> {
  const { Items = [] } = await db.send('Query', {
    TableName,
    IndexName: 'byWhom',
    KeyConditionExpression: '#by = :by',
    ExpressionAttributeNames: { '#by': 'by' },
    ExpressionAttributeValues: { ':by': { S: by } },
  })
  return Items.map((item) => item['id']?.S ?? '').sort()
}

const Item = { id: { S: 'late' } }

const writes: { readonly [operation: string]: (db: Database) => Promise<unknown> } = {
  PutItem: (db) => db.send('PutItem', { TableName, Item }),
  BatchWriteItem: (db) =>
    db.send('BatchWriteItem', { RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }),
  BatchExecuteStatement: (db) =>
    db.send('BatchExecuteStatement', {
      Statements: [{ Statement: `INSERT INTO "${TableName}" VALUE {'id': 'late'}` }],
    }),
  TransactWriteItems: (db) =>
    db.send('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item } }] }),
}

const isTable = (space: string) => space.startsWith('table-')

describe('a write planned before another server changed the table', () => {
  it('is in an index that was added and filled meanwhile', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await put(a.db, 'first')
    const held = a.view.holdCommit(isTable)
    const writing = put(a.db, 'late')
    const release = await held
    await b.db.send('UpdateTable', addOrdersIndex)
    await b.db.settled()
    release()
    await writing
    expect(await idsBy(b.db)).toEqual(['first', 'late'])
    expect(await idsBy(a.db)).toEqual(['first', 'late'])
  })

  it('removes the entry that a later write made in a new index', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await put(a.db, 'one', 'old')
    const held = a.view.holdCommit(isTable)
    const writing = put(a.db, 'one', 'new')
    const release = await held
    await b.db.send('UpdateTable', addOrdersIndex)
    await put(b.db, 'one', 'between')
    await b.db.settled()
    release()
    await writing
    expect(await idsBy(b.db, 'between')).toEqual([])
    expect(await idsBy(b.db, 'new')).toEqual(['one'])
  })

  it.each(Object.entries(writes))(
    'for a table that was deleted and recreated goes into the new one: %s',
    async (_, write) => {
      const [a, b] = await two()
      await a.db.send('CreateTable', ordersTable)
      const held = a.view.holdCommit(isTable)
      const writing = write(a.db)
      const release = await held
      await b.db.send('DeleteTable', { TableName })
      await b.db.send('CreateTable', ordersTable)
      release()
      await writing
      for (const { db } of [a, b]) {
        const { Items } = await db.send('Scan', { TableName, ConsistentRead: true })
        expect(Items).toEqual([Item])
      }
    },
  )

  it('to a table that was deleted is refused', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    const held = a.view.holdCommit(isTable)
    const writing = put(a.db, 'late').catch((error: Error) => error.name)
    const release = await held
    await b.db.send('DeleteTable', { TableName })
    release()
    expect(await writing).toBe('ResourceNotFoundException')
  })

  // AWS's documentation: what fails of a batch is unprocessed; with an error, nothing of it was written.
  it('to a table that was deleted is unprocessed if others of its batch were written', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await a.db.send('CreateTable', { ...ordersTable, TableName: 'Others' })
    const requests = [{ PutRequest: { Item } }]
    const held = a.view.holdCommit(isTable)
    const RequestItems = { [TableName]: requests, Others: requests }
    const writing = a.db.send('BatchWriteItem', { RequestItems, ReturnConsumedCapacity: 'TOTAL' })
    const release = await held
    await b.db.send('DeleteTable', { TableName })
    release()
    expect(await writing).toMatchObject({
      UnprocessedItems: { [TableName]: requests },
      ConsumedCapacity: [
        { TableName, CapacityUnits: 0 },
        { TableName: 'Others', CapacityUnits: 1 },
      ],
    })
    expect((await b.db.send('Scan', { TableName: 'Others' })).Items).toEqual([Item])
    const again = a.db.send('BatchWriteItem', { RequestItems: { [TableName]: requests } })
    await expect(again).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('is in the stream and in the history that were started meanwhile', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    const held = a.view.holdCommit(isTable)
    const writing = put(a.db, 'late')
    const release = await held
    await b.db.send('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    const backup = await b.db.send('CreateBackup', { TableName, BackupName: 'empty' })
    release()
    await writing
    await b.db.settled()
    const { Table } = await a.db.send('DescribeTable', { TableName })
    const StreamArn = Table?.LatestStreamArn ?? ''
    const { StreamDescription } = await a.db.send('DescribeStream', { StreamArn })
    const { ShardIterator = '' } = await a.db.send('GetShardIterator', {
      StreamArn,
      ShardId: StreamDescription?.Shards?.[0]?.ShardId ?? '',
      ShardIteratorType: 'TRIM_HORIZON',
    })
    const { Records } = await a.db.send('GetRecords', { ShardIterator })
    expect(Records?.map(({ dynamodb }) => dynamodb?.Keys)).toEqual([{ id: { S: 'late' } }])
    const BackupArn = backup.BackupDetails?.BackupArn ?? ''
    await a.db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    await a.db.settled()
    expect((await b.db.send('Scan', { TableName: 'Restored' })).Count).toBe(0)
  })
})

describe('a read', () => {
  it('never returns the contents of a table that another server has deleted', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await put(a.db, 'one')
    await b.db.send('DeleteTable', { TableName })
    const Key = { id: { S: 'one' } }
    await expect(a.db.send('GetItem', { TableName, Key })).rejects.toThrow('Requested resource not found')
    await b.db.send('CreateTable', ordersTable)
    expect(await a.db.send('GetItem', { TableName, Key })).toEqual({})
    await put(b.db, 'one')
    expect((await a.db.send('Scan', { TableName })).Count).toBe(1)
  })

  it('does not do so even if the store could not remove them', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await put(a.db, 'one')
    b.view.storage.dropSpace = async () => {
      throw new StorageError('UNAVAILABLE', 'others hold a lock')
    }
    await b.db.send('DeleteTable', { TableName })
    const reading = a.db.send('GetItem', { TableName, Key: { id: { S: 'one' } } })
    await expect(reading).rejects.toThrow('Requested resource not found')
  })

  it('does not do so after it was suspended, even if a backup keeps them', async () => {
    const memory = createSharedMemory()
    const a = await createDatabase({ storage: memory.open().storage })
    let nowMs = startMs
    // No timer of a suspended process ends before its first requests are handled.
    const clock = { now: () => nowMs, after: () => () => {} }
    const b = await createDatabase({ storage: memory.open().storage, clock })
    await a.send('CreateTable', ordersTable)
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await a.send('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
    await put(a, 'one')
    const Key = { id: { S: 'one' } }
    expect((await b.send('GetItem', { TableName, Key })).Item).toBeDefined()
    await a.send('DeleteTable', { TableName })
    nowMs += 15_000
    await expect(b.send('GetItem', { TableName, Key })).rejects.toThrow('Requested resource not found')
    await a.send('CreateTable', ordersTable)
    const RequestItems = { [TableName]: { Keys: [Key] } }
    expect((await b.send('BatchGetItem', { RequestItems })).Responses).toEqual({ [TableName]: [] })
  })

  it('of an index that another server has dropped or recreated returns its current state', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', ordersTable)
    await put(a.db, 'one')
    await a.db.send('UpdateTable', addOrdersIndex)
    await a.db.settled()
    expect(await idsBy(b.db)).toEqual(['one'])
    await a.db.send('UpdateTable', dropIndex)
    await expect(idsBy(b.db)).rejects.toThrow('The table does not have the specified index: byWhom')
  })
})

it('a table exists for transaction statements on every server as soon as one server reports it', async () => {
  // Time stands still, so that no server learns of a table incidentally.
  const [a, b] = (await openServers(2, createTestClock(startMs))) as [Server, Server]
  await a.db.send('CreateTable', ordersTable)
  await put(a.db, 'first')
  const Statement = `SELECT * FROM "${TableName}" WHERE id = 'first'`
  const { Responses } = await b.db.send('ExecuteTransaction', { TransactStatements: [{ Statement }] })
  expect(Responses).toMatchObject([{ Item: { id: { S: 'first' } } }])
})

it('an index exists on every server as soon as one server reports it', async () => {
  const [a, b] = await two()
  await a.db.send('CreateTable', ordersTable)
  await put(b.db, 'one')
  await a.db.send('UpdateTable', addOrdersIndex)
  await expect(idsBy(b.db)).rejects.toThrow('Cannot read from backfilling global secondary index')
  await a.db.settled()
  expect(await idsBy(b.db)).toEqual(['one'])
})

describe('changes of one table by several servers', () => {
  it('create it once', async () => {
    const servers = await openServers(3)
    const outcomes = await Promise.allSettled(servers.map(({ db }) => db.send('CreateTable', ordersTable)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason.name).toBe('ResourceInUseException')
    }
    await put(servers[0]?.db as Database, 'one')
    expect((await servers[2]?.db.send('Scan', { TableName }))?.Count).toBe(1)
  })

  it('are all kept', async () => {
    const servers = await openServers(3)
    const created = await servers[0]?.db.send('CreateTable', ordersTable)
    const ResourceArn = created?.TableDescription?.TableArn ?? ''
    await Promise.all(
      servers.flatMap(({ db }, i) =>
        [1, 2].map((j) => db.send('TagResource', { ResourceArn, Tags: [{ Key: `${i}-${j}`, Value: 'x' }] })),
      ),
    )
    const { Tags = [] } = (await servers[1]?.db.send('ListTagsOfResource', { ResourceArn })) ?? {}
    expect(Tags.map(({ Key }) => Key).sort()).toEqual(['0-1', '0-2', '1-1', '1-2', '2-1', '2-2'])
  })

  // While the server waits for the table, between its steps, and after it has finished.
  it.each([2, 5, 6, 7, 8, 10, 16])(
    'are kept when a server making another change stalls after %i turns and continues later',
    async (turns) => {
      const clock = createTestClock(startMs)
      const [a, b] = (await openServers(2, clock)) as [Server, Server]
      await a.db.send('CreateTable', ordersTable)
      const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } as const
      const stalled = a.db
        .send('UpdateTable', { TableName, StreamSpecification })
        .catch(({ name }: Error) => name)
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      const goOn = a.view.stall()
      const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
      const changed = b.db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
      await clock.advance(15_000)
      await changed
      goOn()
      await clock.advance(1_000)
      const { Table } = await b.db.send('DescribeTable', { TableName })
      expect(Table?.StreamSpecification?.StreamEnabled).toBe(
        (await stalled) === 'ResourceInUseException' ? undefined : true,
      )
      const { TimeToLiveDescription } = await b.db.send('DescribeTimeToLive', { TableName })
      expect(TimeToLiveDescription?.TimeToLiveStatus).toBe('ENABLED')
    },
  )

  it('are known to a server that learned of its own, earlier change only after them', async () => {
    const memory = createSharedMemory()
    const { storage } = memory.open()
    let answered: Promise<unknown> = Promise.resolve()
    const late: Storage = {
      ...storage,
      mutate: async (keys, decide) => {
        const answer = await storage.mutate(keys, decide)
        if (keys.some(({ space }) => space === CATALOGUE_SPACE)) await answered
        return answer
      },
    }
    // Time stands still for the first server, so that it loses its lease.
    const a = await createDatabase({ storage: late, clock: createTestClock(startMs) })
    const clock = createTestClock(startMs)
    const b = await createDatabase({ storage: memory.open().storage, clock })
    await a.send('CreateTable', ordersTable)
    let answer = () => {}
    answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    const changed = a.send('UpdateTable', { TableName, DeletionProtectionEnabled: true })
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
    const changedAgain = b.send('UpdateTable', { TableName, DeletionProtectionEnabled: false })
    await clock.advance(15_000)
    await changedAgain
    await a.send('ListTables', {})
    answer()
    await changed
    await put(a, 'one')
    expect((await a.send('DescribeTable', { TableName })).Table?.DeletionProtectionEnabled).toBe(false)
  })

  it('are visible to all servers half a second later', async () => {
    const clock = createTestClock(startMs)
    const [a, b] = (await openServers(2, clock)) as [Server, Server]
    await a.db.send('CreateTable', ordersTable)
    await clock.advance(500)
    expect(await b.db.heat(TableName)).toBeDefined()
  })
})

describe('background work', () => {
  it('is taken over from a dead server: items that expire', async () => {
    const clock = createTestClock(startMs)
    const [a, b, c] = (await openServers(3, clock)) as [Server, Server, Server]
    await a.db.send('CreateTable', ordersTable)
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
    await a.db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    await clock.advance(5_000)
    const expires = { N: String(startMs / 1_000 + 10) }
    await c.db.send('PutItem', { TableName, Item: { id: { S: 'brief' }, expires } })
    // Whichever server does the work.
    a.view.kill()
    b.view.kill()
    await clock.advance(30_000)
    await c.db.settled()
    expect((await c.db.send('Scan', { TableName })).Count).toBe(0)
  })

  it('is taken over from a dead server: filling an index', async () => {
    const clock = createTestClock(startMs)
    const [a, b] = (await openServers(2, clock)) as [Server, Server]
    await a.db.send('CreateTable', ordersTable)
    for (let i = 0; i < 300; i++) await put(a.db, `item-${i}`)
    const held = a.view.holdCommit(isTable)
    await a.db.send('UpdateTable', addOrdersIndex)
    await held
    a.view.kill()
    await clock.advance(30_000)
    await b.db.settled()
    expect((await idsBy(b.db)).length).toBe(300)
  })

  // Before the work has begun, at some moments during it, and after its end.
  it.each([0, 4, 8, 12, 16, 20, 40])(
    'is taken over from a dead server: a backup of the moment of the request, after %i turns',
    async (turns) => {
      const clock = createTestClock(startMs)
      const [a, b] = (await openServers(2, clock)) as [Server, Server]
      await a.db.send('CreateTable', ordersTable)
      for (let i = 0; i < 300; i++) await put(a.db, `item-${i}`)
      const { BackupDetails } = await a.db.send('CreateBackup', { TableName, BackupName: 'now' })
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      a.view.kill()
      for (let i = 0; i < 300; i += 2) {
        await b.db.send('DeleteItem', { TableName, Key: { id: { S: `item-${i}` } } })
      }
      await clock.advance(90_000)
      await b.db.settled()
      const BackupArn = BackupDetails?.BackupArn ?? ''
      const { BackupDescription } = await b.db.send('DescribeBackup', { BackupArn })
      expect(BackupDescription?.BackupDetails?.BackupStatus).toBe('AVAILABLE')
      await b.db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
      await b.db.settled()
      expect((await b.db.send('Scan', { TableName: 'Restored', Select: 'COUNT' })).Count).toBe(300)
    },
  )

  it.each([2, 6, 10, 14, 18, 22])(
    'is not corrupted by a server that others presumed dead and that resumes after %i turns',
    async (turns) => {
      const clock = createTestClock(startMs)
      const [a, b] = (await openServers(2, clock)) as [Server, Server]
      await a.db.send('CreateTable', ordersTable)
      for (let i = 0; i < 300; i++) await put(a.db, `item-${i}`)
      const { BackupDetails } = await a.db.send('CreateBackup', { TableName, BackupName: 'now' })
      const BackupArn = BackupDetails?.BackupArn ?? ''
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      const goOn = a.view.stall()
      for (let i = 0; i < 300; i++) await put(b.db, `item-${i}`, 'changed')
      await clock.advance(90_000)
      await b.db.settled()
      goOn()
      await clock.advance(30_000)
      await Promise.all([a.db.settled(), b.db.settled()])
      await a.db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
      await a.db.settled()
      const { Items = [] } = await b.db.send('Scan', { TableName: 'Restored' })
      expect(Items.length).toBe(300)
      expect(Items.filter((item) => item['by']?.S !== 'x')).toEqual([])
    },
  )

  it('is handed over at once by a server that closes', async () => {
    const clock = createTestClock(startMs)
    const [a, b] = (await openServers(2, clock)) as [Server, Server]
    await a.db.send('CreateTable', ordersTable)
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'expires' }
    await a.db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    await clock.advance(5_000)
    await a.db.close()
    const Item = { id: { S: 'brief' }, expires: { N: String(startMs / 1_000) } }
    await b.db.send('PutItem', { TableName, Item })
    await clock.advance(4_000)
    expect((await b.db.send('Scan', { TableName })).Count).toBe(0)
  })

  it('sweeps unused spaces, but none that a server may be about to use', async () => {
    const clock = createTestClock(startMs)
    const [a, b] = (await openServers(2, clock)) as [Server, Server]
    await a.view.storage.createSpace('table-orphan')
    await createDatabase({ storage: b.view.storage, clock })
    await clock.advance(9 * 60_000)
    expect(await a.view.storage.listSpaces()).toContain('table-orphan')
    await clock.advance(10 * 60_000)
    expect(await a.view.storage.listSpaces()).not.toContain('table-orphan')
  })
})

describe('a trigger registered on several servers', () => {
  const StreamSpecification = { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' } as const

  it('runs on one of them, and on another when that one dies', async () => {
    const clock = createTestClock(startMs)
    const servers = (await openServers(3, clock)) as [Server, Server, Server]
    await servers[0].db.send('CreateTable', { ...ordersTable, StreamSpecification })
    const handled: string[] = []
    for (const [number, { db }] of servers.entries()) {
      await db.on(
        TableName,
        ({ Records }) => {
          for (const { dynamodb } of Records) handled.push(`${dynamodb?.Keys?.['id']?.S} by ${number}`)
        },
        { name: 'follow' },
      )
    }
    await put(servers[1].db, 'one')
    await clock.advance(1_000)
    expect(handled).toEqual(['one by 0'])
    servers[0].view.kill()
    await put(servers[1].db, 'two')
    await clock.advance(15_000)
    expect(handled.length).toBe(2)
    expect(handled[1]).toMatch(/^two by [12]$/)
  })

  it('has handled everything once a standby server says so', async () => {
    const [a, b] = await two()
    await a.db.send('CreateTable', { ...ordersTable, StreamSpecification })
    const handled: string[] = []
    const handler = ({ Records }: { Records: readonly { dynamodb?: { Keys?: object } }[] }) => {
      for (const { dynamodb } of Records) handled.push(JSON.stringify(dynamodb?.Keys))
    }
    await a.db.on(TableName, handler, { name: 'follow' })
    const standby = await b.db.on(TableName, handler, { name: 'follow' })
    for (let i = 0; i < 20; i++) await put(b.db, `${i}`)
    await standby.idle()
    expect(new Set(handled).size).toBe(20)
    await a.db.close()
    await put(b.db, 'last')
    await standby.idle()
    expect(handled.at(-1)).toBe('{"id":{"S":"last"}}')
    await b.db.close()
  })
})

it.each(['BatchWriteItem', 'BatchExecuteStatement'] as const)(
  '%s into a table that another server has just created is authorized by the keys of that table',
  async (operation) => {
    const [a, b] = await two()
    await b.db.send('CreateTable', ordersTable)
    const accountId = '000000000000'
    const condition = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': 'mine' } }
    const access = createAccess({
      accountId,
      userName: 'ann',
      policies: [
        { Statement: { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*', Condition: condition } },
      ],
    })
    const inputs = {
      BatchWriteItem: { RequestItems: { [TableName]: [{ PutRequest: { Item } }] } },
      BatchExecuteStatement: {
        Statements: [{ Statement: `INSERT INTO "${TableName}" VALUE {'id': 'late'}` }],
      },
    }
    const caller = { region: 'us-east-1', accountId, access }
    const answer = await a.db.execute(operation, inputs[operation], caller).catch(String)
    expect(answer).toContain('AccessDenied')
    expect((await b.db.send('Scan', { TableName })).Items).toEqual([])
  },
)
