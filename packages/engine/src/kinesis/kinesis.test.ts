import type { AttributeMapInput } from '@monotable/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { delegated } from '../testing/bulk-world.ts'
import { createMemoryKinesis, type MemoryKinesis } from '../testing/memory-kinesis.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'

const TableName = 'Orders'
const StreamArn = 'arn:aws:kinesis:us-east-1:000000000000:stream/changes'
const dayMs = 86_400_000

let clock: TestClock
let storage: Storage
let kinesis: MemoryKinesis
let db: Database

beforeEach(async () => {
  clock = createTestClock(Date.UTC(2026, 9, 1))
  storage = createMemoryStorage()
  kinesis = createMemoryKinesis()
  db = await createDatabase({ storage, clock, kinesis })
  await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
})

afterEach(() => vi.restoreAllMocks())

const warnings = () => vi.mocked(process.emitWarning).mock.calls.map(([warning]) => String(warning))
const put = (Item: AttributeMapInput) => db.send('PutItem', { TableName, Item })
const item = (pk: string, n: number) => ({ pk: { S: pk }, n: { N: String(n) } })

/** Advances the clock and lets due work run. */
async function rest(ms = 0): Promise<void> {
  await clock.advance(ms)
  await db.settled()
  await clock.advance(0)
  await db.settled()
}

async function enable(more: object = {}): Promise<void> {
  await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn, ...more })
  await rest()
}

async function destinations(on = db) {
  const told = await on.send('DescribeKinesisStreamingDestination', { TableName })
  return told.KinesisDataStreamDestinations ?? []
}

interface Told {
  readonly eventName: string
  readonly eventID: string
  readonly userIdentity: unknown
  readonly dynamodb: {
    readonly ApproximateCreationDateTime: number
    readonly Keys: { readonly pk: { readonly S: string } }
    readonly NewImage?: { readonly n?: { readonly N: string } }
    readonly OldImage?: object
    readonly SizeBytes: number
  }
}

const told = () => kinesis.arrived.map(({ data }) => JSON.parse(data) as Told)
const numbersOf = (pk: string) =>
  told().flatMap(({ dynamodb: { Keys, NewImage } }) => (Keys.pk.S === pk ? [Number(NewImage?.n?.N)] : []))

it('can be disabled by a repeated request after the store failed half-way', async () => {
  const inner = delegated(storage)
  db = await createDatabase({ storage: inner, clock, kinesis })
  await enable()
  await put(item('a', 1))
  const { mutate } = inner
  inner.mutate = (keys, decide) => {
    if (keys.some(({ space }) => space.startsWith('kinesis-'))) throw new StorageError('FULL', 'for a while')
    return mutate(keys, decide)
  }
  const disable = () => db.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
  await expect(disable()).rejects.toMatchObject({ name: 'InternalServerError' })
  inner.mutate = mutate
  await disable()
  await rest()
  expect(await destinations()).toMatchObject([{ DestinationStatus: 'DISABLED' }])
  expect(numbersOf('a')).toEqual([1])
})

it('is retried after a failure without delay when the clock is set back', async () => {
  let backMs = 0
  db = await createDatabase({
    storage,
    clock: { now: () => clock.now() - backMs, after: clock.after },
    kinesis,
  })
  await enable()
  kinesis.fault = new Error('away')
  await put(item('a', 1))
  await rest()
  kinesis.fault = undefined
  backMs = dayMs / 24
  await rest(1_000)
  expect(numbersOf('a')).toEqual([1])
})

