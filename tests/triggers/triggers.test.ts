import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClock } from '@monotable/engine'
import {
  type DynamoDBRecord,
  type DynamoDBStreamEvent,
  type OpenedDatabase,
  type OpenOptions,
  openDatabase,
} from 'monotable'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'

const root = mkdtempSync(join(tmpdir(), 'monotable-triggers-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
let folders = 0

const TableName = 'Orders'

async function createTable(db: OpenedDatabase): Promise<void> {
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  })
}

function put(db: OpenedDatabase, pk: string, version = 1): Promise<unknown> {
  return db.send('PutItem', { TableName, Item: { pk: { S: pk }, version: { N: String(version) } } })
}

/** Repeats a call for as long as it is throttled. */
async function insist<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!/Throttling|Throughput|RequestLimit/.test((error as Error).name)) throw error
    }
  }
}

/** Waits for long, because the machine may be shared. */
const until = (check: () => void) => vi.waitFor(check, { timeout: 50_000 })

const keyOf = (record: DynamoDBRecord) => record.dynamodb?.Keys?.['pk']?.S ?? ''
const versionOf = (record: DynamoDBRecord) => Number(record.dynamodb?.NewImage?.['version']?.N)
const keysOf = (events: readonly DynamoDBStreamEvent[]) => events.flatMap(({ Records }) => Records.map(keyOf))

