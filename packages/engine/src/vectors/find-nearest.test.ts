import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'

const TableName = 'Points'

async function createPoints(db: Database): Promise<void> {
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: 'kind', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'at' },
        SearchSchema: [{ AttributeName: 'kind', SearchSchemaElementType: 'INLINE_FILTER' }],
        Dimensions: 1,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
}

const put = (db: Database, id: string, kind: string, at: number) =>
  db.send('PutItem', {
    TableName,
    Item: { id: { S: id }, kind: { S: kind }, at: { L: [{ N: String(at) }] } },
  })

/** A store that runs `meanwhile` when a search has found its hits and is about to read them. */
function createInterruptedStorage(meanwhile: () => Promise<unknown>): Storage {
  const storage = createMemoryStorage()
  let isFirst = true
  return {
    createSpace: (space) => storage.createSpace(space),
    dropSpace: (space) => storage.dropSpace(space),
    listSpaces: () => storage.listSpaces(),
    read: async (keys) => {
      if (isFirst && keys.some(({ space }) => space.startsWith('vectors-'))) {
        isFirst = false
        await meanwhile()
      }
      return storage.read(keys)
    },
    range: (request) => storage.range(request),
    mutate: (keys, decide) => storage.mutate(keys, decide),
    size: (space, partition) => storage.size(space, partition),
    clear: () => storage.clear(),
    snapshot: () => storage.snapshot(),
    restore: (snapshot) => storage.restore(snapshot),
    close: () => storage.close(),
  }
}

test('what changes during a search is returned in its current state, or not at all', async () => {
  let db: Database | undefined
  const storage = createInterruptedStorage(async () => {
    if (db === undefined) throw new TypeError('no database')
    await put(db, 'moves', 'a', 9)
    await put(db, 'leaves', 'b', 2)
    await db.send('DeleteItem', { TableName, Key: { id: { S: 'gone' } } })
  })
  db = await createDatabase({ storage })
  await createPoints(db)
  for (const [at, id] of ['moves', 'leaves', 'gone', 'stays'].entries()) await put(db, id, 'a', at + 1)
  const { SearchResults = [] } = await db.send('SearchVectors', {
    TableName,
    IndexName: 'near',
    SearchVector: [{ N: '0' }],
    TopK: 4,
    SearchConditionExpression: 'kind = :a',
    ExpressionAttributeValues: { ':a': { S: 'a' } },
  })
  expect(SearchResults.map(({ Item, Score }) => [Item?.['id']?.S, Score])).toEqual([
    ['stays', 4],
    ['moves', 9],
  ])
})