describe('the data of a record', () => {
  const complex = (n: number) => ({
    pk: { S: 'complex' },
    n: { N: String(n) },
    binary: { B: 'AAH/' },
    bs: { BS: ['AA==', '/w=='] },
    nested: { M: { binary: { B: 'YWJj' }, list: { L: [{ NULL: true }, { BOOL: false }, { N: '1.25' }] } } },
  })
  const twice = (n: number) => ({
    pk: { S: 'complex' },
    n: { N: String(n) },
    binary: { B: 'QUFILw==' },
    bs: { BS: ['QUE9PQ==', 'L3c9PQ=='] },
    nested: {
      M: { binary: { B: 'WVdKag==' }, list: { L: [{ NULL: true }, { BOOL: false }, { N: '1.25' }] } },
    },
  })

  // The sizes, the order of members and the double base64 are from a recording of AWS (stackd).
  it('is what AWS sends, with both images and doubly base64-encoded binary', async () => {
    await enable()
    await put(complex(1) as unknown as AttributeMapInput)
    await put(complex(2) as unknown as AttributeMapInput)
    await db.send('DeleteItem', { TableName, Key: { pk: { S: 'complex' } } })
    await rest()
    const around = {
      awsRegion: 'us-east-1',
      eventID: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-a[0-9a-f]{3}-[0-9a-f]{12}$/),
      userIdentity: null,
      recordFormat: 'application/json',
      tableName: TableName,
      eventSource: 'aws:dynamodb',
    }
    const common = { ApproximateCreationDateTime: clock.now(), Keys: { pk: { S: 'complex' } } }
    expect(told()).toEqual([
      { ...around, eventName: 'INSERT', dynamodb: { ...common, NewImage: twice(1), SizeBytes: 69 } },
      {
        ...around,
        eventName: 'MODIFY',
        dynamodb: { ...common, NewImage: twice(2), OldImage: twice(1), SizeBytes: 129 },
      },
      { ...around, eventName: 'REMOVE', dynamodb: { ...common, OldImage: twice(2), SizeBytes: 69 } },
    ])
    const [first] = kinesis.arrived
    expect(Object.keys(JSON.parse(first?.data ?? ''))).toEqual([
      'awsRegion',
      'eventID',
      'eventName',
      'userIdentity',
      'recordFormat',
      'tableName',
      'dynamodb',
      'eventSource',
    ])
    expect(Object.keys(told()[0]?.dynamodb ?? {})).toEqual([
      'ApproximateCreationDateTime',
      'Keys',
      'NewImage',
      'SizeBytes',
    ])
    expect(new Set(kinesis.arrived.map(({ partitionKey }) => partitionKey)).size).toBe(1)
    expect(first?.partitionKey).toMatch(/^[0-9A-F]{32}$/)
  })

  it('keeps attributes of any name', async () => {
    await enable()
    await put(JSON.parse('{"pk":{"S":"x"},"__proto__":{"S":"p"},"B":{"S":"b"},"BS":{"L":[{"S":"l"}]}}'))
    await rest()
    expect(JSON.stringify(told()[0]?.dynamodb.NewImage)).toBe(
      '{"pk":{"S":"x"},"__proto__":{"S":"p"},"B":{"S":"b"},"BS":{"L":[{"S":"l"}]}}',
    )
  })

  it('has microseconds on request, which show the order of changes', async () => {
    await enable({
      EnableKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    })
    await put(item('a', 1))
    await put(item('a', 2))
    await rest()
    const times = told().map(({ dynamodb }) => dynamodb.ApproximateCreationDateTime)
    expect(times).toEqual([clock.now() * 1000, clock.now() * 1000 + 1])
    expect(kinesis.arrived[0]?.data).toContain(
      '"SizeBytes":9,"ApproximateCreationDateTimePrecision":"MICROSECOND"}',
    )
  })

  it('has the same microseconds when it is sent again, even after a crash', async () => {
    await enable({
      EnableKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    })
    kinesis.refuses = ({ data }) => data.includes('"NewImage":{"pk":{"S":"a"},"n":{"N":"2"')
    for (let n = 1; n <= 3; n++) for (const pk of ['a', 'b']) await put(item(pk, n))
    const firstMs = clock.now()
    await rest()
    await clock.advance(5)
    await put(item('a', 4))
    await rest(1_000)
    kinesis.refuses = () => false
    db = await createDatabase({ storage, clock, kinesis })
    await rest(60_000)
    const times = told().flatMap(({ dynamodb: { Keys, ApproximateCreationDateTime } }) =>
      Keys.pk.S === 'a' ? [ApproximateCreationDateTime - firstMs * 1000] : [],
    )
    expect(times).toEqual([0, 2, 4, 5000])
  })

  it('shows that the service deleted an expired item', async () => {
    await enable()
    const TimeToLiveSpecification = { AttributeName: 'until', Enabled: true }
    await db.send('UpdateTimeToLive', { TableName, TimeToLiveSpecification })
    await rest()
    await put({ pk: { S: 'a' }, until: { N: String(clock.now() / 1000 + 60) } })
    await rest(120_000)
    expect(told().map(({ eventName, userIdentity }) => [eventName, userIdentity])).toEqual([
      ['INSERT', null],
      ['REMOVE', { principalId: 'dynamodb.amazonaws.com', type: 'Service' }],
    ])
  })

  // Seen on AWS (stackd): identical writes are sent if a transaction makes them, and only then.
  it('reports writes of a transaction even if nothing changed', async () => {
    await enable()
    await put(item('a', 1))
    await put(item('a', 1))
    await db.send('TransactWriteItems', { TransactItems: [{ Put: { TableName, Item: item('a', 1) } }] })
    const update = {
      TableName,
      Key: { pk: { S: 'a' } },
      UpdateExpression: 'SET n = :n',
      ExpressionAttributeValues: { ':n': { N: '1' } },
    }
    await db.send('UpdateItem', update)
    await db.send('TransactWriteItems', { TransactItems: [{ Update: update }] })
    const Statement = `UPDATE "${TableName}" SET n = 1 WHERE pk = 'a'`
    await db.send('ExecuteStatement', { Statement })
    await db.send('ExecuteTransaction', { TransactStatements: [{ Statement }] })
    await db.send('TransactWriteItems', {
      TransactItems: [
        { Delete: { TableName, Key: { pk: { S: 'absent' } } } },
        {
          ConditionCheck: { TableName, Key: { pk: { S: 'a' } }, ConditionExpression: 'attribute_exists(pk)' },
        },
      ],
    })
    await rest()
    expect(told().map(({ eventName }) => eventName)).toEqual(['INSERT', 'MODIFY', 'MODIFY', 'MODIFY'])
    expect(told()[1]?.dynamodb).toMatchObject({ NewImage: item('a', 1), OldImage: item('a', 1) })
  })
})