describe.each(['memory', 'SQLite'])('a trigger on %s', (store) => {
  const opened: OpenedDatabase[] = []
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close()
  })

  async function open(options: OpenOptions = {}): Promise<OpenedDatabase> {
    folders += 1
    const path = store === 'memory' ? {} : { path: join(root, String(folders)), durability: 'off' as const }
    const db = await openDatabase({ ...path, ...options })
    opened.push(db)
    return db
  }

  it('gets the same events as Lambda', async () => {
    const db = await open({ clock: createTestClock(Date.UTC(2026, 2, 3, 4, 5, 6, 789)), region: 'eu-west-1' })
    await createTable(db)
    const events: DynamoDBStreamEvent[] = []
    const trigger = await db.on(TableName, async (event) => void events.push(event))
    const Item = { pk: { S: 'a' }, raw: { B: new Uint8Array([1, 2]) }, list: { L: [{ N: '1' }] } }
    await db.send('PutItem', { TableName, Item })
    await put(db, 'a')
    await db.send('DeleteItem', { TableName, Key: { pk: { S: 'a' } } })
    await trigger.idle()
    const arn = (await db.send('DescribeTable', { TableName })).Table?.LatestStreamArn
    const records = events.flatMap(({ Records }) => Records)
    const first = { pk: { S: 'a' }, raw: { B: 'AQI=' }, list: { L: [{ N: '1' }] } }
    const second = { pk: { S: 'a' }, version: { N: '1' } }
    const common = {
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-west-1',
      eventSourceARN: arn,
    }
    const change = {
      ApproximateCreationDateTime: Date.UTC(2026, 2, 3, 4, 5, 6) / 1_000,
      Keys: { pk: { S: 'a' } },
      SequenceNumber: expect.stringMatching(/^\d{21,40}$/),
      SizeBytes: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    }
    expect(records).toEqual([
      { ...common, eventName: 'INSERT', dynamodb: { ...change, NewImage: first } },
      { ...common, eventName: 'MODIFY', dynamodb: { ...change, NewImage: second, OldImage: first } },
      { ...common, eventName: 'REMOVE', dynamodb: { ...change, OldImage: second } },
    ])
  })

  it('is told that the service deleted an item because it had expired', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const db = await open({ clock })
    await createTable(db)
    await db.send('UpdateTimeToLive', {
      TableName,
      TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
    })
    const events: DynamoDBStreamEvent[] = []
    const trigger = await db.on(TableName, async (event) => void events.push(event), {
      filter: { userIdentity: { type: ['Service'], principalId: ['dynamodb.amazonaws.com'] } },
    })
    await db.send('PutItem', {
      TableName,
      Item: { pk: { S: 'a' }, ttl: { N: String(clock.now() / 1_000 + 60) } },
    })
    await put(db, 'b')
    await db.send('DeleteItem', { TableName, Key: { pk: { S: 'b' } } })
    await clock.advance(61_000)
    await db.settled()
    await trigger.idle()
    expect(keysOf(events)).toEqual(['a'])
    expect(events[0]?.Records[0]).toMatchObject({
      eventName: 'REMOVE',
      userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
    })
  })

  it('sees every change of an item once and in order, in spite of concurrent batches', async () => {
    const db = await open({ streams: { shards: 3 } })
    await createTable(db)
    const seen = new Map<string, number[]>()
    const trigger = await db.on(
      TableName,
      async ({ Records }) => {
        await new Promise((resolve) => setImmediate(resolve))
        for (const record of Records) {
          seen.set(keyOf(record), [...(seen.get(keyOf(record)) ?? []), versionOf(record)])
        }
      },
      { parallel: 5, batchSize: 7 },
    )
    const versions = Array.from({ length: 40 }, (_, at) => at + 1)
    const items = Array.from({ length: 10 }, (_, at) => `item-${at}`)
    await Promise.all(
      items.map(async (pk) => {
        for (const version of versions) await put(db, pk, version)
      }),
    )
    await trigger.idle()
    expect(seen.size).toBe(items.length)
    for (const numbers of seen.values()) expect(numbers).toEqual(versions)
    expect(trigger.lagMs()).toBe(0)
  })

  it('keeps the order of an item when shards are closed and replaced', async () => {
    const clock = createTestClock(Date.UTC(2026, 0, 1))
    const db = await open({ clock, streams: { shards: 2, shardMs: 10_000, shardRecords: 12 } })
    await createTable(db)
    const seen = new Map<string, number[]>()
    const trigger = await db.on(TableName, ({ Records }) => {
      for (const record of Records) {
        seen.set(keyOf(record), [...(seen.get(keyOf(record)) ?? []), versionOf(record)])
      }
    })
    for (let version = 1; version <= 8; version++) {
      for (let at = 0; at < 6; at++) await put(db, `item-${at}`, version)
      await clock.advance(10_000)
      await db.settled()
    }
    await trigger.idle()
    const arn = (await db.send('DescribeTable', { TableName })).Table?.LatestStreamArn ?? ''
    const stream = (await db.send('DescribeStream', { StreamArn: arn })).StreamDescription
    expect(stream?.Shards?.length).toBeGreaterThan(8)
    for (let at = 0; at < 6; at++) expect(seen.get(`item-${at}`)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('isolates a record that cannot be handled, and handles the rest', async () => {
    const db = await open()
    await createTable(db)
    const handled: string[] = []
    let isMended = false
    const trigger = await db.on(
      TableName,
      async ({ Records }) => {
        if (!isMended && Records.some((record) => keyOf(record) === 'poison')) throw new Error('cannot')
        handled.push(...Records.map(keyOf))
      },
      { bisect: true, maxAttempts: 2, retryDelayMs: 1, batchSize: 50 },
    )
    const keys = Array.from({ length: 30 }, (_, at) => (at === 17 ? 'poison' : `k${at}`))
    for (const key of keys) await put(db, key)
    await trigger.idle()
    expect([...handled].sort()).toEqual(keys.filter((key) => key !== 'poison').sort())
    const letters = await trigger.deadLetters()
    expect(letters.map(({ payload }) => payload.Records.map(keyOf))).toEqual([['poison']])
    isMended = true
    expect(await trigger.redrive()).toEqual({ handled: 1, failed: 0 })
    expect(handled.at(-1)).toBe('poison')
    expect(await trigger.deadLetters()).toEqual([])
  })

  it('continues where the last trigger of the same name ended', async () => {
    const db = await open()
    await createTable(db)
    const events: DynamoDBStreamEvent[] = []
    const index = async (event: DynamoDBStreamEvent) => void events.push(event)
    const first = await db.on(TableName, index)
    expect(first.name).toBe('Orders:index')
    await expect(db.on(TableName, index)).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await put(db, 'a')
    await first.idle()
    await first.stop()
    await put(db, 'b')
    const second = await db.on(TableName, index)
    await second.idle()
    expect(keysOf(events)).toEqual(['a', 'b'])
    await second.remove()
    await put(db, 'c')
    const third = await db.on(TableName, index)
    await put(db, 'd')
    await third.idle()
    expect(keysOf(events)).toEqual(['a', 'b', 'd'])
  })

  it('of another name sees the same records independently', async () => {
    const db = await open()
    await createTable(db)
    const seen: string[] = []
    const noting = (name: string) => (event: DynamoDBStreamEvent) => {
      for (const key of keysOf([event])) seen.push(`${name} ${key}`)
    }
    const one = await db.on(TableName, noting('one'), { name: 'one' })
    const two = await db.on(TableName, noting('two'), { name: 'two' })
    for (const key of ['a', 'b', 'c']) await put(db, key)
    await Promise.all([one.idle(), two.idle()])
    expect(seen.sort()).toEqual(['one a', 'one b', 'one c', 'two a', 'two b', 'two c'])
  })

  it('follows its table from one stream to the next', async () => {
    const db = await open()
    await createTable(db)
    const events: DynamoDBStreamEvent[] = []
    const trigger = await db.on(TableName, async (event) => void events.push(event))
    await put(db, 'a')
    await db.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } })
    await put(db, 'unseen')
    await trigger.idle()
    await db.send('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
    })
    await put(db, 'b')
    await trigger.idle()
    await put(db, 'c')
    await trigger.idle()
    expect(keysOf(events)).toEqual(['a', 'b', 'c'])
  })

  it('misses nothing when reads are refused, delayed and repeated', async () => {
    const adversity = { seed: 7, throttling: 0.2, repeatedRecords: 0.5, latency: 0.2, latencyMs: 2 }
    const db = await open({ adversity, streams: { shards: 2 } })
    await createTable(db)
    const seen = new Map<string, number[]>()
    const noting = ({ Records }: DynamoDBStreamEvent) => {
      for (const record of Records) {
        seen.set(keyOf(record), [...(seen.get(keyOf(record)) ?? []), versionOf(record)])
      }
    }
    const trigger = await insist(() => db.on(TableName, noting, { parallel: 3, batchSize: 5 }))
    for (let version = 1; version <= 20; version++) {
      for (const key of ['a', 'b', 'c']) await insist(() => put(db, key, version))
    }
    await trigger.idle()
    const records = [...seen.values()].flat()
    expect(records.length).toBeGreaterThan(60)
    for (const versions of seen.values()) {
      // With or without repetitions, every version is there, and none comes before its predecessor.
      const firsts = versions.filter((version, at) => versions.indexOf(version) === at)
      expect(firsts).toEqual(Array.from({ length: 20 }, (_, at) => at + 1))
    }
  })

  it('neither delays settled nor outlives close', async () => {
    const db = await open()
    await createTable(db)
    const calls = vi.fn()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await db.on(TableName, async () => {
      calls()
      await held
    })
    await put(db, 'a')
    await until(() => expect(calls).toHaveBeenCalled())
    await db.settled()
    const closed = db.close()
    release()
    await closed
    expect(calls).toHaveBeenCalledTimes(1)
  })

  it('is stopped by reset and by restore', async () => {
    const db = await open()
    await createTable(db)
    const before = await db.snapshot()
    const trigger = await db.on(TableName, () => {})
    await db.restore(before)
    await expect(trigger.idle()).rejects.toMatchObject({ code: 'CLOSED' })
    const again = await db.on(TableName, () => {})
    await db.reset()
    await expect(again.idle()).rejects.toMatchObject({ code: 'CLOSED' })
    await before.release()
  })

  it('needs a table with a stream', async () => {
    const db = await open()
    await expect(db.on('Nothing', () => {})).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
    await createTable(db)
    await db.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } })
    await expect(db.on(TableName, () => {})).rejects.toThrow('The table has no stream')
  })
})

