import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

const startMs = Date.UTC(2026, 9, 8)
let db: Database
let clock: TestClock

beforeEach(async () => {
  clock = createTestClock(startMs)
  db = await createDatabase({ clock })
  await db.send('CreateTable', {
    TableName: 'Music',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['artist', 'song', 'album'].map((name) => ({
      AttributeName: name,
      AttributeType: 'S',
    })),
    KeySchema: [
      { AttributeName: 'artist', KeyType: 'HASH' },
      { AttributeName: 'song', KeyType: 'RANGE' },
    ],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByAlbum',
        KeySchema: [{ AttributeName: 'album', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
})

afterEach(() => db.close())

const put = (artist: string, song: string, album?: string) =>
  db.send('PutItem', {
    TableName: 'Music',
    Item: { artist: { S: artist }, song: { S: song }, ...(album !== undefined && { album: { S: album } }) },
  })

describe('key insights', () => {
  it('report the most used ones, counting three for a write and one for a read', async () => {
    await db.insights('Music')
    await put('a', '1')
    await put('a', '2')
    await put('b', '1')
    const Key = { artist: { S: 'b' }, song: { S: '1' } }
    await db.send('GetItem', { TableName: 'Music', Key, ConsistentRead: true })
    await db.send('Query', {
      TableName: 'Music',
      KeyConditionExpression: 'artist = :a',
      ExpressionAttributeValues: { ':a': { S: 'b' } },
    })
    const insights = await db.insights('Music')
    expect(insights.mostAccessed).toEqual([
      { key: { artist: { S: 'a' } }, mostInMinute: 6, total: 6 },
      { key: { artist: { S: 'b' } }, mostInMinute: 4.5, total: 4.5 },
    ])
    expect(insights.mostAccessedItems[0]).toEqual({ key: Key, mostInMinute: 4, total: 4 })
    expect(insights.mostThrottled).toEqual([])
  })

  it('are separate for an index', async () => {
    await db.insights('Music')
    await put('a', '1', 'x')
    await put('b', '1', 'x')
    const insights = await db.insights('Music', { index: 'ByAlbum' })
    expect(insights).toMatchObject({ table: 'Music', index: 'ByAlbum' })
    expect(insights.mostAccessed).toEqual([{ key: { album: { S: 'x' } }, mostInMinute: 6, total: 6 }])
    expect(insights.mostAccessedItems).toEqual([])
  })

  it('report the most throttled ones', async () => {
    await db.close()
    db = await createDatabase({ clock, capacity: { throttle: true } })
    await db.send('CreateTable', {
      TableName: 'Small',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'N' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
      ProvisionedThroughput: { ReadCapacityUnits: 1, WriteCapacityUnits: 1 },
    })
    const write = (id: string) => db.send('PutItem', { TableName: 'Small', Item: { id: { N: id } } })
    await write('1')
    for (const id of ['7', '7', '8']) await expect(write(id)).rejects.toThrow('exceeded')
    const { mostAccessed, mostThrottled } = await db.insights('Small')
    expect(mostAccessed).toEqual([{ key: { id: { N: '1' } }, mostInMinute: 3, total: 3 }])
    expect(mostThrottled).toEqual([
      { key: { id: { N: '7' } }, mostInMinute: 2, total: 2 },
      { key: { id: { N: '8' } }, mostInMinute: 1, total: 1 },
    ])
  })

  it('cover only tables with Contributor Insights enabled if nothing else asks for tracking', async () => {
    await db.send('UpdateContributorInsights', { TableName: 'Music', ContributorInsightsAction: 'ENABLE' })
    await put('a', '1', 'x')
    expect((await db.insights('Music')).mostAccessed).toHaveLength(1)
    expect((await db.insights('Music', { index: 'ByAlbum' })).mostAccessed).toEqual([])
  })

  it('are still enabled after a reopen', async () => {
    const storage = createMemoryStorage()
    const close = storage.close.bind(storage)
    storage.close = async () => {}
    const first = await createDatabase({ clock, storage })
    await first.send('CreateTable', {
      TableName: 'Kept',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    })
    await first.send('UpdateContributorInsights', { TableName: 'Kept', ContributorInsightsAction: 'ENABLE' })
    await first.close()
    storage.close = close
    const again = await createDatabase({ clock, storage })
    await again.send('PutItem', { TableName: 'Kept', Item: { id: { S: 'a' } } })
    expect((await again.insights('Kept')).mostAccessed).toHaveLength(1)
    await again.close()
  })

  it('are in the metrics for tables with Contributor Insights enabled, and no others', async () => {
    await db.insights('Music')
    await put('a "quoted"', '1')
    expect(await db.metrics()).not.toMatch(/monotable_key_\w+\{/)
    await db.send('UpdateContributorInsights', { TableName: 'Music', ContributorInsightsAction: 'ENABLE' })
    expect(await db.metrics()).toContain(
      'monotable_key_consumed_units{region="us-east-1",account="000000000000",table="Music",' +
        'key="{\\"artist\\":{\\"S\\":\\"a \\\\\\"quoted\\\\\\"\\"}}"} 3',
    )
  })

  it('the heat of a missing table or index is an error', async () => {
    await expect(db.heat('Absent')).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await expect(db.insights('Music', { index: 'Absent' })).rejects.toThrow(
      'Requested resource not found: Index: Absent not found for table: Music',
    )
  })

  it('names such as __proto__ are ordinary', async () => {
    await db.send('CreateTable', {
      TableName: 'Odd',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: '__proto__', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: '__proto__', KeyType: 'HASH' }],
    })
    await db.insights('Odd')
    await db.send('PutItem', { TableName: 'Odd', Item: JSON.parse('{"__proto__":{"S":"a"}}') })
    const [first] = (await db.insights('Odd')).mostAccessed
    expect(JSON.stringify(first?.key)).toBe('{"__proto__":{"S":"a"}}')
  })
})

describe('heat', () => {
  it('reports units by partition, second and minute', async () => {
    await db.heat('Music')
    for (let i = 0; i < 20; i++) await put(`artist ${i}`, '1')
    await clock.advance(1_000)
    const { partitions, ...rest } = await db.heat('Music')
    expect(rest).toEqual({ table: 'Music', billingMode: 'PAY_PER_REQUEST', throttles: false })
    expect(partitions.map(({ from, to }) => [from, to])).toEqual([
      ['', '400000000000'],
      ['400000000000', '800000000000'],
      ['800000000000', 'c00000000000'],
      ['c00000000000', undefined],
    ])
    expect(partitions.reduce((sum, { write }) => sum + write.lastSecond, 0)).toBe(20)
    expect(partitions[0]?.write.limit).toBe(1_000)
    await clock.advance(60_000)
    const later = await db.heat('Music')
    expect(later.partitions.reduce((sum, { write }) => sum + write.lastMinute, 0)).toBe(0)
  })

  it('a Scan heats the partitions that it reads', async () => {
    for (let i = 0; i < 40; i++) await put(`artist ${i}`, '1')
    await db.heat('Music')
    await db.send('Scan', { TableName: 'Music' })
    const { partitions } = await db.heat('Music')
    expect(partitions.every(({ read }) => read.lastMinute > 0)).toBe(true)
    const sum = partitions.reduce((total, { read }) => total + read.lastMinute, 0)
    expect(sum).toBeCloseTo(0.5)
  })
})
