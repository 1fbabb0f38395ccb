import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { addOrdersIndex, ordersTable } from '../testing/orders-table.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { createTestClock } from '../util/test-clock.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

/** A store that takes a turn of the event loop for every call, as one on a disk does. */
function slowStorage(): Storage {
  const storage = createMemoryStorage()
  const slowly = <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      await nextTurn()
      const result = await Reflect.apply(work, storage, args)
      await nextTurn()
      return result
    }
  }
  return {
    createSpace: slowly(storage.createSpace),
    dropSpace: slowly(storage.dropSpace),
    listSpaces: slowly(storage.listSpaces),
    read: slowly(storage.read),
    range: slowly(storage.range),
    mutate: (keys, decide) => slowly(() => storage.mutate(keys, decide))(),
    size: slowly(storage.size),
    clear: slowly(storage.clear),
    snapshot: slowly(storage.snapshot),
    restore: slowly(storage.restore),
    close: slowly(storage.close),
  }
}

async function createTable(db: Database, name: string): Promise<void> {
  await db.send('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
}

async function tableNames(db: Database): Promise<readonly string[] | undefined> {
  return (await db.send('ListTables', {})).TableNames
}

it('a failed restore leaves a database that works, background work included', async () => {
  const db = await createDatabase()
  await createTable(db, 'Music')
  const snapshot = await db.snapshot()
  await snapshot.release()
  await expect(db.restore(snapshot)).rejects.toMatchObject({ code: 'CLOSED' })
  await db.send('UpdateTable', {
    TableName: 'Music',
    AttributeDefinitions: [{ AttributeName: 'year', AttributeType: 'N' }],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'ByYear',
          KeySchema: [{ AttributeName: 'year', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      },
    ],
  })
  await db.settled()
  const { Table } = await db.send('DescribeTable', { TableName: 'Music' })
  expect(Table?.GlobalSecondaryIndexes?.[0]?.IndexStatus).toBe('ACTIVE')
  await db.close()
})

it('of concurrent resets and restores, the last one wins', async () => {
  const db = await createDatabase({ storage: slowStorage() })
  await createTable(db, 'Music')
  const snapshot = await db.snapshot()
  await Promise.all([db.reset(), db.restore(snapshot), db.reset(), db.restore(snapshot)])
  expect(await tableNames(db)).toEqual(['Music'])
  await db.send('PutItem', { TableName: 'Music', Item: { id: { S: '1' } } })
  await Promise.all([db.restore(snapshot), db.reset()])
  expect(await tableNames(db)).toEqual([])
  await Promise.all([db.reset(), db.close()])
})

it('a table created during a reset exists afterwards', async () => {
  const storage = slowStorage()
  const clear = storage.clear
  const db = await createDatabase({ storage })
  const making: Promise<void>[] = []
  storage.clear = async () => {
    await clear()
    for (let i = 0; i < 20; i++) {
      making.push(nextTurns(i).then(() => createTable(db, `Table${i}`)))
    }
  }
  await db.reset()
  await Promise.all(making)
  expect(await tableNames(db)).toHaveLength(20)
  const again = await createDatabase({ storage })
  expect(await tableNames(again)).toHaveLength(20)
})

it('a request in flight during a reset leaves nothing behind, whatever stage it had reached', async () => {
  for (let turns = 0; turns < 12; turns++) {
    const storage = slowStorage()
    const db = await createDatabase({ storage })
    await createTable(db, 'Music')
    const changing = [
      createTable(db, 'Books'),
      db.send('UpdateTable', { TableName: 'Music', DeletionProtectionEnabled: true }),
    ]
    await nextTurns(turns)
    await db.reset()
    await Promise.all(changing)
    expect(await tableNames(db)).toEqual([])
    expect(await storage.listSpaces()).toHaveLength(3)
  }
})

it('a request delayed by adversity holds up neither a reset nor a close, even if the clock stands still', async () => {
  const db = await createDatabase({ clock: createTestClock(0), adversity: { latency: 1, latencyMs: 1_000 } })
  const delayed = db.send('ListTables', {})
  await nextTurn()
  await db.reset()
  expect(await delayed).toEqual({ TableNames: [] })
  const last = db.send('ListTables', {}).catch((error: Error) => error)
  await nextTurn()
  await db.close()
  await last
})

it('a reset that fails half-way leaves no tables without their items', async () => {
  const storage = createMemoryStorage()
  const db = await createDatabase({ storage })
  await createTable(db, 'Music')
  storage.clear = async (first = []) => {
    for (const space of first) await storage.dropSpace(space)
    throw new StorageError('UNAVAILABLE', 'The store cannot be reached.')
  }
  await expect(db.reset()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await tableNames(db)).toEqual([])
  await createTable(db, 'Music')
  await db.send('PutItem', { TableName: 'Music', Item: { id: { S: '1' } } })
  await db.close()
})

it('work that others were doing when a snapshot was taken is resumed at once when it is restored', async () => {
  const { TableName } = ordersTable
  const memory = createSharedMemory()
  const clock = createTestClock(Date.UTC(2026, 0, 1))
  const db = await createDatabase({ storage: memory.open().storage, clock })
  const view = memory.open()
  const other = await createDatabase({ storage: view.storage, clock })
  await db.send('CreateTable', ordersTable)
  await db.send('PutItem', { TableName, Item: { id: { S: 'first' }, by: { S: 'x' } } })
  const held = view.holdCommit((space) => space.startsWith('table-'))
  await other.send('UpdateTable', addOrdersIndex)
  const release = await held
  const snapshot = await db.snapshot()
  release()
  await other.settled()
  await other.close()
  await db.restore(snapshot)
  // Sooner than a dead server would be noticed.
  await clock.advance(9_000)
  expect(await db.send('Scan', { TableName, IndexName: 'byWhom' })).toMatchObject({ Count: 1 })
})

async function nextTurns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await nextTurn()
}
