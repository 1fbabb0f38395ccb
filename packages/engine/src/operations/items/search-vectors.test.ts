import type { AttributeMapInput, AttributeValueInput, SearchVectorsInput } from '@monotable/protocol'
import { expect, test } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import type { DatabaseOptions } from '../../engine/database-options.ts'
import { createTestClock } from '../../util/test-clock.ts'

const numbers = (...texts: string[]): AttributeValueInput[] => texts.map((N) => ({ N }))

async function createPoints(
  names: { readonly vector: string; readonly filter: string; readonly index: string },
  options: DatabaseOptions = {},
) {
  const db = await createDatabase(options)
  await db.send('CreateTable', {
    TableName: 'Points',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: names.filter, AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: names.index,
        VectorAttribute: { AttributeName: names.vector },
        SearchSchema: [{ AttributeName: names.filter, SearchSchemaElementType: 'INLINE_FILTER' }],
        Dimensions: 2,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  return db
}

const plainNames = { vector: 'at', filter: 'kind', index: 'near' }
const putPoint = (db: Database, item: AttributeMapInput) =>
  db.send('PutItem', {
    TableName: 'Points',
    Item: { id: { S: 'a' }, ...item },
    ReturnConsumedCapacity: 'INDEXES',
  })
const search = (db: Database, changes: Partial<SearchVectorsInput> = {}) =>
  db.send('SearchVectors', {
    TableName: 'Points',
    IndexName: 'near',
    SearchVector: numbers('0', '0'),
    TopK: 5,
    ...changes,
  })

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  '%s is an ordinary name',
  async (name) => {
    const db = await createPoints({ vector: name, filter: `${name}2`, index: name })
    // Not a literal: there such a member would be the object's prototype.
    const item = Object.fromEntries([
      [name, { L: numbers('3', '4') }],
      [`${name}2`, { S: 'x' }],
    ]) as AttributeMapInput
    const { ConsumedCapacity } = await putPoint(db, item)
    expect(Object.keys(ConsumedCapacity?.VectorIndexes ?? {})).toEqual([name])
    const found = await search(db, {
      IndexName: name,
      SearchConditionExpression: '#f = :f',
      ProjectionExpression: '#v, #f',
      ExpressionAttributeNames: { '#v': name, '#f': `${name}2` },
      ExpressionAttributeValues: { ':f': { S: 'x' } },
    })
    const [result] = found.SearchResults ?? []
    expect(result?.Score).toBe(5)
    expect(new Map(Object.entries(result?.Item ?? {}))).toEqual(
      new Map<string, unknown>([
        [name, { L: numbers('3.0', '4.0') }],
        [`${name}2`, { S: 'x' }],
      ]),
    )
  },
)

test.each([
  ['NaN', /cannot be converted to a numeric value/],
  ['Infinity', /cannot be converted to a numeric value/],
  ['1e400', /magnitude larger than supported range/],
  ['', /cannot be converted to a numeric value/],
  ['1e39', /Value: 1E\+39 is outside valid range/],
  ['-123456789012345678901234567890123456789e5', /attempting to store more than 38 significant digits/i],
  [
    '-12345678901234567890123456789012345678e5',
    /Value: -1\.2345678901234567890123456789012345678E\+42 is outside/,
  ],
])('%j is refused in a written vector', async (text, message) => {
  const db = await createPoints(plainNames)
  await expect(putPoint(db, { at: { L: numbers('0', text) } })).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringMatching(message),
  })
  await expect(search(db, { SearchVector: numbers('0', text) })).rejects.toMatchObject({
    name: 'ValidationException',
    message: expect.stringContaining('Search vector contains invalid values.'),
  })
})

test('numbers of 38 digits are stored as such in the table, and as 32 bits in the index', async () => {
  const db = await createPoints(plainNames)
  const text = '1.2345678901234567890123456789012345678'
  await putPoint(db, { at: { L: numbers(text, '-0') } })
  const { Item } = await db.send('GetItem', { TableName: 'Points', Key: { id: { S: 'a' } } })
  expect(Item?.['at']).toEqual({ L: numbers(text, '0') })
  const { SearchResults } = await search(db, {
    ProjectionExpression: '#at',
    ExpressionAttributeNames: { '#at': 'at' },
    SearchVector: numbers(text, '0'),
  })
  expect(SearchResults).toEqual([{ Item: { at: { L: numbers('1.2345679', '0.0') } }, Score: 0 }])
})

test.each([0, 1, 3, 4_096, 5_000])('a vector of %i numbers does not count as one of two', async (length) => {
  const db = await createPoints(plainNames)
  const vector = numbers(...Array<string>(length).fill('1'))
  await expect(putPoint(db, { at: { L: vector } })).rejects.toMatchObject({
    message: `One or more parameter values were invalid. Invalid size for parameter at, Expected: 2, Actual: ${length} IndexName: near`,
  })
  await expect(search(db, { SearchVector: vector })).rejects.toMatchObject({ name: 'ValidationException' })
})

