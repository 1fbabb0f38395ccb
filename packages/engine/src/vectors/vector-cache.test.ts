import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { RangeRequest, Storage } from '../storage/storage.ts'
import { createTable } from '../tables/table.ts'
import type { TableDefinition } from '../tables/table-definition.ts'
import { createBucket } from './vector-bucket.ts'
import { streamBuckets, VectorCache } from './vector-cache.ts'
import { encodeVectorDoc } from './vector-doc.ts'
import { vectorPartition } from './vector-entry.ts'

const TableName = 'Points'

async function createPoints(db: Database): Promise<void> {
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'at' },
        Dimensions: 1,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
  })
}

const put = (db: Database, id: number, at = id) =>
  db.send('PutItem', { TableName, Item: { id: { N: String(id) }, at: { L: [{ N: String(at) }] } } })

async function nearest(db: Database, at: number): Promise<unknown[]> {
  const { SearchResults = [] } = await db.send('SearchVectors', {
    TableName,
    IndexName: 'near',
    SearchVector: [{ N: String(at) }],
    TopK: 2,
  })
  return SearchResults.map(({ Item = {} }) => Number((Item['id'] as { N: string }).N))
}

/** A store that counts what is read from it, and outlives the databases that use it. */
function createWatchedStorage() {
  const storage = createMemoryStorage()
  const ranges: RangeRequest[] = []
  const watched: Storage = {
    createSpace: (space) => storage.createSpace(space),
    dropSpace: (space) => storage.dropSpace(space),
    listSpaces: () => storage.listSpaces(),
    read: (keys) => storage.read(keys),
    range: (request) => {
      ranges.push(request)
      return storage.range(request)
    },
    mutate: (keys, decide) => storage.mutate(keys, decide),
    size: (space, partition) => storage.size(space, partition),
    clear: () => storage.clear(),
    snapshot: () => storage.snapshot(),
    restore: (snapshot) => storage.restore(snapshot),
    close: async () => {},
  }
  return { storage: watched, ranges }
}

test('a search sees what another process has written to the same store', async () => {
  const { storage } = createWatchedStorage()
  const writer = await createDatabase({ storage })
  await createPoints(writer)
  await put(writer, 1)
  const reader = await createDatabase({ storage })
  expect(await nearest(reader, 0)).toEqual([1])
  await put(writer, 2)
  expect(await nearest(reader, 2)).toEqual([2, 1])
  await put(writer, 1, 100)
  expect(await nearest(reader, 1)).toEqual([2, 1])
  await writer.send('DeleteItem', { TableName, Key: { id: { N: '2' } } })
  expect(await nearest(reader, 1)).toEqual([1])
})

test('what was read once is not read again; after a write, only its part is', async () => {
  const { storage, ranges } = createWatchedStorage()
  const db = await createDatabase({ storage })
  await createPoints(db)
  for (let id = 0; id < 300; id++) await put(db, id)
  await nearest(db, 5)
  const vectorReads = () => ranges.filter(({ space }) => space.startsWith('vectors-')).length
  const first = vectorReads()
  expect(first).toBeGreaterThan(0)
  await nearest(db, 200)
  expect(vectorReads()).toBe(first)
  await put(db, 1_000)
  expect(await nearest(db, 1_000)).toEqual([1_000, 299])
  expect(vectorReads()).toBe(first + 1)
  await put(db, 1_000)
  await nearest(db, 1_000)
  expect(vectorReads()).toBe(first + 1)
})

test('after restoring a snapshot, searches find what was there then', async () => {
  const db = await createDatabase()
  await createPoints(db)
  await put(db, 1)
  expect(await nearest(db, 0)).toEqual([1])
  const before = await db.snapshot()
  await put(db, 2)
  expect(await nearest(db, 2)).toEqual([2, 1])
  await db.restore(before)
  expect(await nearest(db, 2)).toEqual([1])
})

const definition: TableDefinition = {
  name: TableName,
  id: 'id',
  arn: 'arn',
  createdMs: 0,
  space: 'table',
  attributes: [{ name: 'id', type: 'S' }],
  key: { hash: [{ name: 'id', type: 'S' }], range: [] },
  indexes: [],
  billingMode: 'PAY_PER_REQUEST',
  throughput: { read: 0, write: 0, decreasesToday: 0 },
  warmThroughput: { read: 0, write: 0 },
  deletionProtection: false,
  tags: [],
  vectorIndexes: [
    {
      name: 'near',
      attribute: 'at',
      dimensions: 4,
      distance: 'COSINE',
      searchSchema: [{ name: 'tenant', type: 'S', role: 'hash' }],
      projection: { type: 'KEYS_ONLY' },
      space: 'vectors',
      versions: 'versions',
      status: 'ACTIVE',
    },
  ],
}

/** Fills partitions of an index with a number of zero vectors each. */
async function fillPartitions(
  counts: readonly number[],
): Promise<{ storage: Storage; partitions: string[] }> {
  const storage = createMemoryStorage()
  for (const space of ['vectors', 'versions']) await storage.createSpace(space)
  const partitions = counts.map((_, i) => vectorPartition({ S: String(i) }))
  const changes = partitions.flatMap((partition, i) =>
    Array.from({ length: counts[i] ?? 0 }, (_, n) => {
      const sort = String.fromCharCode(n % 256, n >> 8)
      const vector = Buffer.alloc(16).toString('base64')
      return [
        {
          space: 'vectors',
          partition,
          sort,
          value: { doc: `{"vector":"${vector}","item":{}}`, sizeBytes: 20 },
        },
        { space: 'versions', partition, sort: sort.slice(0, 1), value: { doc: '"v"', sizeBytes: 0 } },
      ]
    }).flat(),
  )
  await storage.mutate([], () => ({ changes, answer: undefined }))
  return { storage, partitions }
}

