import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createMemoryObjects, type MemoryObjects } from '../testing/memory-objects.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'

/*
 * A server begins a copy and dies, or is presumed dead, at some moment during it; another server finishes the copy,
 * and the copy is of the moment of the request.
 */

const TableName = 'Orders'
const startMs = Date.UTC(2026, 0, 1)
// More than one page of a copy.
const itemCount = 275

const definition = {
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [
    { AttributeName: 'id', AttributeType: 'S' },
    { AttributeName: 'by', AttributeType: 'S' },
  ],
  KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byWhom',
      KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'ALL' },
    },
  ],
} as const

interface Server {
  readonly db: Database
  readonly view: StoreView
}

interface World {
  readonly clock: TestClock
  readonly objects: MemoryObjects
  readonly a: Server
  readonly b: Server
}

async function openWorld(): Promise<World> {
  const clock = createTestClock(startMs)
  const objects = createMemoryObjects()
  const memory = createSharedMemory()
  const open = async (): Promise<Server> => {
    const view = memory.open()
    return { view, db: await createDatabase({ storage: view.storage, clock, objects }) }
  }
  return { clock, objects, a: await open(), b: await open() }
}

async function fillTable({ a, clock }: World): Promise<void> {
  await a.db.send('CreateTable', { TableName, ...definition })
  await a.db.send('UpdateContinuousBackups', {
    TableName,
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
  })
  await putAll(a.db, 'x')
  await clock.advance(2_000)
}

/** Changes every item, so that a copy of another moment would be noticed. */
const changeAll = (db: Database): Promise<void> => putAll(db, 'changed')

async function putAll(db: Database, by: string): Promise<void> {
  for (let first = 0; first < itemCount; first += 25) {
    const requests = Array.from({ length: 25 }, (_, offset) => ({
      PutRequest: { Item: { id: { S: `item-${first + offset}` }, by: { S: by } } },
    }))
    await db.send('BatchWriteItem', { RequestItems: { [TableName]: requests } })
  }
}

async function expectWhole(db: Database, name: string): Promise<void> {
  const { Table } = await db.send('DescribeTable', { TableName: name })
  expect(Table?.TableStatus).toBe('ACTIVE')
  for (const index of [{}, { IndexName: 'byWhom' }]) {
    const { Items = [] } = await db.send('Scan', { TableName: name, ...index })
    expect(Items.length).toBe(itemCount)
    expect(Items.filter((item) => item['by']?.S !== 'x')).toEqual([])
  }
}

interface Copy {
  readonly name: string
  /** Sets up what the copy needs. */
  prepare(world: World): Promise<unknown>
  /** Requests the copy from the first server. */
  begin(world: World, prepared: unknown): Promise<unknown>
  /** Asks the second server how it ended. */
  expectDone(world: World, begun: unknown): Promise<void>
}

const copies: readonly Copy[] = [
  {
    name: 'a restore of a backup',
    prepare: async (world) => {
      await fillTable(world)
      const { BackupDetails } = await world.a.db.send('CreateBackup', { TableName, BackupName: 'now' })
      await world.a.db.settled()
      return BackupDetails?.BackupArn
    },
    begin: ({ a }, arn) =>
      a.db.send('RestoreTableFromBackup', { BackupArn: String(arn), TargetTableName: 'Copy' }),
    expectDone: ({ b }) => expectWhole(b.db, 'Copy'),
  },
  {
    name: 'a restore to a point in time',
    prepare: fillTable,
    begin: ({ a }) =>
      a.db.send('RestoreTableToPointInTime', {
        SourceTableName: TableName,
        TargetTableName: 'Copy',
        RestoreDateTime: startMs / 1_000 + 1,
      }),
    expectDone: ({ b }) => expectWhole(b.db, 'Copy'),
  },
  {
    name: 'an export',
    prepare: fillTable,
    begin: async ({ a }) => {
      const { Table } = await a.db.send('DescribeTable', { TableName })
      const { ExportDescription } = await a.db.send('ExportTableToPointInTime', {
        TableArn: Table?.TableArn ?? '',
        S3Bucket: 'bucket',
        ExportTime: startMs / 1_000 + 1,
      })
      return ExportDescription?.ExportArn
    },
    expectDone: async ({ b, objects }, arn) => {
      const { ExportDescription } = await b.db.send('DescribeExport', { ExportArn: String(arn) })
      expect(ExportDescription).toMatchObject({ ExportStatus: 'COMPLETED', ItemCount: itemCount })
      expectExported(objects, ExportDescription?.ExportManifest ?? '')
    },
  },
  {
    name: 'an import',
    prepare: async (world) => {
      await fillTable(world)
      const lines = Array.from(
        { length: itemCount },
        (_, i) => `{"Item":{"id":{"S":"item-${i}"},"by":{"S":"x"}}}\n`,
      )
      await world.objects.write('bucket', 'items/all.json', Buffer.from(lines.join('')))
    },
    begin: async ({ a }) => {
      const { ImportTableDescription } = await a.db.send('ImportTable', {
        ClientToken: 'token',
        S3BucketSource: { S3Bucket: 'bucket', S3KeyPrefix: 'items/' },
        InputFormat: 'DYNAMODB_JSON',
        TableCreationParameters: { TableName: 'Copy', ...definition },
      })
      return ImportTableDescription?.ImportArn
    },
    expectDone: async ({ b }, arn) => {
      const { ImportTableDescription } = await b.db.send('DescribeImport', { ImportArn: String(arn) })
      expect(ImportTableDescription).toMatchObject({
        ImportStatus: 'COMPLETED',
        ImportedItemCount: itemCount,
        ErrorCount: 0,
      })
      await expectWhole(b.db, 'Copy')
    },
  },
]

