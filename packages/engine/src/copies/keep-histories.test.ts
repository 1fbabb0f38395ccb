import { gunzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { delegated } from '../testing/bulk-world.ts'
import { createMemoryObjects, type MemoryObjects } from '../testing/memory-objects.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { DAY_MS } from './keep-histories.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const TableArn = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music'
let clock: TestClock
let storage: Storage
let objects: MemoryObjects
let db: Database
/** While this is set, exports write nothing. */
let holdUp: Promise<void> | undefined
/** How much time passed while nothing could be woken. */
let lateMs: number

describe('the history of a table with one day of recovery', () => {
  beforeEach(async () => {
    clock = createTestClock(Date.UTC(2026, 0, 1))
    storage = delegated(createMemoryStorage())
    objects = createMemoryObjects()
    holdUp = undefined
    lateMs = 0
    db = await createDatabase({
      clock: { ...clock, now: () => clock.now() + lateMs },
      storage,
      objects: {
        ...objects,
        write: async (...given) => {
          await holdUp
          await objects.write(...given)
        },
      },
    })
    await createRecoverable('Music')
  })

  async function createRecoverable(TableName: string): Promise<void> {
    await db.send('CreateTable', {
      TableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    })
    await db.send('UpdateContinuousBackups', {
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 1 },
    })
  }

  async function put(v: string, TableName = 'Music'): Promise<void> {
    await db.send('PutItem', { TableName, Item: { pk: { S: 'a' }, v: { S: v } } })
  }

  /** Advances the clock in steps, so that periodic work is done. */
  async function pass(hours: number): Promise<void> {
    for (let hour = 0; hour < hours; hour++) {
      await clock.advance(hourMs)
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }

  async function historySize(): Promise<number> {
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('history-'))
    return (await storage.size(space)).records
  }

  function exportedLines(): unknown[] {
    const files = [...(objects.objects.get('bucket') ?? [])].filter(([key]) => key.includes('/data/'))
    const lines = files.flatMap(([, content]) => gunzipSync(content).toString().trim().split('\n'))
    return lines.map((line) => JSON.parse(line) as unknown)
  }

  test('is kept for an export that outlasts it', async () => {
    const time = clock.now() / 1000 + 1800
    await put('first')
    await pass(1)
    await put('second')
    await pass(23)
    let goOn = () => {}
    holdUp = new Promise((resolve) => {
      goOn = resolve
    })
    await db.send('ExportTableToPointInTime', { TableArn, S3Bucket: 'bucket', ExportTime: time })
    await pass(4)
    goOn()
    await db.settled()
    expect(exportedLines()).toEqual([{ Item: { pk: { S: 'a' }, v: { S: 'first' } } }])
    await pass(25)
    // Its mark is removed with the next write after it.
    expect(await historySize()).toBe(1)
  })

  test('is kept for a long export even if a write after its moment has an earlier time', async () => {
    await put('first')
    await pass(1)
    let goOn = () => {}
    holdUp = new Promise((resolve) => {
      goOn = resolve
    })
    await db.send('ExportTableToPointInTime', { TableArn, S3Bucket: 'bucket' })
    lateMs = -2_000
    await put('late')
    lateMs = 0
    await pass(26)
    goOn()
    await db.settled()
    expect(exportedLines()).toEqual([{ Item: { pk: { S: 'a' }, v: { S: 'first' } } }])
  })

  test('is kept for an incremental export that outlasts it', async () => {
    await put('first')
    await pass(1)
    const from = clock.now() / 1000
    await put('second')
    await pass(1)
    await put('third')
    await pass(22)
    let goOn = () => {}
    holdUp = new Promise((resolve) => {
      goOn = resolve
    })
    await db.send('ExportTableToPointInTime', {
      TableArn,
      S3Bucket: 'bucket',
      ExportType: 'INCREMENTAL_EXPORT',
      IncrementalExportSpecification: { ExportFromTime: from, ExportToTime: from + 1800 },
    })
    await pass(4)
    goOn()
    await db.settled()
    expect(exportedLines()).toMatchObject([
      { OldImage: { v: { S: 'first' } }, NewImage: { v: { S: 'second' } } },
    ])
  })

  test("is kept for an export that is requested while another table's history is being trimmed for long", async () => {
    const [slow] = (await storage.listSpaces()).filter((name) => name.startsWith('history-'))
    await createRecoverable('Albums')
    const startMs = clock.now()
    await put('any')
    await put('first', 'Albums')
    await clock.advance(15 * minuteMs)
    await put('second', 'Albums')
    await clock.advance(DAY_MS - 15 * minuteMs)
    let goOn = () => {}
    holdUp = new Promise((resolve) => {
      goOn = resolve
    })
    const { range } = storage
    let isAsked = false
    storage.range = async (request) => {
      if (request.space === slow && !isAsked) {
        isAsked = true
        await db.send('ExportTableToPointInTime', {
          TableArn: TableArn.replace('Music', 'Albums'),
          S3Bucket: 'bucket',
          ExportTime: (startMs + 10 * minuteMs) / 1000,
        })
        lateMs = hourMs
      }
      return range(request)
    }
    await clock.advance(6 * minuteMs)
    expect(isAsked).toBe(true)
    await pass(1)
    goOn()
    await db.settled()
    expect(exportedLines()).toEqual([{ Item: { pk: { S: 'a' }, v: { S: 'first' } } }])
  })

  test('is also forgotten after the marks of many backups', async () => {
    for (let count = 0; count < 260; count++) {
      await db.send('CreateBackup', { TableName: 'Music', BackupName: 'one' })
      await db.settled()
    }
    await put('first')
    await pass(1)
    await put('second')
    expect(await historySize()).toBe(262)
    await pass(49)
    expect(await historySize()).toBe(0)
  })
})
