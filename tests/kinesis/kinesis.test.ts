import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DescribeKinesisStreamingDestinationCommand,
  EnableKinesisStreamingDestinationCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { type OpenedDatabase, openDatabase } from 'monotable'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { KillableServer } from '../killable-server.ts'
import { StandInKinesis } from './stand-in-kinesis.ts'

const TableName = 'Orders'
const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
const credentials = { accessKeyId: 'local', secretAccessKey: 'secret' }
const table = {
  TableName,
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' as const }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
}

let kinesis: StandInKinesis

beforeEach(async () => {
  kinesis = new StandInKinesis(credentials.secretAccessKey)
  await kinesis.start()
})

afterEach(async () => {
  vi.restoreAllMocks()
  expect(kinesis.faults).toEqual([])
  await kinesis.stop()
})

/** Returns the numbers of an item in all its records, in the order of arrival. */
function numbersOf(pk: string): number[] {
  return kinesis
    .told()
    .flatMap(({ dynamodb }) => (dynamodb.Keys.pk.S === pk ? [Number(dynamodb.NewImage.n.N)] : []))
}

/** Returns the numbers of an item without the repetitions after a crash. */
function firstNumbersOf(pk: string): number[] {
  return [...new Set(numbersOf(pk))]
}

const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('in process', () => {
  let db: OpenedDatabase

  beforeEach(async () => {
    vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
    const { endpoint } = kinesis
    db = await openDatabase({ kinesis: { endpoint, credentials } })
    await db.send('CreateTable', table)
  })

  afterEach(() => db.close())

  const put = (pk: string, n: number) =>
    db.send('PutItem', { TableName, Item: { pk: { S: pk }, n: { N: String(n) } } })

  async function destination() {
    const told = await db.send('DescribeKinesisStreamingDestination', { TableName })
    return told.KinesisDataStreamDestinations?.[0]
  }

  async function enable(arn = StreamArn) {
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn: arn })
    await expect.poll(async () => (await destination())?.DestinationStatus).not.toBe('ENABLING')
    return destination()
  }

  it('changes arrive signed and complete', async () => {
    expect(await enable()).toMatchObject({ DestinationStatus: 'ACTIVE' })
    await db.send('PutItem', { TableName, Item: { pk: { S: 'ü' }, b: { B: Buffer.from('abc') } } })
    await expect.poll(() => kinesis.arrived.length).toBe(1)
    const [record] = kinesis.arrived
    expect(record?.partitionKey).toMatch(/^[0-9A-F]{32}$/)
    const time = /"ApproximateCreationDateTime":(\d{13}),/.exec(record?.text ?? '')?.[1]
    const id = /"eventID":"([^"]+)"/.exec(record?.text ?? '')?.[1]
    expect(record?.text).toBe(
      `{"awsRegion":"us-east-1","eventID":"${id}","eventName":"INSERT","userIdentity":null,` +
        `"recordFormat":"application/json","tableName":"Orders","dynamodb":{"ApproximateCreationDateTime":${time},` +
        '"Keys":{"pk":{"S":"ü"}},"NewImage":{"pk":{"S":"ü"},"b":{"B":"WVdKag=="}},"SizeBytes":12},' +
        '"eventSource":"aws:dynamodb"}',
    )
  })

  it('a missing stream and an unreachable Kinesis are reported', async () => {
    expect(await enable(`${StreamArn}-missing`)).toMatchObject({
      DestinationStatus: 'ENABLE_FAILED',
      DestinationStatusDescription: 'User does not have a permission to use kinesis stream',
    })
    kinesis.status = 'DELETING'
    expect(await enable()).toMatchObject({
      DestinationStatusDescription: expect.stringContaining('not in Active state'),
    })
    await kinesis.stop()
    expect(await enable()).toMatchObject({
      DestinationStatusDescription: `Kinesis cannot be asked for the stream: ${kinesis.endpoint} cannot be reached: ECONNREFUSED`,
    })
    await kinesis.start()
  })

  it('every change arrives, in order for each item, while the stream throttles, dies and comes back', async () => {
    await enable()
    let count = 0
    kinesis.refuses = () => count++ % 3 === 0
    const items = ['a', 'b', 'c', 'd']
    for (const n of upTo(10)) await Promise.all(items.map((pk) => put(pk, n)))
    kinesis.misdeed = (response) => {
      const throttled = {
        __type: 'com.amazonaws.kinesis#ProvisionedThroughputExceededException',
        message: 'slow down',
      }
      response.writeHead(400).end(JSON.stringify(throttled))
    }
    for (const n of upTo(10)) await Promise.all(items.map((pk) => put(pk, 10 + n)))
    await kinesis.stop()
    kinesis.misdeed = undefined
    for (const n of upTo(10)) await Promise.all(items.map((pk) => put(pk, 20 + n)))
    await kinesis.start()
    for (const pk of items) await expect.poll(() => numbersOf(pk)).toEqual(upTo(30))
  })

  it.each<[string, StandInKinesis['misdeed']]>([
    ['answers what is no JSON', (response) => void response.end('<html>')],
    ['answers what is no answer', (response) => void response.end('{"Records":[]}')],
    ['answers null for records', (response) => void response.end('{"Records":[null]}')],
    [
      'sends elsewhere',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    [
      'answers without end',
      (response) => {
        const chunk = 'x'.repeat(64 * 1024)
        const timer = setInterval(() => response.write(chunk), 1)
        response.on('close', () => clearInterval(timer))
      },
    ],
    ['hangs up', (response) => void response.destroy()],
  ])('a Kinesis that %s is waited for', async (_, misdeed) => {
    await enable()
    let calls = 0
    kinesis.misdeed = (response) => {
      calls++
      misdeed?.(response)
    }
    await put('a', 1)
    await expect.poll(() => calls).toBeGreaterThan(1)
    kinesis.misdeed = undefined
    await expect.poll(() => numbersOf('a')).toEqual([1])
  })

  it('a database closes even if Kinesis never answers', async () => {
    await enable()
    let calls = 0
    kinesis.misdeed = () => void calls++
    await put('a', 1)
    await expect.poll(() => calls).toBe(1)
    await db.close()
    db = await openDatabase()
  })
})

