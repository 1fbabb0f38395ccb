import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { decodeLogPosition } from '../storage/log-position.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { encodeHistory, HISTORY_PARTITION } from '../tables/history-record.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'
import { createSharedMemory } from '../testing/shared-memory.ts'
import { createTestClock } from '../util/test-clock.ts'
import { historyPosition } from './history-position.ts'

/*
 * Servers that share a store have their own clocks, and commits end in another order than they were decided in:
 * there are decreasing times in the history of a table.
 */

const TableName = 'Orders'
const startMs = Date.UTC(2026, 0, 1)
// More than one page of a copy.
const itemCount = 300

async function openServers() {
  const ticking = createTestClock(startMs)
  let skippedMs = 0
  const clock = { ...ticking, now: () => ticking.now() + skippedMs }
  // Running all periodic work for minutes would take long.
  const skip = (ms: number) => {
    skippedMs += ms
  }
  const objects = createMemoryObjects()
  const memory = createSharedMemory()
  const { storage } = memory.open()
  const a = await createDatabase({ storage, clock, objects })
  const slow = { ...clock, now: () => clock.now() - 2_000 }
  const b = await createDatabase({ storage: memory.open().storage, clock: slow, objects })
  await a.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
  for (let first = 0; first < itemCount; first += 25) {
    const requests = Array.from({ length: 25 }, (_, i) => put(`item-${first + i}`, 'before'))
    await a.send('BatchWriteItem', { RequestItems: { [TableName]: requests } })
  }
  await a.send('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  await clock.advance(10_000)
  return {
    a,
    b,
    clock,
    skip,
    objects,
    storage: storage as { -readonly [Name in keyof Storage]: Storage[Name] },
  }
}

function put(id: string, v: string) {
  return { PutRequest: { Item: { id: { S: id }, v: { S: v } } } }
}

async function valuesOf(db: Database, name: string): Promise<Set<string | undefined>> {
  const { Items = [] } = await db.send('Scan', { TableName: name })
  expect(Items.length).toBe(itemCount)
  return new Set(Items.map(({ v }) => v?.S))
}

test('a table is restored to the present as a whole, even if a server whose clock is behind writes meanwhile', async () => {
  const { a, b, clock, storage } = await openServers()
  const { Items = [] } = await a.send('Scan', { TableName })
  const ends = [Items[0], Items.at(-1)].map((item) => item?.['id']?.S ?? '')
  const { range } = storage
  let pages = 0
  storage.range = async (request) => {
    const page = await range(request)
    // The first page of the table has been read.
    if (request.space.startsWith('table-') && pages++ === 0) {
      const TransactItems = ends.map((id) => ({ Put: { TableName, Item: put(id, 'after').PutRequest.Item } }))
      await b.send('TransactWriteItems', { TransactItems })
    }
    return page
  }
  await a.send('RestoreTableToPointInTime', {
    SourceTableName: TableName,
    TargetTableName: 'Restored',
    RestoreDateTime: clock.now() / 1_000,
  })
  await a.settled()
  expect(pages).toBeGreaterThan(1)
  expect(await valuesOf(a, 'Restored')).toEqual(new Set(['before']))
})

test('a moment keeps its position in a history while that grows and is trimmed', async () => {
  const storage = createMemoryStorage()
  const space = 'history'
  await storage.createSpace(space)
  const append = async (timeMs: number) => {
    const value = encodeHistory({ timeMs, partition: '', sort: '', before: undefined })
    const appends = [{ space, partition: HISTORY_PARTITION, value }]
    await storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
  }
  const found = async () =>
    decodeLogPosition(await historyPosition(storage, space, { timeMs: startMs, nowMs: startMs + 60_000 }))
  // One of two servers is half a second behind.
  for (let i = -20; i < 20; i++) await append(startMs + i * 50 - (i % 2 === 0 ? 500 : 0))
  const position = await found()
  for (let i = 20; i < 200; i++) {
    await append(startMs + i * 50 - (i % 2 === 0 ? 500 : 0))
    expect(await found()).toBe(position)
  }
  const { records } = await storage.range({ space, within: {}, maxRecords: 10 })
  for (const { partition, sort } of records) {
    const changes = [{ space, partition, sort, value: undefined }]
    await storage.mutate([], () => ({ changes, answer: undefined }))
    expect(await found()).toBe(position)
  }
})

test('of two consecutive incremental exports, exactly one has what a server whose clock is behind wrote in between', async () => {
  const { a, b, clock, skip, objects } = await openServers()
  skip(15 * 60_000)
  const { Table } = await a.send('DescribeTable', { TableName })
  const exportSince = (from: number) =>
    a.send('ExportTableToPointInTime', {
      TableArn: Table?.TableArn ?? '',
      S3Bucket: 'bucket',
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: clock.now() / 1_000 },
    })
  const between = clock.now() / 1_000
  await exportSince(between - 15 * 60)
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  await b.send('PutItem', { TableName, Item: put('item-0', 'late').PutRequest.Item })
  await clock.advance(10_000)
  skip(15 * 60_000)
  await exportSince(between)
  await clock.advance(10_000)
  await a.settled()
  const files = [...(objects.objects.get('bucket') ?? [])].filter(([key]) => key.includes('/data/'))
  const lines = files.map(([, content]) => gunzipSync(content).toString()).join('')
  expect(lines).toContain('late')
})