describe('the status of a destination', () => {
  it('is ENABLING and soon ACTIVE; a table has only one in use', async () => {
    const answer = await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    expect(answer).toEqual({
      TableName,
      StreamArn,
      DestinationStatus: 'ENABLING',
      EnableKinesisStreamingConfiguration: {},
    })
    await rest()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'ACTIVE' }])
    for (const arn of [StreamArn, `${StreamArn}-other`]) {
      await expect(
        db.send('EnableKinesisStreamingDestination', { TableName, StreamArn: arn }),
      ).rejects.toMatchObject({
        message:
          'Table is not in a valid state to enable Kinesis Streaming Destination: EnableKinesisStreamingDestination ' +
          'must be DISABLED or ENABLE_FAILED to perform ENABLE operation.',
      })
    }
    expect((await db.send('DescribeTable', { TableName })).Table).not.toHaveProperty('LatestStreamArn')
    expect((await db.send('ListStreams', {})).Streams).toEqual([])
  })

  it.each([
    ['absent', 'User does not have a permission to use kinesis stream'],
    [
      'inactive',
      'The kinesis Arn used to enable kinesis replication belongs to a stream which is not in Active state',
    ],
  ] as const)('a stream that is %s cannot be used', async (state, description) => {
    kinesis.streamState = state
    await enable()
    expect(await destinations()).toEqual([
      { StreamArn, DestinationStatus: 'ENABLE_FAILED', DestinationStatusDescription: description },
    ])
    kinesis.streamState = 'active'
    await enable()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'ACTIVE' }])
  })

  it('a stream that is being created is waited for', async () => {
    kinesis.streamState = 'creating'
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await clock.advance(3_000)
    expect(await destinations()).toMatchObject([{ DestinationStatus: 'ENABLING' }])
    kinesis.streamState = 'active'
    await rest(1_000)
    expect(await destinations()).toMatchObject([{ DestinationStatus: 'ACTIVE' }])
  })

  it('the wait for a stream ends when the table is deleted', async () => {
    kinesis.streamState = 'creating'
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await clock.advance(0)
    await db.send('DeleteTable', { TableName })
    await rest(1_000)
    expect((await db.send('ListTables', {})).TableNames).toEqual([])
  })

  it('an unreachable Kinesis is reported', async () => {
    kinesis.fault = new Error('http://127.0.0.1:1 cannot be reached: ECONNREFUSED')
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await rest(2_000)
    expect(await destinations()).toMatchObject([
      {
        DestinationStatus: 'ENABLE_FAILED',
        DestinationStatusDescription: expect.stringContaining('ECONNREFUSED'),
      },
    ])
  })

  it('the precision can be changed, but not to its current value', async () => {
    await enable()
    const update = (ApproximateCreationDateTimePrecision: 'MILLISECOND' | 'MICROSECOND') =>
      db.send('UpdateKinesisStreamingDestination', {
        TableName,
        StreamArn,
        UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision },
      })
    const { Table } = await db.send('DescribeTable', { TableName })
    await expect(update('MILLISECOND')).rejects.toMatchObject({
      message:
        'Invalid Request: Precision is already set to the desired value of MILLISECOND for ' +
        `tableId: ${Table?.TableId}, kdsArn: ${StreamArn}`,
    })
    expect(await update('MICROSECOND')).toEqual({
      TableName,
      StreamArn,
      DestinationStatus: 'UPDATING',
      UpdateKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    })
    await rest()
    expect(await destinations()).toEqual([
      { StreamArn, DestinationStatus: 'ACTIVE', ApproximateCreationDateTimePrecision: 'MICROSECOND' },
    ])
    await put(item('a', 1))
    await rest()
    expect(told()[0]?.dynamodb.ApproximateCreationDateTime).toBe(clock.now() * 1000)
  })

  it('a disabled destination gets what was written before, and nothing more', async () => {
    await enable({
      EnableKinesisStreamingConfiguration: { ApproximateCreationDateTimePrecision: 'MILLISECOND' },
    })
    await put(item('a', 1))
    const disable = () => db.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
    expect(await disable()).toEqual({ TableName, StreamArn, DestinationStatus: 'DISABLING' })
    expect(await disable()).toEqual({ TableName, StreamArn, DestinationStatus: 'DISABLING' })
    await put(item('a', 2))
    await rest()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'DISABLED' }])
    expect(numbersOf('a')).toEqual([1])
    await expect(disable()).rejects.toMatchObject({ message: expect.stringContaining('must be ACTIVE') })
    expect((await storage.listSpaces()).filter((space) => space.startsWith('kinesis-'))).toEqual([])
    expect(await db.metrics()).not.toContain('monotable_kinesis_lag_seconds{')
    await enable()
    await put(item('a', 3))
    await rest()
    expect(numbersOf('a')).toEqual([1, 3])
  })

  it('undeliverable changes do not keep a destination from being disabled', async () => {
    await enable()
    kinesis.fault = new Error('gone')
    await put(item('a', 1))
    await rest(3_600_000)
    await db.send('DisableKinesisStreamingDestination', { TableName, StreamArn })
    await rest()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'DISABLED' }])
    expect(warnings().at(-1)).toContain('given up, since it was disabled')
  })

  it('a deleted table takes its destination with it', async () => {
    await enable()
    await put(item('a', 1))
    await db.send('DeleteTable', { TableName })
    await rest(600_000)
    expect((await storage.listSpaces()).filter((space) => space.startsWith('kinesis-'))).toEqual([])
  })
})