describe('monotable serve --kinesis', () => {
  let folder: string
  let server: KillableServer

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'monotable-kinesis-'))
    server = new KillableServer({ folder, credentials, args: ['--kinesis', kinesis.endpoint] })
  })

  afterEach(async () => {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  })

  it('loses no acknowledged write when it is killed again and again', async () => {
    let client = await server.start()
    await client.send(new CreateTableCommand(table))
    await client.send(new EnableKinesisStreamingDestinationCommand({ TableName, StreamArn }))
    const status = async () => {
      const told = await client.send(new DescribeKinesisStreamingDestinationCommand({ TableName }))
      return told.KinesisDataStreamDestinations?.[0]?.DestinationStatus
    }
    await expect.poll(status).toBe('ACTIVE')
    let count = 0
    kinesis.refuses = () => count++ % 5 === 0
    const items = ['a', 'b', 'c', 'd', 'e']
    let n = 0
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) {
        n++
        const puts = items.map((pk) =>
          client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, n: { N: String(n) } } })),
        )
        await Promise.all(puts)
      }
      await server.kill()
      client.destroy()
      client = await server.start()
    }
    for (const pk of items) await expect.poll(() => firstNumbersOf(pk)).toEqual(upTo(n))
    // A repeated record is identical to the first.
    const ids = new Map(kinesis.told().map(({ eventID, dynamodb }) => [eventID, JSON.stringify(dynamodb)]))
    for (const { eventID, dynamodb } of kinesis.told())
      expect(JSON.stringify(dynamodb)).toBe(ids.get(eventID))
    expect(ids.size).toBe(n * items.length)
    client.destroy()
  })
})
