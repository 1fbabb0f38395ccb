import type { AttributeMap, AttributeValue, IndexStatus, VectorIndexUpdate } from '@monotable/protocol'
import { beforeEach, expect, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import type { Storage } from '../../storage/storage.ts'

const TableName = 'Music'
let db: Database
let storage: Storage
/** How many turns a write that begins now waits before it is decided. */
let heldUp = 0

/** Creates a memory store that keeps its contents when closed, and gives writers a turn after each page. */
function createSlowStorage(): Storage {
  const memory = createMemoryStorage()
  return {
    createSpace: (space) => memory.createSpace(space),
    dropSpace: (space) => memory.dropSpace(space),
    listSpaces: () => memory.listSpaces(),
    read: (keys) => memory.read(keys),
    range: async (request) => {
      const page = await memory.range(request)
      await new Promise((resolve) => setImmediate(resolve))
      return page
    },
    mutate: async (keys, decide) => {
      for (let turns = heldUp; turns > 0; turns--) await new Promise((resolve) => setImmediate(resolve))
      return memory.mutate(keys, decide)
    },
    size: (space, partition) => memory.size(space, partition),
    clear: () => memory.clear(),
    snapshot: () => memory.snapshot(),
    restore: (snapshot) => memory.restore(snapshot),
    close: async () => {},
  }
}

beforeEach(async () => {
  storage = createSlowStorage()
  db = await createDatabase({ storage })
  await createTable()
})

async function createTable(): Promise<void> {
  await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
}

async function put(Item: AttributeMap): Promise<void> {
  await db.send('PutItem', { TableName, Item })
}

async function addIndex(type: 'N' | 'S' = 'N') {
  return db.send('UpdateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'year', AttributeType: type }],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'byYear',
          KeySchema: [{ AttributeName: 'year', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      },
    ],
  })
}

async function indexStatus(database = db): Promise<IndexStatus | undefined> {
  const { Table: table } = await database.send('DescribeTable', { TableName })
  return table?.GlobalSecondaryIndexes?.[0]?.IndexStatus
}

async function scan(IndexName?: string, database = db): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  let ExclusiveStartKey: { [name: string]: unknown } | undefined
  do {
    const page = await database.send('Scan', {
      TableName,
      ...(IndexName && { IndexName }),
      ...(ExclusiveStartKey && { ExclusiveStartKey: ExclusiveStartKey as AttributeMap }),
    })
    for (const { pk, year } of (page.Items ?? []) as AttributeMap[]) found.set(text(pk), text(year))
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey)
  return found
}

function text(value: AttributeValue | undefined): string {
  return value === undefined ? '' : String(Object.values(value)[0])
}

test('a new index is CREATING, then filled, then ACTIVE', async () => {
  for (let i = 0; i < 600; i++) await put({ pk: { S: `p${i}` }, year: { N: String(i % 7) } })
  const { TableDescription: answer } = await addIndex()
  expect(answer?.TableStatus).toBe('UPDATING')
  expect(answer?.GlobalSecondaryIndexes?.[0]).toMatchObject({ IndexStatus: 'CREATING', Backfilling: false })
  const { Table: during } = await db.send('DescribeTable', { TableName })
  expect(during?.TableStatus).toBe('ACTIVE')
  expect(during?.GlobalSecondaryIndexes?.[0]).toMatchObject({ IndexStatus: 'CREATING', Backfilling: true })
  await db.settled()
  expect(await indexStatus()).toBe('ACTIVE')
  expect(await scan('byYear')).toEqual(await scan())
  const { Table: after } = await db.send('DescribeTable', { TableName })
  expect(after?.GlobalSecondaryIndexes?.[0]).toMatchObject({ ItemCount: 600 })
  expect(after?.GlobalSecondaryIndexes?.[0]).not.toHaveProperty('Backfilling')
})

test('requests get a turn after each page while an index is filled, in memory too', async () => {
  storage = createMemoryStorage()
  db = await createDatabase({ storage })
  await createTable()
  for (let i = 0; i < 600; i++) await put({ pk: { S: `p${i}` }, year: { N: String(i % 7) } })
  let turn = 0
  let next = setImmediate(function count() {
    turn++
    next = setImmediate(count)
  })
  const turns: number[] = []
  const range = storage.range.bind(storage)
  storage.range = (request) => {
    turns.push(turn)
    return range(request)
  }
  await addIndex()
  await db.settled()
  clearImmediate(next)
  expect(turns.length).toBeGreaterThan(5)
  expect(new Set(turns).size).toBe(turns.length)
})

test('items with a missing, empty, oversized or wrongly typed key are left out', async () => {
  await put({ pk: { S: 'good' }, year: { S: '1999' } })
  await put({ pk: { S: 'longest' }, year: { S: 'x'.repeat(2048) } })
  await put({ pk: { S: 'none' } })
  await put({ pk: { S: 'empty' }, year: { S: '' } })
  await put({ pk: { S: 'oversized' }, year: { S: 'x'.repeat(2049) } })
  await put({ pk: { S: 'number' }, year: { N: '1999' } })
  await put({ pk: { S: 'list' }, year: { L: [] } })
  await addIndex('S')
  await db.settled()
  expect([...(await scan('byYear')).keys()].sort()).toEqual(['good', 'longest'])
})

