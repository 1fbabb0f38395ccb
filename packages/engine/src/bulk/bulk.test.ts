import { gunzipSync, gzipSync } from 'node:zlib'
import type { BulkOperationDescription, StartBulkPutItemsInput } from '@monotable/protocol'
import { beforeEach, describe, expect, test } from 'vitest'
import { createDatabase } from '../engine/create-database.ts'
import type { Database } from '../engine/database.ts'
import { createMemoryStorage } from '../storage/memory/create-memory-storage.ts'
import type { Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import { createMemoryObjects, type MemoryObjects } from '../testing/memory-objects.ts'
import { createTestClock, type TestClock } from '../util/test-clock.ts'

const start = Date.UTC(2026, 8, 1)
let clock: TestClock
let db: Database
let objects: MemoryObjects
let storage: Storage

const definition = {
  TableName: 'Music',
  AttributeDefinitions: [
    { AttributeName: 'pk', AttributeType: 'S' as const },
    { AttributeName: 'genre', AttributeType: 'S' as const },
  ],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
  BillingMode: 'PAY_PER_REQUEST' as const,
  GlobalSecondaryIndexes: [
    {
      IndexName: 'byGenre',
      KeySchema: [{ AttributeName: 'genre', KeyType: 'HASH' as const }],
      Projection: { ProjectionType: 'KEYS_ONLY' as const },
    },
  ],
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
}

beforeEach(async () => {
  clock = createTestClock(start)
  objects = createMemoryObjects()
  storage = lastingStorage()
  db = await createDatabase({ clock, objects, storage })
  await db.send('CreateTable', definition)
})

/** A store that outlives the database that is opened on it, as a file does. */
function lastingStorage(): Storage {
  const memory = createMemoryStorage()
  return { ...delegated(memory), close: async () => {} }
}

function delegated(inner: Storage): Storage {
  return {
    createSpace: (space) => inner.createSpace(space),
    dropSpace: (space) => inner.dropSpace(space),
    listSpaces: () => inner.listSpaces(),
    read: (keys) => inner.read(keys),
    range: (request) => inner.range(request),
    mutate: (keys, decide) => inner.mutate(keys, decide),
    size: (space, partition) => inner.size(space, partition),
    clear: () => inner.clear(),
    snapshot: () => inner.snapshot(),
    restore: (snapshot) => inner.restore(snapshot),
    close: () => inner.close(),
  }
}

/** A store whose fourth commit or so fails, half of them after they were made. */
function failingStorage(inner: Storage) {
  let left = Number.POSITIVE_INFINITY
  let failed = 0
  const storage: Storage = {
    ...delegated(inner),
    mutate: async (keys, decide) => {
      if (--left > 0 || failed >= 5) return inner.mutate(keys, decide)
      left = 4
      failed++
      if (failed % 2 === 0) await inner.mutate(keys, decide)
      throw new StorageError('UNAVAILABLE', 'the store has failed')
    },
  }
  return {
    storage,
    failAfter: (count: number) => {
      left = count
    },
    failures: () => failed,
  }
}

function upload(key: string, content: string | Uint8Array): void {
  const bucket = objects.objects.get('in') ?? new Map<string, Uint8Array>()
  objects.objects.set('in', bucket.set(key, typeof content === 'string' ? Buffer.from(content) : content))
}

const line = (pk: string, more: object = {}, beside: object = {}) =>
  `${JSON.stringify({ Item: { pk: { S: pk }, ...more }, ...beside })}\n`

type Request = Partial<StartBulkPutItemsInput> & {
  readonly input?: Partial<StartBulkPutItemsInput['InputS3Configuration']>
  readonly output?: Partial<StartBulkPutItemsInput['OutputS3Configuration']>
}

async function begin({ input, output, ...more }: Request = {}): Promise<BulkOperationDescription> {
  const { BulkOperationDescription } = await db.send('StartBulkPutItems', {
    TableName: 'Music',
    InputS3Configuration: { S3Bucket: 'in', InputFormat: 'DYNAMODB_JSON', ...input },
    OutputS3Configuration: { S3Bucket: 'out', OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'], ...output },
    ...more,
  })
  return BulkOperationDescription
}

/** Lets time pass in small steps, so that work has the time to ask for more of it. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 20) {
    await clock.advance(20)
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

async function describeIt({ BulkOperationArn = '' }: BulkOperationDescription) {
  return (await db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription
}

async function finish(request?: Request): Promise<BulkOperationDescription> {
  const begun = await begin(request)
  await db.settled()
  return describeIt(begun)
}

function outputKeys(): string[] {
  return [...(objects.objects.get('out')?.keys() ?? [])].sort()
}

function reports(folder: string): unknown[] {
  const keys = outputKeys().filter((key) => key.includes(`/${folder}/`))
  return keys.flatMap((key) => {
    const text = gunzipSync(objects.objects.get('out')?.get(key) ?? '').toString()
    return text
      .split('\n')
      .filter((entry) => entry !== '')
      .map((entry) => JSON.parse(entry) as unknown)
  })
}

async function stored(): Promise<(string | undefined)[]> {
  const { Items = [] } = await db.send('Scan', { TableName: 'Music' })
  return Items.map(({ pk }) => pk?.S).sort()
}

async function streamed(): Promise<(string | undefined)[]> {
  const { Table } = await db.send('DescribeTable', { TableName: 'Music' })
  const StreamArn = Table?.LatestStreamArn ?? ''
  const { StreamDescription } = await db.send('DescribeStream', { StreamArn })
  const ShardId = StreamDescription?.Shards?.[0]?.ShardId ?? ''
  const { ShardIterator = '' } = await db.send('GetShardIterator', {
    StreamArn,
    ShardId,
    ShardIteratorType: 'TRIM_HORIZON',
  })
  const { Records = [] } = await db.send('GetRecords', { ShardIterator })
  return Records.map(({ eventName, dynamodb }) => `${eventName} ${dynamodb?.Keys?.['pk']?.S}`)
}

describe('a bulk operation', () => {
  test('says at once what it is, and puts items after that', async () => {
    upload('a.json', line('a', { genre: { S: 'jazz' } }) + line('b'))
    const begun = await begin({ MaxWriteRequestUnits: 5000 })
    expect(begun).toEqual({
      BulkOperationArn: expect.stringMatching(
        /^arn:aws:dynamodb:us-east-1:000000000000:table\/Music\/bulk-operation\/\d{14}-[0-9a-f]{8}$/,
      ),
      BulkOperationStatus: 'IN_PROGRESS',
      TableDetails: [{ TableName: 'Music', TableId: expect.any(String) }],
      ClientToken: expect.any(String),
      InputS3Configuration: {
        S3Bucket: 'in',
        S3BucketOwner: '000000000000',
        InputFormat: 'DYNAMODB_JSON',
        InputCompressionType: 'NONE',
      },
      OutputS3Configuration: {
        S3Bucket: 'out',
        S3BucketOwner: '000000000000',
        OutputType: ['ERROR', 'CONDITION_CHECK_FAILURE'],
      },
      StartTime: start / 1000,
      ProcessedItemCount: 0,
      ProcessedInputBytes: 0,
      FailedItemCount: 0,
      BulkOperationUsage: [{ TableName: 'Music', BulkPutBytes: 0, Table: { BulkPutBytes: 0 } }],
      MaxWriteRequestUnits: 5000,
      PerformanceTier: 'STANDARD',
    })
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      EndTime: start / 1000,
      ProcessedItemCount: 2,
      FailedItemCount: 0,
    })
    expect(await stored()).toEqual(['a', 'b'])
  })

  test('brings indexes, streams, expiry and counts along', async () => {
    await db.send('UpdateTimeToLive', {
      TableName: 'Music',
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    })
    await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, old: { S: 'x' } } })
    upload('a.json', line('a', { genre: { S: 'jazz' } }) + line('b', { ttl: { N: `${start / 1000 + 60}` } }))
    await finish()
    const { Items } = await db.send('Query', {
      TableName: 'Music',
      IndexName: 'byGenre',
      KeyConditionExpression: 'genre = :g',
      ExpressionAttributeValues: { ':g': { S: 'jazz' } },
    })
    expect(Items).toEqual([{ pk: { S: 'a' }, genre: { S: 'jazz' } }])
    const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, genre: { S: 'jazz' } })
    await clock.advance(61_000)
    await db.settled()
    expect(await stored()).toEqual(['a'])
    expect(await streamed()).toEqual(['INSERT a', 'MODIFY a', 'INSERT b', 'REMOVE b'])
    const { Table } = await db.send('DescribeTable', { TableName: 'Music' })
    expect(Table).toMatchObject({ ItemCount: 1 })
  })

  test('tells the bytes that it has put, by table and index', async () => {
    const text = line('a', { genre: { S: 'jazz' } }) + line('bb')
    upload('a.json', text)
    expect(await finish()).toMatchObject({
      TotalInputBytes: text.length,
      ProcessedInputBytes: text.length,
      BulkOperationUsage: [
        {
          TableName: 'Music',
          BulkPutBytes: 28,
          Table: { BulkPutBytes: 16 },
          GlobalSecondaryIndexes: { byGenre: { BulkPutBytes: 12 } },
        },
      ],
    })
  })

  test('reads objects under a prefix in the order of their keys, and the last of equal keys stays', async () => {
    upload('other/a.json', line('z'))
    upload('data/2.json', line('a', { v: { N: '3' } }))
    upload('data/1.json', line('a', { v: { N: '1' } }) + line('a', { v: { N: '2' } }) + line('b'))
    expect(await finish({ input: { S3KeyPrefix: 'data/' } })).toMatchObject({ ProcessedItemCount: 4 })
    expect(await stored()).toEqual(['a', 'b'])
    const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, v: { N: '3' } })
    expect(await streamed()).toEqual(['INSERT a', 'MODIFY a', 'INSERT b', 'MODIFY a'])
  })

  test('reads what is compressed, and counts what it has read of it', async () => {
    const content = gzipSync(Array.from({ length: 1000 }, (_, i) => line(`k${i}`)).join(''))
    upload('a.json.gz', content)
    expect(await finish({ input: { InputCompressionType: 'GZIP' } })).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 1000,
      TotalInputBytes: content.length,
      ProcessedInputBytes: content.length,
    })
    expect(await stored()).toHaveLength(1000)
  })

  test('an empty or absent place is done at once, or fails', async () => {
    objects.objects.set('in', new Map())
    expect(await finish()).toMatchObject({ BulkOperationStatus: 'COMPLETED', TotalInputBytes: 0 })
    expect(await finish({ input: { S3Bucket: 'nowhere' } })).toMatchObject({
      BulkOperationStatus: 'FAILED',
      FailureCode: 'S3NoSuchBucket',
      FailureMessage: 'The specified bucket does not exist',
    })
  })
})

describe('items that are not put', () => {
  test('are told of, and the others are put', async () => {
    const large = { v: { S: 'x'.repeat(410_000) } }
    const lines = [
      line('a'),
      `${JSON.stringify({ Item: { no: { S: 'key' } } })}\n`,
      `${JSON.stringify({ Item: { pk: { N: '1' } } })}\n`,
      line('large', large),
      line('wrong', { genre: { N: '1' } }),
      line('bad', { v: { X: '1' } }),
      line('b'),
    ]
    upload('a.json', lines.join(''))
    const done = await finish({ output: { S3KeyPrefix: 'pre/' } })
    expect(done).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 7,
      FailedItemCount: 5,
    })
    expect(done).not.toHaveProperty('FailureCode')
    expect(await stored()).toEqual(['a', 'b'])
    expect(reports('error')).toEqual([
      {
        s3ObjectKey: 'a.json',
        itemNumber: 2,
        errorMessage: 'One or more parameter values were invalid: Missing the key pk in the item',
        Item: { no: { S: 'key' } },
      },
      expect.objectContaining({ itemNumber: 3, errorMessage: expect.stringContaining('Type mismatch') }),
      expect.objectContaining({ itemNumber: 4, errorMessage: expect.stringContaining('Item size') }),
      expect.objectContaining({ itemNumber: 5, errorMessage: expect.stringContaining('byGenre') }),
      expect.objectContaining({ itemNumber: 6, Item: { pk: { S: 'bad' }, v: { X: '1' } } }),
    ])
    const id = done.BulkOperationArn?.split('/').at(-1)
    const folder = `pre/AWSDynamoDB/${id}`
    const data = outputKeys().filter((key) => key.includes('/error/'))
    expect(outputKeys()).toEqual([
      ...data,
      `${folder}/manifest-files.json`,
      `${folder}/manifest-files.md5`,
      `${folder}/manifest-summary.json`,
      `${folder}/manifest-summary.md5`,
    ])
    const summary = objects.objects.get('out')?.get(`${folder}/manifest-summary.json`)
    expect(JSON.parse(Buffer.from(summary ?? '').toString())).toMatchObject({
      bulkOperationArn: done.BulkOperationArn,
      processedItemCount: 7,
      failedItemCount: 5,
    })
    const files = objects.objects.get('out')?.get(`${folder}/manifest-files.json`)
    expect(JSON.parse(Buffer.from(files ?? '').toString())).toMatchObject({
      outputType: 'ERROR',
      itemCount: 5,
      dataFileS3Key: data[0],
    })
  })

  test('a line that is no item ends its object, and the next one is read', async () => {
    upload('1.json', `${line('a')}no JSON\n${line('lost')}`)
    upload('2.json', `${JSON.stringify({ pk: { S: 'bare' } })}\n${line('lost')}`)
    upload('3.json', line('b'))
    expect(await finish()).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 4,
      FailedItemCount: 2,
    })
    expect(await stored()).toEqual(['a', 'b'])
    expect(reports('error')).toEqual([
      { s3ObjectKey: '1.json', itemNumber: 2, errorMessage: expect.stringContaining('no JSON') },
      { s3ObjectKey: '2.json', itemNumber: 1, errorMessage: expect.stringContaining('Item') },
    ])
  })

  test('an object that is not compressed as it is said to be is one that cannot be read', async () => {
    upload('1.json.gz', gzipSync(line('a')))
    upload('2.json.gz', line('b'))
    upload('3.json.gz', gzipSync(line('c')))
    expect(await finish({ input: { InputCompressionType: 'GZIP' } })).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      FailedItemCount: 1,
    })
    expect(await stored()).toEqual(['a', 'c'])
  })

  test('by their condition are told with the item that is there, and are no errors', async () => {
    await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'a' }, v: { N: '1' } } })
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    const newer = {
      ConditionExpression: '#v < :v',
      ExpressionAttributeNames: { '#v': 'v' },
      ExpressionAttributeValues: { ':v': { N: '2' } },
    }
    upload(
      'a.json',
      line('a', { v: { N: '5' } }, condition) +
        line('b', {}, condition) +
        line('b', { v: { N: '6' } }, condition) +
        line('none', {}, newer) +
        line('a', { v: { N: '2' } }, newer),
    )
    const done = await finish()
    expect(done).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 5,
      FailedItemCount: 0,
      BulkOperationUsage: [{ Table: { BulkPutBytes: 9 } }],
    })
    expect(reports('condition-check-failure')).toEqual([
      {
        s3ObjectKey: 'a.json',
        itemNumber: 1,
        Item: { pk: { S: 'a' }, v: { N: '5' } },
        ExistingItem: { pk: { S: 'a' }, v: { N: '1' } },
      },
      {
        s3ObjectKey: 'a.json',
        itemNumber: 3,
        Item: { pk: { S: 'b' }, v: { N: '6' } },
        ExistingItem: { pk: { S: 'b' } },
      },
      { s3ObjectKey: 'a.json', itemNumber: 4, Item: { pk: { S: 'none' } } },
    ])
    const { Item } = await db.send('GetItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    expect(Item).toEqual({ pk: { S: 'a' }, v: { N: '2' } })
    expect(await streamed()).toEqual(['INSERT a', 'INSERT b', 'MODIFY a'])
  })

  test('a condition that is none is what is wrong with its item', async () => {
    upload(
      'a.json',
      line('a', {}, { ConditionExpression: 'v <' }) +
        line('b', {}, { ConditionExpression: 'v = :v' }) +
        line('c', {}, { ExpressionAttributeNames: { '#v': 'v' } }) +
        line('d', {}, { ConditionExpression: 5 }) +
        line('e', {}, { ConditionExpression: null }),
    )
    expect(await finish()).toMatchObject({ FailedItemCount: 4 })
    expect(await stored()).toEqual(['e'])
    expect(reports('error')).toEqual([
      expect.objectContaining({ errorMessage: expect.stringContaining('Syntax error') }),
      expect.objectContaining({ errorMessage: expect.stringContaining(':v') }),
      expect.objectContaining({ errorMessage: expect.stringContaining('ExpressionAttributeNames') }),
      expect.objectContaining({ itemNumber: 4 }),
    ])
  })

  test('only what was asked for is told', async () => {
    upload('a.json', `${JSON.stringify({ Item: {} })}\n`)
    const done = await finish({ output: { OutputType: ['CONDITION_CHECK_FAILURE'] } })
    expect(done).toMatchObject({ BulkOperationStatus: 'COMPLETED_WITH_ERRORS', FailedItemCount: 1 })
    expect(outputKeys().filter((key) => key.endsWith('.gz'))).toEqual([])
  })
})

describe('while it goes on', () => {
  const many = (count: number) => Array.from({ length: count }, (_, i) => line(`k${i}`)).join('')

  test('it writes no faster than it may', async () => {
    upload('a.json', many(5000))
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(2_000)
    const { ProcessedItemCount: early = 0 } = await describeIt(begun)
    expect(early).toBeGreaterThan(1900)
    expect(early).toBeLessThanOrEqual(2048 + 100)
    await pass(3_000)
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 5000,
    })
  })

  test('it can be cancelled, and what it has put stays', async () => {
    upload('a.json', `${JSON.stringify({ Item: {} })}\n${many(5000)}`)
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(1_000)
    const BulkOperationArn = begun.BulkOperationArn ?? ''
    const answer = { BulkOperationArn, BulkOperationStatus: 'CANCELLING' }
    expect(await db.send('CancelBulkOperation', { BulkOperationArn })).toEqual(answer)
    expect(await db.send('CancelBulkOperation', { BulkOperationArn })).toEqual(answer)
    expect(await describeIt(begun)).toMatchObject({ BulkOperationStatus: 'CANCELLING' })
    await pass(1_000)
    await db.settled()
    const ended = await describeIt(begun)
    expect(ended).toMatchObject({
      BulkOperationStatus: 'CANCELLED',
      FailureCode: 'CANCELLED',
      FailedItemCount: 1,
      EndTime: expect.any(Number),
    })
    expect(await stored()).toHaveLength((ended.ProcessedItemCount ?? 0) - 1)
    expect(reports('error')).toHaveLength(1)
    await expect(db.send('CancelBulkOperation', { BulkOperationArn })).rejects.toMatchObject({
      name: 'ValidationException',
    })
  })

  test('the table can be used, and changed', async () => {
    upload('a.json', many(3000))
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(1_000)
    await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'mine' }, genre: { S: 'g' } } })
    await db.send('UpdateTable', {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'byPk',
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    // An item is in an index more now, which is a write more.
    await pass(5_000)
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({ BulkOperationStatus: 'COMPLETED' })
    const { Count } = await db.send('Scan', { TableName: 'Music', IndexName: 'byPk', Select: 'COUNT' })
    expect(Count).toBe(3001)
  })

  test('a table that is deleted ends it, also when another has its name', async () => {
    upload('a.json', many(3000))
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(1_000)
    await db.send('DeleteTable', { TableName: 'Music' })
    await db.send('CreateTable', definition)
    await pass(1_000)
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({
      BulkOperationStatus: 'FAILED',
      FailureCode: 'ResourceNotFoundException',
      FailureMessage: 'Requested resource not found: Table: Music not found',
    })
    expect(await stored()).toEqual([])
  })

  test('it is taken up behind what it had put when the database is opened again', async () => {
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    const lines = Array.from({ length: 2500 }, (_, i) => line(`k${i}`, {}, condition))
    upload('1.json', lines.slice(0, 1200).join(''))
    upload('2.json', `${lines.slice(1200).join('')}${JSON.stringify({ Item: {} })}\n`)
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(600)
    const { ProcessedItemCount = 0 } = await describeIt(begun)
    expect(ProcessedItemCount).toBeGreaterThan(100)
    expect(ProcessedItemCount).toBeLessThan(1200)
    await reopen({ objects })
    await pass(5_000)
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
      ProcessedItemCount: 2501,
      FailedItemCount: 1,
      BulkOperationUsage: [
        { Table: { BulkPutBytes: lines.reduce((sum, _, i) => sum + `pkk${i}`.length, 0) } },
      ],
    })
    expect(reports('condition-check-failure')).toEqual([])
    expect(reports('error')).toMatchObject([{ s3ObjectKey: '2.json', itemNumber: 1301 }])
    const { Count } = await db.send('Scan', { TableName: 'Music', Select: 'COUNT' })
    expect(Count).toBe(2500)
    expect((await storage.listSpaces()).filter((space) => space.startsWith('bulk-'))).toEqual([])
  })

  test('one that was to be cancelled when the database was closed is cancelled when it is opened again', async () => {
    upload('a.json', many(2000))
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(600)
    await db.send('CancelBulkOperation', { BulkOperationArn: begun.BulkOperationArn ?? '' })
    await reopen({ objects })
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({ BulkOperationStatus: 'CANCELLED' })
  })

  test('without the folder it fails when the database is opened again', async () => {
    upload('a.json', many(2000))
    const begun = await begin({ MaxWriteRequestUnits: 1024 })
    await pass(600)
    await reopen({})
    await db.settled()
    expect(await describeIt(begun)).toMatchObject({ BulkOperationStatus: 'FAILED', FailureCode: 'UNKNOWN' })
    expect((await storage.listSpaces()).filter((space) => space.startsWith('bulk-'))).toEqual([])
  })

  test('a store that fails now and then does not harm it', async () => {
    const failing = failingStorage(storage)
    db = await createDatabase({ clock, objects, storage: failing.storage })
    const condition = { ConditionExpression: 'attribute_not_exists(pk)' }
    upload('a.json', Array.from({ length: 1000 }, (_, i) => line(`k${i}`, {}, condition)).join(''))
    const begun = await begin()
    failing.failAfter(4)
    await db.settled()
    expect(failing.failures()).toBeGreaterThan(0)
    expect(await describeIt(begun)).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      ProcessedItemCount: 1000,
    })
    expect(reports('condition-check-failure')).toEqual([])
  })
})

describe('starting', () => {
  test('again with the same token is the same operation for eight hours, and with other parameters refused', async () => {
    upload('a.json', line('a'))
    const first = await finish({ ClientToken: 'token' })
    expect(await begin({ ClientToken: 'token' })).toEqual(first)
    await expect(begin({ ClientToken: 'token', MaxWriteRequestUnits: 2000 })).rejects.toMatchObject({
      name: 'IdempotentParameterMismatchException',
    })
    await clock.advance(8 * 60 * 60 * 1000)
    expect((await begin({ ClientToken: 'token' })).BulkOperationArn).not.toBe(first.BulkOperationArn)
  })

  test('is refused while an index is made, a table restored, or too many go on', async () => {
    upload('a.json', line('a'))
    for (let i = 0; i < 300; i++) {
      await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: `k${i}` } } })
    }
    await db.send('UpdateTable', {
      TableName: 'Music',
      AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'byPk',
            KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    await expect(begin()).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await db.settled()
    const { BackupDetails } = await db.send('CreateBackup', { TableName: 'Music', BackupName: 'now' })
    const BackupArn = BackupDetails?.BackupArn ?? ''
    await db.send('RestoreTableFromBackup', { BackupArn, TargetTableName: 'Restored' })
    await expect(begin({ TableName: 'Restored' })).rejects.toMatchObject({ name: 'ResourceInUseException' })
    await db.settled()
    upload('a.json', Array.from({ length: 500 }, (_, i) => line(`k${i}`)).join(''))
    for (let i = 0; i < 50; i++) await begin({ MaxWriteRequestUnits: 1024 })
    await expect(begin()).rejects.toMatchObject({ name: 'LimitExceededException' })
    await pass(10_000)
    await db.settled()
    await begin()
  })

  test('is refused without a folder', async () => {
    await reopen({})
    await expect(begin()).rejects.toMatchObject({
      name: 'ValidationException',
      message: expect.stringContaining('--export-dir'),
    })
  })

  test('by the ARN of the table tells its ARN', async () => {
    upload('a.json', line('a'))
    const TableName = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music'
    expect(await finish({ TableName })).toMatchObject({
      BulkOperationStatus: 'COMPLETED',
      TableDetails: [{ TableName }],
      BulkOperationUsage: [{ TableName }],
    })
  })
})

test('operations are listed in pages, the newest first, as long as they are not older than 90 days', async () => {
  upload('a.json', line('a'))
  const arns: (string | undefined)[] = []
  for (let i = 0; i < 12; i++) {
    arns.unshift((await finish()).BulkOperationArn)
    await clock.advance(1)
  }
  const first = await db.send('ListBulkOperations', {})
  expect(first.BulkOperationsSummaryList?.map((entry) => entry.BulkOperationArn)).toEqual(arns.slice(0, 10))
  expect(first.BulkOperationsSummaryList?.[0]).toEqual({
    BulkOperationArn: arns[0],
    BulkOperationStatus: 'COMPLETED',
    StartTime: expect.any(Number),
    EndTime: expect.any(Number),
  })
  expect(first.NextToken).toMatch(/^([0-9a-f]{16})+$/)
  const next = await db.send('ListBulkOperations', { MaxResults: 25, NextToken: first.NextToken })
  expect(next.BulkOperationsSummaryList?.map((entry) => entry.BulkOperationArn)).toEqual(arns.slice(10))
  expect(next).not.toHaveProperty('NextToken')
  await clock.advance(90 * 24 * 60 * 60 * 1000)
  expect(await db.send('ListBulkOperations', {})).toEqual({ BulkOperationsSummaryList: [] })
  const BulkOperationArn = arns[0] as string
  expect(
    (await db.send('DescribeBulkOperation', { BulkOperationArn })).BulkOperationDescription,
  ).toBeDefined()
})

test('nothing of a table that throttles is used', async () => {
  db = await createDatabase({ clock, objects, capacity: { throttle: true } })
  await db.send('CreateTable', {
    TableName: 'Music',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    ProvisionedThroughput: { ReadCapacityUnits: 100, WriteCapacityUnits: 1 },
  })
  upload('a.json', Array.from({ length: 2000 }, (_, i) => line(`k${i}`)).join(''))
  expect(await finish()).toMatchObject({ BulkOperationStatus: 'COMPLETED', ProcessedItemCount: 2000 })
  await db.send('PutItem', { TableName: 'Music', Item: { pk: { S: 'mine' } } })
})

test('what would make an item collection too large is told of, and the others are put', async () => {
  db = await createDatabase({ clock, objects, capacity: { collectionMaxBytes: 1000 } })
  await db.send('CreateTable', {
    TableName: 'Music',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'S' },
      { AttributeName: 'v', AttributeType: 'S' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    LocalSecondaryIndexes: [
      {
        IndexName: 'byV',
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'v', KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  })
  const filling = { note: { S: 'x'.repeat(500) } }
  upload(
    'a.json',
    line('a', { sk: { S: '1' }, v: { S: 'v' }, ...filling }) +
      line('a', { sk: { S: '2' }, ...filling }) +
      line('a', { sk: { S: '3' } }) +
      line('b', { sk: { S: '1' } }),
  )
  expect(await finish()).toMatchObject({
    BulkOperationStatus: 'COMPLETED_WITH_ERRORS',
    ProcessedItemCount: 4,
    FailedItemCount: 1,
    BulkOperationUsage: [{ LocalSecondaryIndexes: { byV: { BulkPutBytes: expect.any(Number) } } }],
  })
  expect(reports('error')).toMatchObject([{ itemNumber: 2, errorMessage: 'Collection size exceeded.' }])
})

async function reopen(options: { readonly objects?: MemoryObjects }): Promise<void> {
  await db.close()
  db = await createDatabase({ clock, storage, ...options })
}