describe('a trigger on a database that was closed', () => {
  it('continues from its checkpoint, and finds its dead letters', async () => {
    const path = join(root, 'reopened')
    const seen: string[] = []
    const open = async () => {
      const db = await openDatabase({ path })
      const on = () =>
        db.on(
          TableName,
          ({ Records }) => {
            seen.push(...Records.map(keyOf))
            if (Records.some((record) => keyOf(record) === 'bad')) throw new Error('cannot')
          },
          { name: 'index', maxAttempts: 1, batchSize: 1 },
        )
      return { db, on }
    }
    const first = await open()
    await createTable(first.db)
    const trigger = await first.on()
    await put(first.db, 'a')
    await put(first.db, 'bad')
    await trigger.idle()
    await first.db.close()

    const second = await open()
    await put(second.db, 'b')
    const successor = await second.on()
    await successor.idle()
    expect(seen).toEqual(['a', 'bad', 'b'])
    const letters = await successor.deadLetters()
    expect(letters.map(({ payload, error }) => [payload.Records.map(keyOf), error?.message])).toEqual([
      [['bad'], 'cannot'],
    ])
    await second.db.close()
  })

  it('repeats unfinished work', async () => {
    const path = join(root, 'repeated')
    const db = await openDatabase({ path })
    await createTable(db)
    const started: string[] = []
    await db.on(
      TableName,
      async ({ Records }) => {
        started.push(...Records.map(keyOf))
        if (started.length > 1) throw new Error('later')
      },
      { name: 'index', batchSize: 1 },
    )
    await put(db, 'a')
    await put(db, 'b')
    await until(() => expect(started).toContain('b'))
    await db.close()
    const again = await openDatabase({ path })
    const seen: string[] = []
    const trigger = await again.on(TableName, ({ Records }) => void seen.push(...Records.map(keyOf)), {
      name: 'index',
    })
    await trigger.idle()
    expect(seen).toEqual(['b'])
    await again.close()
  })
})