/** Checks that the files of a manifest contain every item exactly once. */
function expectExported(objects: MemoryObjects, manifest: string): void {
  const bucket = objects.objects.get('bucket')
  const folder = manifest.slice(0, manifest.lastIndexOf('/'))
  const list = Buffer.from(bucket?.get(`${folder}/manifest-files.json`) ?? '').toString()
  const files = list.split('\n').filter((line) => line !== '')
  const ids = files.flatMap((line) => {
    const { dataFileS3Key } = JSON.parse(line) as { dataFileS3Key: string }
    const text = gunzipSync(bucket?.get(dataFileS3Key) ?? new Uint8Array()).toString()
    return text
      .split('\n')
      .filter((one) => one !== '')
      .map((one) => {
        const { Item } = JSON.parse(one) as { Item: { id: { S: string }; by: { S: string } } }
        expect(Item.by.S).toBe('x')
        return Item.id.S
      })
  })
  expect(ids.length).toBe(itemCount)
  expect(new Set(ids).size).toBe(itemCount)
}

const turnsOf = async (turns: number): Promise<void> => {
  for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
}

// Before the copy has begun, at some moments during it, and after its end; the tests take a while, so each gets
// half of them.
const goneAfter = [0, 6, 12, 20, 60]
const stalledAfter = [3, 9, 16, 30]

describe.each(copies)('$name', (copy) => {
  it.each(goneAfter)('is taken over from a server that dies after %i turns', async (turns) => {
    const world = await openWorld()
    const prepared = await copy.prepare(world)
    const begun = await copy.begin(world, prepared)
    await turnsOf(turns)
    world.a.view.kill()
    await changeAll(world.b.db)
    await world.clock.advance(90_000)
    await world.b.db.settled()
    await copy.expectDone(world, begun)
  })

  it.each(stalledAfter)(
    'is not corrupted by a server that stalls after %i turns and continues later',
    async (turns) => {
      const world = await openWorld()
      const prepared = await copy.prepare(world)
      const begun = await copy.begin(world, prepared)
      await turnsOf(turns)
      const goOn = world.a.view.stall()
      await changeAll(world.b.db)
      await world.clock.advance(90_000)
      await world.b.db.settled()
      goOn()
      await world.clock.advance(30_000)
      await Promise.all([world.a.db.settled(), world.b.db.settled()])
      await copy.expectDone(world, begun)
    },
  )
})

/** Advances the clock until `work` has finished: a server that waits for another polls repeatedly. */
async function passUntil<Result>(clock: TestClock, work: Promise<Result>): Promise<Result> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  while (!isOver) await clock.advance(1_000)
  return work
}

/**
 * Sends a request to the first server, lets it stall after some turns until the others presume it dead, and lets it
 * continue.
 */
async function askStalled(
  { a, b, clock }: World,
  turns: number,
  { ask, meanwhile }: { readonly ask: () => Promise<unknown>; readonly meanwhile: () => Promise<unknown> },
): Promise<boolean> {
  const isAnswered = ask().then(
    () => true,
    () => false,
  )
  await turnsOf(turns)
  const goOn = a.view.stall()
  const done = meanwhile()
  await clock.advance(14_000)
  await passUntil(clock, done)
  goOn()
  await passUntil(clock, isAnswered)
  await passUntil(clock, Promise.all([a.db.settled(), b.db.settled()]))
  return isAnswered
}

// While it waits for the table, between its steps, and after its end.
describe.each([4, 8, 9, 10, 11, 12, 14])('a server that stalls after %i turns', (turns) => {
  it('completes the backup that it has acknowledged', async () => {
    const world = await openWorld()
    const { a, b, clock } = world
    await a.db.send('CreateTable', { TableName, ...definition })
    const isAnswered = await askStalled(world, turns, {
      ask: () => a.db.send('CreateBackup', { TableName, BackupName: 'now' }),
      // The housekeeping of the store ends a history that nothing seems to need.
      meanwhile: () => clock.advance(60_000),
    })
    const { BackupSummaries } = await b.db.send('ListBackups', {})
    const statuses = BackupSummaries?.map(({ BackupStatus }) => BackupStatus)
    expect(statuses).toEqual(isAnswered ? ['AVAILABLE'] : [])
  })

  it('makes no second export when the request is repeated on another server', async () => {
    const world = await openWorld()
    const { a, b, clock } = world
    await a.db.send('CreateTable', { TableName, ...definition })
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true }
    await a.db.send('UpdateContinuousBackups', { TableName, PointInTimeRecoverySpecification })
    await clock.advance(2_000)
    const { Table } = await a.db.send('DescribeTable', { TableName })
    const input = { TableArn: Table?.TableArn ?? '', S3Bucket: 'bucket', ClientToken: 'one' }
    await askStalled(world, turns, {
      ask: () => a.db.send('ExportTableToPointInTime', input),
      meanwhile: () => b.db.send('ExportTableToPointInTime', input),
    })
    expect((await b.db.send('ListExports', {})).ExportSummaries).toHaveLength(1)
  })
})