test('items whose key attributes together are too long are left out', async () => {
  const texts = (pk: string, a: number, b: number) =>
    put({ pk: { S: pk }, year: { S: 'y' }, a: { S: 'x'.repeat(a) }, b: { S: 'x'.repeat(b) } })
  await texts('longest', 24, 1000)
  await texts('oversized', 25, 1000)
  await db.send('UpdateTable', {
    TableName,
    AttributeDefinitions: ['year', 'a', 'b'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'byYear',
          KeySchema: [
            { AttributeName: 'year', KeyType: 'HASH' },
            { AttributeName: 'a', KeyType: 'RANGE' },
            { AttributeName: 'b', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      },
    ],
  })
  await db.settled()
  expect([...(await scan('byYear')).keys()]).toEqual(['longest'])
})

test('every change made while an index is filled ends up in it', async () => {
  for (let i = 0; i < 1_000; i++) await put({ pk: { S: `p${i}` }, year: { N: '1' } })
  let isFilling = true
  let writes = 0
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let step = 0; isFilling || step < 50; step++, writes++) {
      const pk = { S: `p${(step * 37 + writer * 131) % 1_200}` }
      if (step % 3 === 0) await db.send('DeleteItem', { TableName, Key: { pk } })
      else if (step % 3 === 1) await put({ pk, year: { N: String(writer * 1_000 + step) } })
      else await put({ pk })
      await new Promise((resolve) => setImmediate(resolve))
    }
  })
  await addIndex()
  await db.settled()
  isFilling = false
  await Promise.all(writers)
  expect(writes).toBeGreaterThan(0)
  expect(await indexStatus()).toBe('ACTIVE')
  const expected = new Map([...(await scan())].filter(([, year]) => year !== ''))
  expect(await scan('byYear')).toEqual(expected)
})

test('a write that began before its table got an index is in the index', async () => {
  for (let i = 0; i < 10; i++) {
    heldUp = 5
    const writing = put({ pk: { S: `p${i}` }, year: { N: '1' } })
    heldUp = 0
    await addIndex()
    await Promise.all([writing, db.settled()])
    expect((await scan('byYear')).size).toBe(i + 1)
    await db.send('UpdateTable', {
      TableName,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byYear' } }],
    })
  }
})

test('a table cannot be deleted while one of its indexes is being filled, but the index can', async () => {
  for (let i = 0; i < 600; i++) await put({ pk: { S: `p${i}` }, year: { N: '1' } })
  await addIndex()
  await expect(db.send('DeleteTable', { TableName })).rejects.toMatchObject({
    name: 'ResourceInUseException',
    message:
      'Attempt to change a resource which is still in use: ' +
      'Cannot delete table while indexes are being created, updated, or deleted.',
  })
  const { TableDescription: answer } = await db.send('UpdateTable', {
    TableName,
    GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byYear' } }],
  })
  expect(answer?.GlobalSecondaryIndexes?.[0]?.IndexStatus).toBe('DELETING')
  await db.settled()
  const { Table: table } = await db.send('DescribeTable', { TableName })
  expect(table).not.toHaveProperty('GlobalSecondaryIndexes')
  expect(await storage.listSpaces()).toHaveLength(4)
  await addIndex()
  await db.settled()
  expect((await scan('byYear')).size).toBe(600)
})

test('an index whose filling was interrupted is filled after reopening', async () => {
  for (let i = 0; i < 600; i++) await put({ pk: { S: `p${i}` }, year: { N: '1' } })
  await addIndex()
  expect(await indexStatus(db)).toBe('CREATING')
  await db.close()
  const reopened = await createDatabase({ storage })
  await reopened.settled()
  expect(await indexStatus(reopened)).toBe('ACTIVE')
  expect((await scan('byYear', reopened)).size).toBe(600)
})

test('a vector index with a fill delay is CREATING meanwhile, and its table cannot be deleted', async () => {
  const patient = await createDatabase({ vectors: { fillDelayMs: 30 } })
  await patient.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const vector = [{ N: '1' }, { N: '2' }]
  const item = (pk: string) => ({ TableName, Item: { pk: { S: pk }, sound: { L: vector } } })
  const search = { TableName, IndexName: 'bySound', SearchVector: vector, TopK: 5 }
  const changed = (...VectorIndexUpdates: VectorIndexUpdate[]) =>
    patient.send('UpdateTable', { TableName, VectorIndexUpdates })
  const create = {
    Create: {
      IndexName: 'bySound',
      VectorAttribute: { AttributeName: 'sound' },
      Dimensions: 2,
      DistanceFunction: 'COSINE',
      Projection: { ProjectionType: 'ALL' },
    },
  } as const
  await patient.send('PutItem', item('before'))
  await changed(create)
  const { Table: table } = await patient.send('DescribeTable', { TableName })
  expect(table).toMatchObject({
    TableStatus: 'ACTIVE',
    VectorIndexes: [{ IndexStatus: 'CREATING', Backfilling: true }],
  })
  await expect(patient.send('SearchVectors', search)).rejects.toThrow(
    'Cannot search backfilling vector index: bySound',
  )
  await expect(patient.send('DeleteTable', { TableName })).rejects.toThrow(
    'Cannot delete table while indexes are being created, updated, or deleted.',
  )
  await patient.send('PutItem', item('meanwhile'))
  await patient.settled()
  expect((await patient.send('SearchVectors', search)).SearchResults).toHaveLength(2)
  await changed({ Delete: { IndexName: 'bySound' } })
  await changed(create)
  await changed({ Delete: { IndexName: 'bySound' } })
  await patient.send('DeleteTable', { TableName })
  await patient.close()
})