test('the least recently used partitions are dropped if there is no room for all', async () => {
  const { storage, partitions } = await fillPartitions([100, 100, 100])
  const [index] = createTable(definition).vectorIndexes
  if (index === undefined) throw new TypeError('no index')
  const cache = new VectorCache(200_000)
  for (const partition of [...partitions, ...partitions]) {
    const buckets = await cache.buckets(storage, { index, partition })
    expect(buckets?.reduce((sum, { count }) => sum + count, 0)).toBe(100)
    expect(cache.bytes).toBeGreaterThan(0)
    expect(cache.bytes).toBeLessThanOrEqual(200_000)
  }
})

test('partitions without matches take memory too, and are dropped', async () => {
  const { storage } = await fillPartitions([])
  const [index] = createTable(definition).vectorIndexes
  if (index === undefined) throw new TypeError('no index')
  const cache = new VectorCache(10_000)
  let most = 0
  for (let i = 0; i < 100; i++) {
    expect(await cache.buckets(storage, { index, partition: vectorPartition({ S: `none ${i}` }) })).toEqual(
      [],
    )
    most = Math.max(most, cache.bytes)
  }
  expect(most).toBeGreaterThan(5_000)
  expect(most).toBeLessThanOrEqual(10_000)
})

/** An index without a hash key, with a filter attribute. */
function createFiltered() {
  const [index] = createTable({
    ...definition,
    vectorIndexes: definition.vectorIndexes?.map((each) => ({
      ...each,
      searchSchema: [{ name: 'kind', type: 'S', role: 'filter' }],
    })),
  } as TableDefinition).vectorIndexes
  if (index === undefined) throw new TypeError('no index')
  return index
}

test('filter values of entries count as memory', async () => {
  const index = createFiltered()
  const doc = encodeVectorDoc(new Float32Array(4), { kind: { S: 'k'.repeat(10_000) } })
  const records = ['a', 'b', 'c'].map((sort) => ({ partition: 'p', sort, doc, sizeBytes: 10_000 }))
  const { bytes } = createBucket(index, records)
  expect(bytes).toBeGreaterThan(30_000)
  expect(bytes).toBeLessThan(31_000)
})

test('a partition that is too large for the memory is read piece by piece', async () => {
  const { storage, partitions } = await fillPartitions([600, 10])
  const [index] = createTable(definition).vectorIndexes
  const [large = '', small = ''] = partitions
  if (index === undefined) throw new TypeError('no index')
  const cache = new VectorCache(40_000)
  expect(await cache.buckets(storage, { index, partition: large })).toBeUndefined()
  expect(await cache.buckets(storage, { index, partition: small })).toHaveLength(10)
  let count = 0
  for await (const bucket of streamBuckets(storage, { index, partition: large })) count += bucket.count
  expect(count).toBe(600)
})

test('a cached partition is not counted again, and is dropped when it grows too large', async () => {
  const { storage, partitions } = await fillPartitions([10])
  const [index] = createTable(definition).vectorIndexes
  const [partition = ''] = partitions
  if (index === undefined) throw new TypeError('no index')
  let counts = 0
  const counted = {
    range: (request: RangeRequest) => storage.range(request),
    size: (space: string, within?: string) => {
      counts += 1
      return storage.size(space, within)
    },
  }
  const cache = new VectorCache(16_000)
  for (let i = 0; i < 3; i++) expect(await cache.buckets(counted, { index, partition })).toHaveLength(10)
  expect(counts).toBe(1)
  const doc = encodeVectorDoc(new Float32Array(4), {})
  const changes = Array.from({ length: 200 }, (_, n) => [
    { space: 'vectors', partition, sort: `\u0001${n}`, value: { doc, sizeBytes: 20 } },
    { space: 'versions', partition, sort: '\u0001', value: { doc: '"w"', sizeBytes: 0 } },
  ]).flat()
  await storage.mutate([], () => ({ changes, answer: undefined }))
  expect(await cache.buckets(counted, { index, partition })).toBeUndefined()
  expect(cache.bytes).toBe(0)
  expect(counts).toBe(1)
})

test('a partition whose entries turn out to be too large is read piece by piece for a while', async () => {
  const { storage } = await fillPartitions([])
  const index = createFiltered()
  const partition = vectorPartition(undefined)
  const doc = encodeVectorDoc(new Float32Array(4), { kind: { S: 'k'.repeat(10_000) } })
  const places = Array.from({ length: 50 }, (_, n) => ({ partition, sort: String.fromCharCode(n) }))
  const write = (value: { doc: string; sizeBytes: number } | undefined) =>
    storage.mutate([], () => ({
      changes: places.flatMap((place) => [
        { ...place, space: 'vectors', value },
        { ...place, space: 'versions', value: { doc: '"v"', sizeBytes: 0 } },
      ]),
      answer: undefined,
    }))
  await write({ doc, sizeBytes: 10_000 })
  let reads = 0
  const watched = {
    range: (request: RangeRequest) => {
      reads += 1
      return storage.range(request)
    },
    size: (space: string, within?: string) => storage.size(space, within),
  }
  await new VectorCache(200_000).buckets(watched, { index, partition })
  const tried = reads
  reads = 0
  const cache = new VectorCache(200_000)
  const search = () => cache.buckets(watched, { index, partition })
  // Of concurrent searches, only the first tries.
  expect(await Promise.all([search(), search(), search()])).toEqual([undefined, undefined, undefined])
  expect(reads).toBe(tried)
  await write(undefined)
  let passed = 0
  while ((await search()) === undefined) {
    expect(reads).toBe(tried)
    passed += 1
  }
  expect(passed).toBe(98)
  expect(await search()).toEqual([])
})