describe('a table that is deleted', () => {
  /** Makes Kinesis answer the first request only when told to. */
  function holdFirst(): () => void {
    const { put: putNow } = kinesis
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    kinesis.put = async (...call) => {
      kinesis.put = putNow
      await held
      return putNow(...call)
    }
    return release
  }

  it('sends nothing more, so that nothing comes after what a new table of its name sends', async () => {
    await enable()
    const release = holdFirst()
    for (let n = 1; n <= 3; n++) await put(item('a', n))
    await clock.advance(0)
    await db.send('DeleteTable', { TableName })
    expect(await db.metrics()).not.toContain('monotable_kinesis_lag_seconds{')
    release()
    await rest()
    expect(kinesis.requests).toEqual([1])
  })

  it('sends nothing more when it leaves a global table', async () => {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' } as const
    await db.send('UpdateTable', { TableName, StreamSpecification })
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] })
    await rest()
    const arn = 'arn:aws:kinesis:eu-west-1:000000000000:stream/changes'
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn: arn }, { region: 'eu-west-1' })
    await rest()
    const release = holdFirst()
    for (let n = 1; n <= 3; n++) await put(item('a', n))
    await clock.advance(0)
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Delete: { RegionName: 'eu-west-1' } }] })
    expect(await db.metrics()).not.toContain('monotable_kinesis_lag_seconds{')
    release()
    await rest()
    expect(kinesis.requests).toEqual([1])
  })
})

