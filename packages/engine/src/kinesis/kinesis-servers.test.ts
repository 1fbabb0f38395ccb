import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryKinesis, type MemoryKinesis } from '../testing/memory-kinesis.ts'
import { createSharedMemory, type StoreView } from '../testing/shared-memory.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'

const TableName = 'Orders'
const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'

let clock: TestClock
let kinesis: MemoryKinesis
let memory: ReturnType<typeof createSharedMemory>

interface Server {
  readonly db: Database
  readonly view: StoreView
}

beforeEach(() => {
  clock = createTestClock(Date.UTC(2026, 9, 1))
  kinesis = createMemoryKinesis()
  memory = createSharedMemory()
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
})

afterEach(() => vi.restoreAllMocks())

async function open(options: { readonly kinesis?: MemoryKinesis } = { kinesis }): Promise<Server> {
  const view = memory.open()
  return { view, db: await createDatabase({ storage: view.storage, clock, ...options }) }
}

/** Advances the clock in small steps until a condition holds: servers only poll now and then. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  for (let step = 0; step < 400; step++) {
    if (await isSo()) return
    await clock.advance(250)
  }
  expect(await isSo()).toBe(true)
}

async function statusOf(db: Database): Promise<string | undefined> {
  const told = await db.send('DescribeKinesisStreamingDestination', { TableName })
  return told.KinesisDataStreamDestinations?.[0]?.DestinationStatus
}

async function createEnabled(db: Database): Promise<void> {
  const created = db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await created
  await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
  await until(async () => (await statusOf(db)) === 'ACTIVE')
}

const put = (db: Database, pk: string, n: number) =>
  db.send('PutItem', { TableName, Item: { pk: { S: pk }, n: { N: String(n) } } })

const numbersOf = (pk: string): number[] =>
  kinesis.arrived.flatMap(({ data }) => {
    const { dynamodb } = JSON.parse(data)
    return dynamodb.Keys.pk.S === pk ? [Number(dynamodb.NewImage.n.N)] : []
  })

it('two servers of a store send each change once, whichever of them wrote it', async () => {
  const [one, two] = [await open(), await open()]
  await createEnabled(one.db)
  await until(async () => (await statusOf(two.db)) === 'ACTIVE')
  for (let n = 1; n <= 20; n++) {
    await put(n % 2 === 0 ? one.db : two.db, 'a', n)
    await clock.advance(100)
  }
  await until(() => kinesis.arrived.length >= 20)
  await clock.advance(5_000)
  expect(numbersOf('a')).toEqual(Array.from({ length: 20 }, (_, i) => i + 1))
  await two.db.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
  await until(async () => (await statusOf(two.db)) === 'DISABLED')
  await put(two.db, 'a', 21)
  await clock.advance(5_000)
  expect(numbersOf('a')).toHaveLength(20)
})

it('another server continues when the sending one is killed', async () => {
  const [one, two] = [await open(), await open()]
  await createEnabled(one.db)
  await put(one.db, 'a', 1)
  await until(() => kinesis.arrived.length === 1)
  one.view.kill()
  await put(two.db, 'a', 2)
  await until(() => kinesis.arrived.length >= 2)
  expect(numbersOf('a')).toEqual([1, 2])
})

it('a server without Kinesis leaves delivery to those that have it', async () => {
  const [plain, able] = [await open({}), await open()]
  await createEnabled(able.db)
  await until(async () => (await statusOf(plain.db)) === 'ACTIVE')
  await clock.advance(20_000)
  await put(plain.db, 'a', 1)
  await until(() => kinesis.arrived.length === 1)
  await plain.db.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
  await until(async () => (await statusOf(plain.db)) === 'DISABLED')
})

it('a server that was stalled for long does not resend what another has sent meanwhile', async () => {
  const slow = { ...kinesis }
  let one: Server | undefined
  let goOn: (() => void) | undefined
  slow.put = async (...given) => {
    const taken = await kinesis.put(...given)
    if (kinesis.arrived.length === 1) goOn = one?.view.stall()
    return taken
  }
  one = await open({ kinesis: slow })
  await createEnabled(one.db)
  await clock.advance(1_000)
  const two = await open()
  for (const n of [1, 2, 3]) await put(two.db, 'a', n)
  await until(() => goOn !== undefined)
  // The other server does not know that the first change has arrived.
  await until(() => kinesis.arrived.length >= 4)
  goOn?.()
  await clock.advance(5_000)
  await put(two.db, 'a', 4)
  await until(() => kinesis.arrived.length >= 5)
  await clock.advance(5_000)
  expect(numbersOf('a')).toEqual([1, 1, 2, 3, 4])
})

it('a server that lost its turn does not report lag for changes that another has sent', async () => {
  const away = createMemoryKinesis()
  const one = await open({ kinesis: away })
  await createEnabled(one.db)
  away.put = () => Promise.reject(new Error('gone'))
  await put(one.db, 'a', 1)
  // After failing for so long it makes long pauses.
  for (let step = 0; step < 240; step++) await clock.advance(250)
  const lag = async () => Number(/lag_seconds\{.*\} (.*)/.exec(await one.db.metrics())?.[1])
  expect(await lag()).toBeGreaterThan(15)
  const two = await open()
  const goOn = one.view.stall()
  await until(() => kinesis.arrived.length === 1)
  goOn()
  await put(two.db, 'a', 2)
  await until(() => kinesis.arrived.length === 2)
  for (let step = 0; step < 20; step++) await clock.advance(250)
  expect(await lag()).toBe(0)
})
