import { gunzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import { decodeLogPosition } from '../storage/log-position.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import { encodeHistory, HISTORY_PARTITION } from '../tables/history-record.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'
import { createTestClock } from '../util/test-clock.ts'
import { historyPosition } from './history-position.ts'

/* A clock was ahead or behind for a while: the history of a table contains times that are wrong by hours. */

const TableName = 'Orders'
const TableArn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}`
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const startMs = Date.UTC(2026, 0, 1)

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, i) => from + i)
}

/** Returns how many writes of a history, with these times in minutes, count as earlier than a given minute. */
async function countEarlier(minutes: readonly number[], minute: number, nowMinute: number): Promise<number> {
  const storage = createMemoryStorage()
  const space = 'history'
  await storage.createSpace(space)
  for (const at of minutes) {
    const value = encodeHistory({ timeMs: at * minuteMs, partition: '', sort: '', before: undefined })
    const appends = [{ space, partition: HISTORY_PARTITION, value }]
    await storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
  }
  const { records } = await storage.range({ space, within: {}, maxRecords: 1 })
  const first = decodeLogPosition(records[0]?.sort ?? '')
  const moment = { timeMs: minute * minuteMs, nowMs: nowMinute * minuteMs }
  return decodeLogPosition(await historyPosition(storage, space, moment)) - first
}

test.each<[string, number[], number, number, number]>([
  ['was ahead once', [10, 20, 1500, 30, 40], 35, 2000, 4],
  ['was ahead once, and is asked for what was before', [10, 20, 1500, 30, 40], 25, 2000, 2],
  ['was ahead once, and is asked for what was long after', [10, 20, 1500, 30, 40, 1490, 1510], 1500, 2000, 6],
  ['is still behind what was written when it was ahead', [10, ...range(1500, 1600), 30, 40], 35, 50, 102],
  ['was ahead for many writes', [...range(0, 20), ...range(1500, 1530), ...range(20, 99)], 60, 2000, 90],
  ['was late once', [1400, 1480, 1490, 1500, 30, 1510], 1485, 2000, 2],
  ['was late for many writes', [...range(1400, 1500), ...range(0, 40), ...range(1500, 1600)], 1490, 2000, 90],
  ['was late, and is asked for what came after', [...range(1400, 1500), 0, 1, 1501, 1502], 1502, 2000, 103],
])('a moment is found in the history of a clock that %s', async (_, minutes, minute, nowMinute, count) => {
  expect(await countEarlier(minutes, minute, nowMinute)).toBe(count)
})

async function open() {
  const ticking = createTestClock(startMs)
  let wrongMs = 0
  const clock = { ...ticking, now: () => ticking.now() + wrongMs }
  const setWrong = (ms: number) => {
    wrongMs = ms
  }
  const storage = createMemoryStorage()
  const objects = createMemoryObjects()
  const db = await createDatabase({ clock, storage, objects })
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
  await db.send('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 2 },
  })
  const put = async (v: string) => {
    await db.send('PutItem', { TableName, Item: { id: { S: 'a' }, v: { S: v } } })
    await clock.advance(10 * minuteMs)
  }
  const restore = async (TargetTableName: string, timeMs: number) => {
    await db.send('RestoreTableToPointInTime', {
      SourceTableName: TableName,
      TargetTableName,
      RestoreDateTime: timeMs / 1000,
    })
    await db.settled()
    const { Item } = await db.send('GetItem', { TableName: TargetTableName, Key: { id: { S: 'a' } } })
    return Item?.['v']?.S
  }
  return { db, clock, storage, objects, setWrong, put, restore }
}

test.each([
  ['ahead', 24 * hourMs],
  ['late', -24 * hourMs],
])(
  'a table is restored as it was although its clock was %s for a while, now and days later',
  async (_, wrongMs) => {
    const { clock, setWrong, put, restore } = await open()
    await put('first')
    await put('second')
    setWrong(wrongMs)
    await put('third')
    setWrong(0)
    await put('fourth')
    await put('fifth')
    expect(await restore('first', startMs + 5 * minuteMs)).toBe('first')
    expect(await restore('fourth', startMs + 35 * minuteMs)).toBe('fourth')
    expect(await restore('fifth', startMs + 45 * minuteMs)).toBe('fifth')
    await clock.advance(30 * hourMs)
    expect(await restore('fourth-later', startMs + 35 * minuteMs)).toBe('fourth')
  },
)

test('a write whose clock was years ahead does not keep a history from being trimmed', async () => {
  const { clock, setWrong, storage, put } = await open()
  setWrong(10_000 * hourMs)
  await put('ahead')
  setWrong(0)
  for (let i = 0; i < 10; i++) await put('on time')
  await put('last')
  for (let hour = 0; hour < 60; hour++) await clock.advance(hourMs)
  const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('history-'))
  expect((await storage.size(space)).records).toBe(0)
})

test('very many writes whose clock was years ahead are trimmed a few at a time', async () => {
  const { clock, storage, put } = await open()
  const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('history-'))
  const years = { timeMs: startMs + 10_000 * hourMs, partition: '', sort: '', before: undefined }
  const append = { space, partition: HISTORY_PARTITION, value: encodeHistory(years) }
  const appends = Array.from({ length: 1_000 }, () => append)
  await storage.mutate([], () => ({ changes: [], appends, answer: undefined }))
  await put('on time')
  let mostAtOnce = 0
  const mutate = storage.mutate.bind(storage)
  vi.spyOn(storage, 'mutate').mockImplementation((keys, decide) =>
    mutate(keys, (records) => {
      const decision = decide(records)
      mostAtOnce = Math.max(mostAtOnce, decision.changes.length)
      return decision
    }),
  )
  for (let hour = 0; hour < 60; hour++) await clock.advance(hourMs)
  expect((await storage.size(space)).records).toBe(0)
  expect(mostAtOnce).toBeLessThan(300)
})

test('of two consecutive incremental exports, one has what was written before the clock was set back, and after', async () => {
  const { db, clock, objects, setWrong, put } = await open()
  const exportChanges = async (fromMs: number, toMs: number) => {
    await db.send('ExportTableToPointInTime', {
      TableArn,
      S3Bucket: 'bucket',
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: { ExportFromTime: fromMs / 1000, ExportToTime: toMs / 1000 },
    })
    await db.settled()
    const files = [...(objects.objects.get('bucket') ?? [])].filter(([key]) => key.includes('/data/'))
    objects.objects.clear()
    return files.map(([, content]) => gunzipSync(content).toString()).join('')
  }
  await clock.advance(20 * minuteMs)
  await put('first')
  setWrong(hourMs)
  await put('second')
  const betweenMs = clock.now()
  expect(await exportChanges(startMs, betweenMs)).toContain('second')
  await put('third')
  setWrong(0)
  for (let i = 0; i < 8; i++) await put(`later ${i}`)
  const changes = await exportChanges(betweenMs, clock.now())
  expect(changes).toMatch(/"OldImage":.*second.*"NewImage":.*later 7/)
})
