import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryObjects } from '../testing/memory-objects.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createTestClock } from '../util/test-clock.ts'

const TableName = 'Orders'
const itemCount = 1500
const clock = createTestClock(Date.UTC(2026, 8, 1))

interface Server {
  readonly db: Database
  readonly view: StoreView
}

/** Two servers with one store and one folder, and files whose items must not exist yet. */
async function openServers() {
  const objects = createMemoryObjects()
  const lines = Array.from({ length: itemCount }, (_, i) => {
    return JSON.stringify({ Item: { id: { S: `${i}` } }, ConditionExpression: 'attribute_not_exists(id)' })
  })
  const half = itemCount / 2
  const content = [lines.slice(0, half), lines.slice(half)].map((part) => Buffer.from(part.join('\n')))
  objects.objects.set('in', new Map(content.map((part, i) => [`${i}.json`, part])))
  const memory = createSharedMemory()
  const open = async (): Promise<Server> => {
    const view = memory.open()
    return { view, db: await createDatabase({ storage: view.storage, clock, objects }) }
  }
  const servers: [Server, Server] = [await open(), await open()]
  await servers[0].db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
  })
  const reports = () => {
    const files = [...(objects.objects.get('out') ?? [])].filter(([key]) => key.endsWith('.gz'))
    return files.map(([, file]) => gunzipSync(file).toString())
  }
  return { servers, objects, reports }
}

async function begin(db: Database): Promise<string> {
  const { BulkOperationDescription } = await db.send('StartBulkPutItems', {
    TableName,
    InputS3Configuration: { S3Bucket: 'in', InputFormat: 'DYNAMODB_JSON' },
    OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'] },
    MaxWriteRequestUnits: 1024,
  })
  return BulkOperationDescription.BulkOperationArn ?? ''
}

async function pass(ms: number, stepMs = 20): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    await clock.advance(stepMs)
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

const describeIt = async (db: Database, BulkOperationArn: string) =>
  (await db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription

async function expectAllPut(db: Database, arn: string): Promise<void> {
  expect(await describeIt(db, arn)).toMatchObject({
    BulkOperationStatus: 'COMPLETED',
    ProcessedItemCount: itemCount,
    FailedItemCount: 0,
  })
  const { Count } = await db.send('Scan', { TableName, Select: 'COUNT' })
  expect(Count).toBe(itemCount)
}

test('an operation is visible and can be cancelled on every server', async () => {
  const { servers } = await openServers()
  const [a, b] = servers
  const arn = await begin(a.db)
  await pass(300)
  expect(await describeIt(b.db, arn)).toMatchObject({ BulkOperationStatus: 'IN_PROGRESS' })
  await b.db.send('CancelBulkOperation', { BulkOperationArn: arn })
  await pass(500)
  const ended = await describeIt(b.db, arn)
  expect(ended).toMatchObject({ BulkOperationStatus: 'CANCELLED' })
  expect(ended.ProcessedItemCount).toBeLessThan(itemCount)
})

test('another server continues after what a dead one has put', async () => {
  const { servers, reports } = await openServers()
  const [a, b] = servers
  const arn = await begin(a.db)
  await pass(600)
  const { ProcessedItemCount: early = 0 } = await describeIt(b.db, arn)
  expect(early).toBeGreaterThan(0)
  expect(early).toBeLessThan(itemCount)
  a.view.kill()
  await pass(90_000, 1_000)
  await pass(3_000)
  await b.db.settled()
  await expectAllPut(b.db, arn)
  expect(reports()).toEqual([])
})

test('a server that others presumed dead does no harm when it continues', async () => {
  const { servers, reports } = await openServers()
  const [a, b] = servers
  const arn = await begin(a.db)
  await pass(600)
  const goOn = a.view.stall()
  await pass(90_000, 1_000)
  await pass(3_000)
  await b.db.settled()
  goOn()
  await pass(3_000)
  await Promise.all([a.db.settled(), b.db.settled()])
  await expectAllPut(b.db, arn)
  expect(reports()).toEqual([])
})

test('items are put into a table as another server has changed it', async () => {
  const { servers } = await openServers()
  const [a, b] = servers
  const arn = await begin(a.db)
  await pass(300)
  await b.db.send('UpdateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    GlobalSecondaryIndexUpdates: [
      {
        Create: {
          IndexName: 'again',
          KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
          Projection: { ProjectionType: 'ALL' },
        },
      },
    ],
  })
  await pass(6_000)
  await expectAllPut(b.db, arn)
  const { Count } = await b.db.send('Scan', { TableName, IndexName: 'again', Select: 'COUNT' })
  expect(Count).toBe(itemCount)
})

test('mistakes in items are judged by the table as it is on all servers', async () => {
  const { servers, objects, reports } = await openServers()
  const [a, b] = servers
  const line = (id: string, more: object = {}) => JSON.stringify({ Item: { id: { S: id }, ...more } })
  const right = Array.from({ length: 100 }, (_, i) => line(`right-${i}`))
  const wrong = Array.from({ length: 50 }, (_, i) => line(`wrong-${i}`, { by: { N: '1' } }))
  const files = [right, wrong].map((lines, i): [string, Uint8Array] => [
    `${i}`,
    Buffer.from(lines.join('\n')),
  ])
  objects.objects.set('in', new Map(files))
  const index = {
    IndexName: 'byWhom',
    KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' as const }],
    Projection: { ProjectionType: 'ALL' as const },
  }
  await a.db.send('UpdateTable', {
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'id', AttributeType: 'S' },
      { AttributeName: 'by', AttributeType: 'S' },
    ],
    GlobalSecondaryIndexUpdates: [{ Create: index }],
  })
  await pass(2_000)
  const arn = await begin(a.db)
  // The first hundred are put, and the others wait for time to pass.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(await describeIt(a.db, arn)).toMatchObject({ ProcessedItemCount: 100 })
  await b.db.send('UpdateTable', {
    TableName,
    GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: 'byWhom' } }],
  })
  await pass(2_000)
  expect(await describeIt(a.db, arn)).toMatchObject({
    BulkOperationStatus: 'COMPLETED',
    ProcessedItemCount: 150,
  })
  expect(reports()).toEqual([])
})

test('it ends when another server deletes the table', async () => {
  const { servers } = await openServers()
  const [a, b] = servers
  const arn = await begin(a.db)
  await pass(300)
  await b.db.send('DeleteTable', { TableName })
  await pass(1_000)
  expect(await describeIt(b.db, arn)).toMatchObject({
    BulkOperationStatus: 'FAILED',
    FailureCode: 'ResourceNotFoundException',
  })
})