test('vectors of 4,096 dimensions are searched', async () => {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName: 'Points',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'at' },
        Dimensions: 4_096,
        DistanceFunction: 'DOT_PRODUCT',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
  const ones = numbers(...Array<string>(4_096).fill('1'))
  await putPoint(db, { at: { L: ones } })
  const { SearchResults } = await search(db, { SearchVector: ones })
  expect(SearchResults).toEqual([{ Item: { id: { S: 'a' } }, Score: 4_096 }])
})

test('searches concurrent with writes return each item once, and only what existed at some point', async () => {
  const db = await createPoints(plainNames)
  const writes = Array.from({ length: 200 }, (_, i) =>
    db.send('PutItem', {
      TableName: 'Points',
      Item: { id: { S: `p${i % 20}` }, at: { L: numbers(String(i), '0') } },
    }),
  )
  const answers = await Promise.all(Array.from({ length: 20 }, () => search(db, { TopK: 100 })))
  await Promise.all(writes)
  for (const { SearchResults = [] } of [...answers, await search(db, { TopK: 100 })]) {
    const ids = SearchResults.map(({ Item = {} }) => (Item['id'] as { S: string }).S)
    expect(new Set(ids).size).toBe(ids.length)
    const scores = SearchResults.map(({ Score }) => Score as number)
    expect(scores).toEqual(scores.toSorted((a, b) => a - b))
    for (const [i, id] of ids.entries()) expect((scores[i] as number) % 20).toBe(Number(id.slice(1)))
  }
})

test('with adversity, a search may see a slightly older state of an index', async () => {
  const clock = createTestClock(0)
  const db = await createPoints(plainNames, { clock, adversity: { laggingIndexes: 1, staleMs: 1_000 } })
  await putPoint(db, { at: { L: numbers('3', '4') } })
  const early = await search(db)
  await clock.advance(1_001)
  const late = await search(db)
  expect([early.SearchResults, late.SearchResults?.length]).toEqual([[], 1])
  await db.close()
})

const nearIndex = {
  IndexName: 'near',
  VectorAttribute: { AttributeName: 'at' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
  Projection: { ProjectionType: 'KEYS_ONLY' },
} as const

test('every change made while a vector index is filled ends up in it', async () => {
  const db = await createDatabase()
  await db.send('CreateTable', {
    TableName: 'Points',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
  const put = (id: number, x: number) =>
    putPoint(db, { id: { S: `p${id}` }, at: { L: numbers(String(x), '0') } })
  await Promise.all(Array.from({ length: 600 }, (_, id) => put(id, id)))
  const added = db.send('UpdateTable', { TableName: 'Points', VectorIndexUpdates: [{ Create: nearIndex }] })
  const writes: Promise<unknown>[] = []
  for (let id = 0; id < 600; id += 3) {
    writes.push(put(id, 10_000 + id))
    writes.push(db.send('DeleteItem', { TableName: 'Points', Key: { id: { S: `p${id + 1}` } } }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([added, ...writes])
  await db.settled()
  const { Table } = await db.send('DescribeTable', { TableName: 'Points' })
  expect(Table?.VectorIndexes).toMatchObject([{ IndexStatus: 'ACTIVE', ItemCount: 400 }])
  const near = await search(db, { TopK: 100, SearchVector: numbers('10000', '0') })
  expect(near.SearchResults?.map(({ Score }) => Score)).toEqual(Array.from({ length: 100 }, (_, i) => i * 3))
  const far = await search(db, { TopK: 3 })
  expect(far.SearchResults?.map(({ Score }) => Score)).toEqual([2, 5, 8])
})

test('a table restored from a backup has its vector indexes, filled', async () => {
  const db = await createPoints(plainNames)
  await putPoint(db, { at: { L: numbers('3', '4') }, kind: { S: 'x' } })
  const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Points', BackupName: 'before' })
  const BackupArn = BackupDetails?.BackupArn ?? ''
  await db.settled()
  const described = await db.send('DescribeBackup', { BackupArn })
  const { SourceTableFeatureDetails: features } = described.BackupDescription ?? {}
  expect(features?.VectorIndexes).toMatchObject([{ IndexName: 'near', Dimensions: 2 }])
  await db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
  await db.settled()
  await putPoint(db, { at: { L: numbers('0', '1') } })
  const { SearchResults } = await search(db, { TableName: 'Restored' })
  expect(SearchResults?.map(({ Score }) => Score)).toEqual([5])
})