describe('delivery', () => {
  it('is complete and in order for each item, whatever Kinesis accepts', async () => {
    await enable()
    let seed = 7
    kinesis.refuses = () => {
      seed = (seed * 48271) % 2147483647
      return seed % 3 === 0
    }
    for (let n = 1; n <= 60; n++) for (const pk of ['a', 'b', 'c']) await put(item(pk, n))
    for (let i = 0; i < 400; i++) await rest(1_000)
    const all = Array.from({ length: 60 }, (_, i) => i + 1)
    for (const pk of ['a', 'b', 'c']) expect(numbersOf(pk)).toEqual(all)
    expect(new Set(told().map(({ eventID }) => eventID)).size).toBe(180)
  })

  it('sends at most 500 records per request, and one per item', async () => {
    await enable()
    const items = Array.from({ length: 1_200 }, (_, n) => item(`i${n}`, n))
    await Promise.all(items.map(put))
    await rest()
    expect(kinesis.arrived).toHaveLength(1_200)
    expect(Math.max(...kinesis.requests)).toBe(500)
    kinesis.requests.length = 0
    for (let n = 0; n < 3; n++) await put(item('a', n))
    await rest()
    expect(kinesis.requests).toEqual([1, 1, 1])
  })

  it('sends a record that is too large for a stream alone, and gives it up when the stream refuses it', async () => {
    await enable()
    const large = Buffer.alloc(390_000, 1).toString('base64')
    await put({ pk: { S: 'large' }, b: { B: large } } as unknown as AttributeMapInput)
    await put({ pk: { S: 'large' }, b: { B: large.replace('AQ', 'Ag') } } as unknown as AttributeMapInput)
    await put(item('small', 1))
    await rest()
    expect(kinesis.arrived).toHaveLength(3)
    const invalid = Object.assign(new Error('too large'), { name: 'ValidationException' })
    kinesis.put = async (_, records) => {
      if (records.some(({ data }) => data.length > 1024 * 1024)) throw invalid
      kinesis.arrived.push(...records)
      return records.map(() => true)
    }
    await put({ pk: { S: 'large' }, b: { B: large } } as unknown as AttributeMapInput)
    await put(item('small', 2))
    await rest()
    expect(numbersOf('small')).toEqual([1, 2])
    expect(warnings()).toEqual([
      expect.stringMatching(/a change was given up, since its \d+ bytes are too many/),
    ])
  })

  it('waits while Kinesis is gone, reports that once, and gives up what is a day old', async () => {
    await enable()
    kinesis.fault = new Error('http://127.0.0.1:1 cannot be reached: ECONNREFUSED')
    await put(item('a', 1))
    for (let i = 0; i < 20; i++) await rest(1_000)
    const tries = kinesis.requests.length
    expect(tries).toBeLessThan(12)
    await rest(3_600_000)
    expect(warnings()).toEqual([
      `Kinesis destination ${StreamArn} of the table Orders: changes wait, and are tried again for a day: ` +
        'http://127.0.0.1:1 cannot be reached: ECONNREFUSED',
    ])
    expect(await db.metrics()).toMatch(/monotable_kinesis_lag_seconds\{.*\} 36\d\d/)
    await rest(dayMs)
    expect(warnings().at(-1)).toContain('changes that have waited for a day are given up from now on')
    await put(item('a', 2))
    kinesis.fault = undefined
    await rest(60_000)
    expect(numbersOf('a')).toEqual([2])
    expect(await db.metrics()).toMatch(/monotable_kinesis_lag_seconds\{.*\} 0\n/)
  })

  it('continues where it was when the database is reopened', async () => {
    await enable()
    kinesis.fault = new Error('gone')
    await put(item('a', 1))
    await rest()
    db = await createDatabase({ storage, clock })
    await rest()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'ACTIVE' }])
    expect(warnings().at(-1)).toContain('without --kinesis')
    await put(item('a', 2))
    kinesis.fault = undefined
    db = await createDatabase({ storage, clock, kinesis })
    await rest()
    expect(numbersOf('a')).toEqual([1, 2])
    expect(kinesis.requests.at(-1)).toBe(1)
  })

  it('resumes enabling a destination', async () => {
    kinesis.streamState = 'creating'
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn })
    await clock.advance(0)
    kinesis.streamState = 'active'
    db = await createDatabase({ storage, clock, kinesis })
    await rest()
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'ACTIVE' }])
  })
})

