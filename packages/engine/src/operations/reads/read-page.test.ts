import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'

const TableName = 'Notes'

/** Creates a table with a keys-only local index and `count` items in one partition. */
async function createNotes(count: number, bytes: number): Promise<Database> {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk', 'at'].map((name) => ({ AttributeName: name, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byTime',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'at', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
  for (let i = 0; i < count; i++) {
    const key = { S: String(i).padStart(4, '0') }
    const Item = { pk: { S: 'a' }, sk: key, at: key, text: { S: 'x'.repeat(bytes) } }
    await db.send('PutItem', { TableName, Item })
  }
  return db
}

const byTime = {
  TableName,
  IndexName: 'byTime',
  KeyConditionExpression: 'pk = :a',
  ExpressionAttributeValues: { ':a': { S: 'a' } },
} as const

// Seen in DynamoDB Local.
test('a page of a local index ends when the fetched items reach a megabyte', async () => {
  const db = await createNotes(8, 300_000)
  const counts: (number | undefined)[] = []
  let ExclusiveStartKey: object | undefined
  do {
    const page = await db.send('Query', {
      ...byTime,
      Select: 'ALL_ATTRIBUTES',
      ReturnConsumedCapacity: 'INDEXES',
      ...(ExclusiveStartKey && { ExclusiveStartKey: ExclusiveStartKey as never }),
    })
    const { Table, LocalSecondaryIndexes } = page.ConsumedCapacity ?? {}
    expect(page.ScannedCount).toBe(page.Count)
    expect(Table?.CapacityUnits).toBe(37 * (page.Count ?? 0))
    expect(LocalSecondaryIndexes?.['byTime']?.CapacityUnits).toBe(0.5)
    counts.push(page.Count)
    ExclusiveStartKey = page.LastEvaluatedKey
  } while (ExclusiveStartKey !== undefined)
  expect(counts).toEqual([4, 4, 0])
  const keysOnly = await db.send('Query', byTime)
  expect(keysOnly.Count).toBe(8)
  await db.close()
})

test('a SELECT from a local index ends its pages likewise', async () => {
  const db = await createNotes(8, 300_000)
  const counts: (number | undefined)[] = []
  let NextToken: string | undefined
  do {
    const page = await db.send('ExecuteStatement', {
      Statement: `SELECT "text" FROM "Notes"."byTime" WHERE pk = 'a' AND "at" IN ['0000', '0001', '0002', '0005', '0006']`,
      ...(NextToken !== undefined && { NextToken }),
    })
    counts.push(page.Items?.length)
    NextToken = page.NextToken
  } while (NextToken !== undefined)
  expect(counts).toEqual([4, 1])
  await db.close()
})

test('a page of a local index has all of many small items, in order', async () => {
  const db = await createNotes(620, 10)
  const page = await db.send('Query', {
    ...byTime,
    ProjectionExpression: 'sk, #t',
    ExpressionAttributeNames: { '#t': 'text' },
  })
  expect(page.LastEvaluatedKey).toBeUndefined()
  expect(page.Items?.map((item) => Number(item['sk']?.S))).toEqual(Array.from({ length: 620 }, (_, i) => i))
  await db.close()
})

/** Returns how many turns others get until `done` resolves. */
async function turnsUntil(done: Promise<unknown>): Promise<number> {
  let isDone = false
  const end = () => {
    isDone = true
  }
  done.then(end, end)
  let turns = 0
  while (!isDone) {
    await setImmediate()
    turns += 1
  }
  return turns
}

test('other requests get a turn while a page is filtered by very many conditions', async () => {
  const db = await createNotes(20, 10)
  const names = Array.from({ length: 50_000 }, (_, i) => `a${i}`)
  const isThere = (name: string) => [name, { ComparisonOperator: 'NOT_NULL' }] as const
  const scanning = db.send('Scan', {
    TableName,
    ConditionalOperator: 'OR',
    ScanFilter: Object.fromEntries([...names, 'text'].map(isThere)),
  })
  expect(await turnsUntil(scanning)).toBeGreaterThanOrEqual(4)
  expect((await scanning).Items).toHaveLength(20)
  await db.close()
})

test('other requests get a turn while very many attributes are looked up in the items of a page', async () => {
  const db = await createNotes(600, 10)
  const ProjectionExpression = ['sk', ...Array.from({ length: 700 }, (_, i) => `a${i}`)].join(', ')
  const scanning = db.send('Scan', { TableName, ProjectionExpression })
  expect(await turnsUntil(scanning)).toBeGreaterThanOrEqual(3)
  expect((await scanning).Items?.[599]).toEqual({ sk: { S: '0599' } })
  await db.close()
})

test('other requests get a turn between large items that are compared often, however many requests do so at once', async () => {
  const db = await createNotes(3, 300_000)
  const scan = () =>
    db.send('Scan', {
      TableName,
      FilterExpression: Array.from({ length: 150 }, () => 'contains(#t, :v)').join(' OR '),
      ExpressionAttributeNames: { '#t': 'text' },
      ExpressionAttributeValues: { ':v': { S: 'y' } },
    })
  const scanning = Promise.all([scan(), scan(), scan()])
  expect(await turnsUntil(scanning)).toBeGreaterThanOrEqual(8)
  for (const page of await scanning) expect(page).toMatchObject({ Count: 0, ScannedCount: 3 })
  await db.close()
})

async function createWideNotes(count: number) {
  const db = await createNotes(0, 0)
  const names = Array.from({ length: 1_500 }, (_, i) => [`a${i}`, { S: 'x'.repeat(20) }] as const)
  for (let i = 0; i < count; i++) {
    const Item = { ...Object.fromEntries(names), pk: { S: 'a' }, sk: { S: String(i) } }
    await db.send('PutItem', { TableName, Item })
  }
  return { db, scan: () => db.send('Scan', { TableName, FilterExpression: 'attribute_exists(a1)' }) }
}

test('other requests get a turn while a page of a few items with very many attributes is processed', async () => {
  const { db, scan } = await createWideNotes(5)
  const scanning = scan()
  expect(await turnsUntil(scanning)).toBeGreaterThan(4)
  expect(await scanning).toMatchObject({ Count: 5 })
  await db.close()
})

test('items that are large because of their texts are processed at once', async () => {
  const db = await createNotes(20, 50_000)
  const scanning = db.send('Scan', { TableName, FilterExpression: 'attribute_exists(a1)' })
  expect(await turnsUntil(scanning)).toBeLessThan(5)
  await db.close()
})

test('of very many slow pages only some give others a turn, because what was read stays in memory', async () => {
  const { db, scan } = await createWideNotes(1)
  const turns = await turnsUntil(Promise.all(Array.from({ length: 200 }, scan)))
  expect(turns).toBeGreaterThan(30)
  expect(turns).toBeLessThan(150)
  await db.close()
})

const tiny = {
  TableName,
  KeyConditionExpression: 'pk = :a',
  ExpressionAttributeValues: { ':a': { S: 'a' } },
} as const

function tinyItem(number: number) {
  return { pk: { S: 'a' }, sk: { S: String(number).padStart(5, '0') } }
}

async function createTinyNotes(count: number): Promise<Database> {
  const db = await createNotes(0, 0)
  for (let i = 0; i < count; i += 25) {
    const puts = Array.from({ length: 25 }, (_, at) => ({ PutRequest: { Item: tinyItem(i + at) } }))
    await db.send('BatchWriteItem', { RequestItems: { [TableName]: puts } })
  }
  return db
}

test('other requests get a turn while a page of very many tiny items is read, however many read one', async () => {
  const db = await createTinyNotes(40_000)
  const count = () => db.send('Scan', { TableName, Select: 'COUNT' })
  const counting = Promise.all(Array.from({ length: 5 }, count))
  expect(await turnsUntil(counting)).toBeGreaterThanOrEqual(10)
  for (const page of await counting) {
    expect(page).toEqual({ Count: 40_000, ScannedCount: 40_000 })
  }
  await db.close()
})

test('a page of very many tiny items has all of them in order, and ends where it is asked to', async () => {
  const db = await createTinyNotes(40_000)
  const forward = await db.send('Query', { ...tiny, ReturnConsumedCapacity: 'TOTAL' })
  const all = Array.from({ length: 40_000 }, (_, i) => tinyItem(i))
  expect(forward.Items).toEqual(all)
  // 40,000 items of 10 bytes.
  expect(forward.ConsumedCapacity?.CapacityUnits).toBe(49)
  const backward = await db.send('Query', { ...tiny, ScanIndexForward: false, Limit: 30_000 })
  expect(backward.Items).toEqual(all.slice(10_000).reverse())
  expect(backward.LastEvaluatedKey).toEqual(tinyItem(10_000))
  const filtered = await db.send('Query', { ...tiny, FilterExpression: 'attribute_exists(gone)' })
  expect(filtered).toEqual({ Items: [], Count: 0, ScannedCount: 40_000 })
  await db.close()
})