describe('a global table', () => {
  it('has destinations in each region, which get the writes of all regions', async () => {
    await db.send('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    await enable()
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] })
    await rest()
    const region = { region: 'eu-west-1' }
    const there = await db.send('DescribeKinesisStreamingDestination', { TableName }, region)
    expect(there.KinesisDataStreamDestinations).toEqual([])
    await db.send('PutItem', { TableName, Item: item('a', 1) }, region)
    await rest()
    expect(numbersOf('a')).toEqual([1])
    const arn = 'arn:aws:kinesis:eu-west-1:000000000000:stream/changes'
    await db.send('EnableKinesisStreamingDestination', { TableName, StreamArn: arn }, region)
    await rest()
    await put(item('a', 2))
    await rest()
    expect(numbersOf('a')).toEqual([1, 2, 2])
    expect(kinesis.arrived.map(({ data }) => JSON.parse(data).awsRegion)).toEqual([
      'us-east-1',
      expect.stringMatching(/^(us-east|eu-west)-1$/),
      expect.stringMatching(/^(us-east|eu-west)-1$/),
    ])
  })

  it('keeps the destination of a replica that leaves it, which then gets the writes of that table alone', async () => {
    await enable()
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Create: { RegionName: 'eu-west-1' } }] })
    await db.send('UpdateTable', { TableName, DisassociationProtectionEnabled: false })
    const Disassociate = { RegionName: 'us-east-1', DisassociationMode: 'WAIT_FOR_REPLICATION' } as const
    await db.send('UpdateTable', { TableName, ReplicaUpdates: [{ Disassociate }] })
    const region = { region: 'eu-west-1' }
    await db.send('PutItem', { TableName, Item: item('a', 1) }, region)
    await rest()
    await db.send('PutItem', { TableName, Item: item('a', 2) }, region)
    await put(item('a', 3))
    await rest()
    expect(numbersOf('a')).toEqual([1, 3])
    expect(await destinations()).toEqual([{ StreamArn, DestinationStatus: 'ACTIVE' }])
  })
})

it('a destination is enabled even if the store fails for a while', async () => {
  /** How many more commits of the store fail; set when Kinesis is first asked. */
  let failing: number | undefined
  const inner = createMemoryStorage()
  db = await createDatabase({
    clock,
    kinesis: {
      ...kinesis,
      state: async () => {
        failing ??= 2
        return 'active'
      },
    },
    storage: {
      ...delegated(inner),
      mutate: async (keys, decide) => {
        if (failing === undefined || failing === 0) return inner.mutate(keys, decide)
        failing--
        throw new StorageError('IO', 'the disk is away')
      },
    },
  })
  await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await enable()
  expect(await destinations()).toMatchObject([{ DestinationStatus: 'ACTIVE' }])
  expect(warnings()).toEqual([])
})
