import type { AttributeMapInput, StreamRecordOutput, StreamViewType } from '@monotable/protocol'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import type { Storage } from '../../storage/storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { delegated } from '../../testing/bulk-world.ts'
import { onFullDisk } from '../../testing/full-disk.ts'
import { createTestClock, type TestClock } from '../../util/test-clock.ts'

const hourMs = 3_600_000

let clock: TestClock
let db: Database

beforeEach(async () => {
  clock = createTestClock(Date.UTC(2026, 9, 1))
  db = await createDatabase({ clock })
})

async function createStreamed(
  viewType: StreamViewType = 'NEW_AND_OLD_IMAGES',
  on = db,
  TableName = 'Music',
): Promise<string> {
  const { TableDescription: table } = await on.send('CreateTable', {
    TableName,
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: viewType },
  })
  return table?.LatestStreamArn ?? ''
}

const put = (item: AttributeMapInput, on = db) => on.send('PutItem', { TableName: 'Music', Item: item })
const item = (pk: string, n: number) => ({ pk: { S: pk }, n: { N: String(n) } })

/** Reads all records of a stream, shard by shard, parents first. */
async function readAll(arn: string, on = db): Promise<StreamRecordOutput[]> {
  const { StreamDescription: stream } = await on.send('DescribeStream', { StreamArn: arn })
  const records: StreamRecordOutput[] = []
  for (const { ShardId: shardId = '' } of stream?.Shards ?? []) {
    const start = { StreamArn: arn, ShardId: shardId, ShardIteratorType: 'TRIM_HORIZON' as const }
    let iterator = (await on.send('GetShardIterator', start)).ShardIterator
    for (let calls = 0; iterator !== undefined && calls < 100; calls++) {
      const page = await on.send('GetRecords', { ShardIterator: iterator })
      records.push(...(page.Records ?? []))
      iterator = page.Records?.length ? page.NextShardIterator : undefined
    }
  }
  return records
}

const shardsOf = async (arn: string, on = db) =>
  (await on.send('DescribeStream', { StreamArn: arn })).StreamDescription?.Shards ?? []

const changesOf = (records: StreamRecordOutput[]) =>
  records.map(({ eventName, dynamodb: change }) => [eventName, change?.OldImage, change?.NewImage])

describe('stream records', () => {
  it('describe inserts, changes and removals with their images', async () => {
    const arn = await createStreamed()
    await put(item('a', 1))
    await put(item('a', 2))
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'a' } } })
    const records = await readAll(arn)
    expect(changesOf(records)).toEqual([
      ['INSERT', undefined, item('a', 1)],
      ['MODIFY', item('a', 1), item('a', 2)],
      ['REMOVE', item('a', 2), undefined],
    ])
    expect(records[0]).toEqual({
      eventID: expect.stringMatching(/^[0-9a-f]{32}$/),
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'us-east-1',
      dynamodb: {
        ApproximateCreationDateTime: clock.now() / 1000,
        Keys: { pk: { S: 'a' } },
        NewImage: item('a', 1),
        SequenceNumber: expect.stringMatching(/^\d{21}$/),
        SizeBytes: 9,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    })
  })

  it('are as large as those that AWS shows for get-records in its command line reference', async () => {
    const { TableDescription: table } = await db.send('CreateTable', {
      TableName: 'Music',
      AttributeDefinitions: [
        { AttributeName: 'Artist', AttributeType: 'S' },
        { AttributeName: 'SongTitle', AttributeType: 'S' },
      ],
      KeySchema: [
        { AttributeName: 'Artist', KeyType: 'HASH' },
        { AttributeName: 'SongTitle', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    })
    const song = (artist: string, title: string, album: string, awards: number) =>
      put({
        Artist: { S: artist },
        SongTitle: { S: title },
        AlbumTitle: { S: album },
        Awards: { N: `${awards}` },
      })
    await song('No One You Know', 'Call Me Today', 'Somewhat Famous', 1)
    await song('Acme Band', 'Happy Day', 'Songs About Life', 10)
    await song('Acme Band', 'Happy Day', 'Updated Album Title', 10)
    const records = await readAll(table?.LatestStreamArn ?? '')
    expect(records.map(({ dynamodb: change }) => change?.SizeBytes)).toEqual([119, 100, 170])
  })

  it.each([
    ['KEYS_ONLY', undefined, undefined],
    ['NEW_IMAGE', undefined, item('a', 2)],
    ['OLD_IMAGE', item('a', 1), undefined],
    ['NEW_AND_OLD_IMAGES', item('a', 1), item('a', 2)],
  ] as const)('of type %s contain what the type promises', async (viewType, old, next) => {
    const arn = await createStreamed(viewType)
    await put(item('a', 1))
    await put(item('a', 2))
    const [, record] = await readAll(arn)
    expect(record?.dynamodb?.Keys).toEqual({ pk: { S: 'a' } })
    expect(changesOf([record as StreamRecordOutput])).toEqual([['MODIFY', old, next]])
  })

  it('are not written for a write that changes nothing', async () => {
    const arn = await createStreamed()
    await put({ pk: { S: 'a' }, x: { N: '1' }, y: { N: '2' } })
    await put({ y: { N: '2.0' }, x: { N: '1' }, pk: { S: 'a' } })
    await db.send('DeleteItem', { TableName: 'Music', Key: { pk: { S: 'nobody' } } })
    const failing = db.send('PutItem', {
      TableName: 'Music',
      Item: item('a', 5),
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    await expect(failing).rejects.toMatchObject({ name: 'ConditionalCheckFailedException' })
    expect(changesOf(await readAll(arn)).length).toBe(1)
  })

  it('come from batches, updates and transactions alike, in one order', async () => {
    const arn = await createStreamed('KEYS_ONLY')
    await db.send('BatchWriteItem', {
      RequestItems: { Music: ['a', 'b'].map((pk) => ({ PutRequest: { Item: item(pk, 1) } })) },
    })
    await db.send('UpdateItem', {
      TableName: 'Music',
      Key: { pk: { S: 'c' } },
      UpdateExpression: 'ADD n :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    })
    await db.send('TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'Music', Item: item('d', 1) } },
        { Delete: { TableName: 'Music', Key: { pk: { S: 'a' } } } },
      ],
    })
    const records = await readAll(arn)
    expect(records.map((record) => [record.eventName, record.dynamodb?.Keys?.['pk']?.S])).toEqual([
      ['INSERT', 'a'],
      ['INSERT', 'b'],
      ['INSERT', 'c'],
      ['INSERT', 'd'],
      ['REMOVE', 'a'],
    ])
    const sequence = records.map((record) => record.dynamodb?.SequenceNumber ?? '')
    expect(sequence.toSorted()).toEqual(sequence)
  })
})

describe('shards', () => {
  it('begin where they say, and end when they are succeeded by another', async () => {
    const arn = await createStreamed()
    await put(item('a', 1))
    const [first] = await shardsOf(arn)
    expect(first?.SequenceNumberRange?.EndingSequenceNumber).toBeUndefined()
    await clock.advance(4 * hourMs)
    await db.settled()
    await put(item('a', 2))
    const [parent, child] = await shardsOf(arn)
    expect(parent?.ShardId).toBe(first?.ShardId)
    expect(child?.ParentShardId).toBe(first?.ShardId)
    const end = parent?.SequenceNumberRange?.EndingSequenceNumber ?? ''
    const start = child?.SequenceNumberRange?.StartingSequenceNumber ?? ''
    expect(start > end).toBe(true)
    expect(changesOf(await readAll(arn)).map(([event]) => event)).toEqual(['INSERT', 'MODIFY'])
  })

  it('end with their last record when closed, or where they began if they have none', async () => {
    const arn = await createStreamed()
    await put(item('a', 1))
    const [record] = await readAll(arn)
    await clock.advance(4 * hourMs)
    await db.settled()
    await db.send('UpdateTable', { TableName: 'Music', StreamSpecification: { StreamEnabled: false } })
    const [parent, child] = (await shardsOf(arn)).map((shard) => shard.SequenceNumberRange)
    expect(parent?.EndingSequenceNumber).toBe(record?.dynamodb?.SequenceNumber)
    expect(child?.EndingSequenceNumber).toBe(child?.StartingSequenceNumber)
  })

  it('that are full are succeeded by two, which share the items', async () => {
    db = await createDatabase({ clock, streams: { shardRecords: 50 } })
    const arn = await createStreamed('NEW_IMAGE')
    for (let i = 0; i < 60; i++) await put(item(`a${i}`, 0))
    await clock.advance(5 * 60_000)
    await db.settled()
    for (let i = 0; i < 60; i++) await put(item(`a${i}`, 1))
    const [parent, ...children] = await shardsOf(arn)
    expect(children.map((child) => child.ParentShardId)).toEqual([parent?.ShardId, parent?.ShardId])
    const records = await readAll(arn)
    expect(records.length).toBe(120)
    const counts = await Promise.all(
      children.map(async ({ ShardId = '' }) => {
        const start = { StreamArn: arn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const }
        const { ShardIterator = '' } = await db.send('GetShardIterator', start)
        return (await db.send('GetRecords', { ShardIterator })).Records?.length ?? 0
      }),
    )
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })

  it('are split unless there are too many of them', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage, streams: { shards: 33, shardRecords: 1 } })
    const arn = await createStreamed('KEYS_ONLY')
    await clock.advance(5 * 60_000)
    await db.settled()
    const shards = await shardsOf(arn)
    const open = shards.filter((shard) => shard.SequenceNumberRange?.EndingSequenceNumber === undefined)
    expect(open.length).toBe(64)
    const mutate = vi.spyOn(storage, 'mutate')
    const size = vi.spyOn(storage, 'size')
    await clock.advance(5 * 60_000)
    await db.settled()
    expect(mutate).not.toHaveBeenCalled()
    expect(size).not.toHaveBeenCalled()
    for (let i = 0; i < 100; i++) await put(item(`a${i}`, 0))
    expect((await readAll(arn)).length).toBe(100)
  })

  it('are not counted while they cannot be full, since counting costs a store as much as reading', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage, streams: { shardRecords: 50 } })
    await createStreamed()
    for (let i = 0; i < 48; i++) await put(item(`a${i}`, 0))
    const size = vi.spyOn(storage, 'size')
    await clock.advance(5 * 60_000)
    await db.settled()
    expect(size).not.toHaveBeenCalled()
    await put(item('b', 0))
    await clock.advance(5 * 60_000)
    await db.settled()
    expect(size).toHaveBeenCalledOnce()
  })

  it('can be several from the start, and every item belongs to one', async () => {
    db = await createDatabase({ clock, streams: { shards: 4 } })
    const arn = await createStreamed('KEYS_ONLY')
    for (let i = 0; i < 100; i++) await put(item(`a${i}`, 0))
    expect((await shardsOf(arn)).length).toBe(4)
    expect((await readAll(arn)).length).toBe(100)
  })

  it('are listed from an id that none of them has', async () => {
    const arn = await createStreamed()
    const listed = await shardsOf(arn)
    const startingAfter = async (ExclusiveStartShardId: string) =>
      (await db.send('DescribeStream', { StreamArn: arn, ExclusiveStartShardId })).StreamDescription?.Shards
    expect(await startingAfter(`a${'0'.repeat(30)}`)).toEqual(listed)
    expect(await startingAfter('z'.repeat(30))).toEqual([])
  })
})

describe('iterators', () => {
  it('read from the position that they name', async () => {
    const arn = await createStreamed('NEW_IMAGE')
    for (let n = 1; n <= 3; n++) await put(item('a', n))
    const [{ ShardId = '' } = {}] = await shardsOf(arn)
    const sequence = (await readAll(arn)).map((record) => record.dynamodb?.SequenceNumber ?? '')
    const read = async (type: string, SequenceNumber?: string) => {
      const { ShardIterator = '' } = await db.send('GetShardIterator', {
        StreamArn: arn,
        ShardId,
        ShardIteratorType: type as 'LATEST',
        ...(SequenceNumber && { SequenceNumber }),
      })
      await put(item('a', 9))
      const { Records = [] } = await db.send('GetRecords', { ShardIterator })
      await put(item('a', 3))
      return Records.map((record) => record.dynamodb?.NewImage?.['n']?.N)
    }
    expect(await read('LATEST')).toEqual(['9'])
    expect((await read('AT_SEQUENCE_NUMBER', sequence[1])).slice(0, 2)).toEqual(['2', '3'])
    expect((await read('AFTER_SEQUENCE_NUMBER', sequence[1])).slice(0, 2)).toEqual(['3', '9'])
    expect((await read('TRIM_HORIZON')).slice(0, 3)).toEqual(['1', '2', '3'])
  })

  it('stay valid for fifteen minutes', async () => {
    const arn = await createStreamed()
    const [{ ShardId = '' } = {}] = await shardsOf(arn)
    const { ShardIterator = '' } = await db.send('GetShardIterator', {
      StreamArn: arn,
      ShardId,
      ShardIteratorType: 'LATEST',
    })
    await clock.advance(15 * 60_000)
    await db.send('GetRecords', { ShardIterator })
    await clock.advance(1)
    // As AWS worded it in 2017 (a pull request of spring-integration-aws).
    await expect(db.send('GetRecords', { ShardIterator })).rejects.toMatchObject({
      name: 'ExpiredIteratorException',
      message: 'Shard iterator has expired',
    })
  })

  it('exist only for existing shards', async () => {
    const StreamArn = await createStreamed()
    const ShardId = 'shardId-00000001790812800000-12345678'
    const asked = db.send('GetShardIterator', { StreamArn, ShardId, ShardIteratorType: 'LATEST' })
    // What AWS says to readers that come back to a shard after a day (logstash-input-dynamodb,
    // node-dynamodb-stream).
    await expect(asked).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: 'Requested resource not found: Shard does not exist',
    })
  })

  // AWS documentation of GetShardIterator; the wording is from a report about node-dynamodb-stream.
  it.each([false, true])('do not go back to trimmed records (removed: %s)', async (removed) => {
    const StreamArn = await createStreamed()
    const [{ ShardId = '', SequenceNumberRange: range } = {}] = await shardsOf(StreamArn)
    await put(item('a', 1))
    await clock.advance(hourMs)
    await put(item('a', 2))
    const sequences = (await readAll(StreamArn)).map((record) => record.dynamodb?.SequenceNumber ?? '')
    const ask = (ShardIteratorType: 'AT_SEQUENCE_NUMBER' | 'AFTER_SEQUENCE_NUMBER', SequenceNumber = '') =>
      db.send('GetShardIterator', { StreamArn, ShardId, ShardIteratorType, SequenceNumber })
    await clock.advance(23 * hourMs - 1)
    await ask('AT_SEQUENCE_NUMBER', sequences[0])
    await clock.advance(removed ? 10 * 60_000 : 1)
    if (removed) await db.settled()
    const trimmed = {
      name: 'TrimmedDataAccessException',
      message: 'The data you are trying to access has been trimmed',
    }
    await expect(ask('AT_SEQUENCE_NUMBER', sequences[0])).rejects.toMatchObject(trimmed)
    await expect(ask('AFTER_SEQUENCE_NUMBER', sequences[0])).rejects.toMatchObject(trimmed)
    await ask('AT_SEQUENCE_NUMBER', range?.StartingSequenceNumber)
    const { ShardIterator = '' } = await ask('AT_SEQUENCE_NUMBER', sequences[1])
    expect((await db.send('GetRecords', { ShardIterator })).Records?.length).toBe(1)
    await ask('AFTER_SEQUENCE_NUMBER', sequences[1])
  })

  it.each(['', 'x', 'arn|1|', 'arn|1|W10', 'arn|2|abc', `arn|1|${'A'.repeat(2000)}`])(
    'are refused if made up (%j)',
    async (ShardIterator) => {
      await expect(db.send('GetRecords', { ShardIterator })).rejects.toMatchObject({
        name: 'ValidationException',
      })
    },
  )

  it('return pages of at most a thousand records, or fewer on request', async () => {
    const arn = await createStreamed('KEYS_ONLY')
    for (let i = 0; i < 1005; i++) await put(item(`a${i}`, 0))
    const [{ ShardId = '' } = {}] = await shardsOf(arn)
    const { ShardIterator = '' } = await db.send('GetShardIterator', {
      StreamArn: arn,
      ShardId,
      ShardIteratorType: 'TRIM_HORIZON',
    })
    expect((await db.send('GetRecords', { ShardIterator, Limit: 2 })).Records?.length).toBe(2)
    expect((await db.send('GetRecords', { ShardIterator })).Records?.length).toBe(1000)
    expect((await readAll(arn)).length).toBe(1005)
  })
})

describe('a stream', () => {
  it('keeps its records for 24 hours', async () => {
    const arn = await createStreamed()
    await put(item('a', 1))
    await clock.advance(hourMs)
    await put(item('a', 2))
    await clock.advance(23 * hourMs - 1)
    expect((await readAll(arn)).length).toBe(2)
    await clock.advance(1)
    expect(changesOf(await readAll(arn)).map(([, old]) => old)).toEqual([item('a', 1)])
    await clock.advance(25 * hourMs)
    await db.settled()
    expect(await readAll(arn)).toEqual([])
  })

  it('leaves nothing behind that is too old to be read, even if the store fails meanwhile', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    await createStreamed()
    // Just before its shard is closed, so that both become too old at the same time.
    await clock.advance(4 * hourMs - 60_000)
    await put(item('a', 1))
    const mutate = storage.mutate.bind(storage)
    let failures = 0
    storage.mutate = (keys, decide) =>
      mutate(keys, (values) => {
        const decision = decide(values)
        const isTrimming = decision.changes.some(({ space, value }) => /^stream-/.test(space) && !value)
        if (isTrimming && failures++ === 0) throw new StorageError('UNAVAILABLE', 'for a while')
        return decision
      })
    await clock.advance(30 * hourMs)
    await db.settled()
    expect(failures).toBeGreaterThan(0)
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('stream-'))
    const { records } = await storage.range({ space, within: {} })
    expect(records.filter(({ doc }) => doc.includes('INSERT'))).toEqual([])
  })

  it('of a table deleted on a full disk does not prevent opening, and is closed once there is room', async () => {
    const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
    const full = onFullDisk(storage)
    db = await createDatabase({ clock, storage })
    const arn = await createStreamed()
    await db.close()
    db = await createDatabase({ clock, storage: full })
    await db.send('DeleteTable', { TableName: 'Music' })
    await db.close()
    db = await createDatabase({ clock, storage: full })
    expect(await db.send('ListTables', {})).toEqual({ TableNames: [] })
    full.mutate = storage.mutate
    await clock.advance(hourMs)
    await db.settled()
    const { StreamDescription: stream } = await db.send('DescribeStream', { StreamArn: arn })
    expect(stream?.StreamStatus).toBe('DISABLED')
  })

  it('is trimmed on a full disk, though nothing can be recorded of its shards', async () => {
    const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
    db = await createDatabase({ clock, storage })
    await createStreamed()
    await put(item('a', 1))
    await clock.advance(5 * hourMs)
    await db.settled()
    await put(item('a', 2))
    await clock.advance(5 * hourMs)
    await db.settled()
    await db.close()
    db = await createDatabase({ clock, storage: onFullDisk(storage) })
    await clock.advance(40 * hourMs)
    await db.settled()
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('stream-'))
    const { records } = await storage.range({ space, within: {} })
    expect(records.filter(({ doc }) => doc.includes('"a"'))).toEqual([])
  })

  it('that cannot be ended on a full disk does not prevent others from being trimmed', async () => {
    const storage = { ...delegated(createMemoryStorage()), close: async () => {} }
    db = await createDatabase({ clock, storage })
    await createStreamed()
    await put(item('a', 1))
    await db.send('DeleteTable', { TableName: 'Music' })
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('stream-'))
    await clock.advance(hourMs)
    await createStreamed('KEYS_ONLY', db, 'Other')
    await db.settled()
    await db.close()
    db = await createDatabase({ clock, storage: onFullDisk(storage) })
    await db.send('DeleteTable', { TableName: 'Other' })
    await clock.advance(24 * hourMs)
    await db.settled()
    expect(await storage.listSpaces()).not.toContain(space)
  })

  it('is also trimmed if the clock was ahead for some time', async () => {
    let aheadMs = 30 * 24 * hourMs
    const storage = createMemoryStorage()
    const ahead = { now: () => clock.now() + aheadMs, after: clock.after }
    db = await createDatabase({ clock: ahead, storage })
    const arn = await createStreamed()
    await put(item('a', 1))
    aheadMs = 0
    await put(item('a', 2))
    expect(await readAll(arn)).toHaveLength(2)
    for (let hours = 0; hours < 60; hours++) {
      await clock.advance(hourMs)
      await db.settled()
    }
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('stream-'))
    const { records } = await storage.range({ space, within: {} })
    expect(records.filter(({ doc }) => doc.includes('"a"'))).toEqual([])
  })

  it('keeps what is less than a day old, even if the clock was behind for some time', async () => {
    let lateMs = 0
    const late = { now: () => clock.now() - lateMs, after: clock.after }
    db = await createDatabase({ clock: late, storage: createMemoryStorage() })
    const arn = await createStreamed()
    await put(item('a', 1))
    lateMs = 30 * 24 * hourMs
    await clock.advance(hourMs)
    await db.settled()
    lateMs = 0
    await clock.advance(5 * hourMs)
    await db.settled()
    expect(await readAll(arn)).toHaveLength(1)
  })

  it('has every change made after it was enabled, including those of requests that began earlier', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    await createStreamed()
    const TableName = 'Music'
    await db.send('UpdateTable', { TableName, StreamSpecification: { StreamEnabled: false } })
    const mutate = storage.mutate.bind(storage)
    let writing: Promise<unknown> | undefined
    const release = await new Promise<() => void>((meet) => {
      storage.mutate = async (keys, decide) => {
        storage.mutate = mutate
        await new Promise<void>((go) => meet(go))
        return mutate(keys, decide)
      }
      writing = put(item('early', 1))
    })
    const { TableDescription: turnedOn } = await db.send('UpdateTable', {
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    await put(item('late', 2))
    release()
    await writing
    const records = await readAll(turnedOn?.LatestStreamArn ?? '')
    expect(records.map(({ dynamodb: change }) => change?.Keys?.['pk']?.S)).toEqual(['late', 'early'])
  })

  it('does not exist for a table that could not be created, and ends by itself if its end could not be recorded', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    const mutate = storage.mutate.bind(storage)
    let failing = (_space: string) => false
    storage.mutate = (keys, decide) =>
      mutate(keys, (values) => {
        const decision = decide(values)
        if (decision.changes.some(({ space }) => failing(space))) {
          throw new StorageError('FULL', 'for a while')
        }
        return decision
      })
    const statuses = async () => {
      const { Streams = [] } = await db.send('ListStreams', {})
      const described = Streams.map(({ StreamArn = '' }) => db.send('DescribeStream', { StreamArn }))
      return (await Promise.all(described)).map(({ StreamDescription: stream }) => stream?.StreamStatus)
    }
    failing = (space) => space === 'catalogue'
    await expect(createStreamed()).rejects.toThrow('for a while')
    failing = () => false
    expect(await statuses()).toEqual([])
    await createStreamed()
    failing = (space) => space.startsWith('stream-')
    await db.send('DeleteTable', { TableName: 'Music' })
    expect(await statuses()).toEqual(['ENABLED'])
    failing = () => false
    await clock.advance(5 * 60_000)
    await db.settled()
    expect(await statuses()).toEqual(['DISABLED'])
  })

  it('is trimmed a megabyte at a time, with turns for other requests in between', async () => {
    const storage = createMemoryStorage()
    db = await createDatabase({ clock, storage })
    await createStreamed('NEW_IMAGE')
    for (let i = 0; i < 20; i++) await put({ pk: { S: `a${i}` }, text: { S: 'x'.repeat(300_000) } })
    let turn = 0
    let next = setImmediate(function count() {
      turn++
      next = setImmediate(count)
    })
    const range = storage.range.bind(storage)
    const pages: { turn: number; sizeBytes: number }[] = []
    storage.range = async (request) => {
      const page = await range(request)
      const sizeBytes = page.records.reduce((sum, record) => sum + record.sizeBytes, 0)
      if (sizeBytes > 0 && request.maxRecords !== 1) pages.push({ turn, sizeBytes })
      return page
    }
    await clock.advance(30 * hourMs)
    await db.settled()
    clearImmediate(next)
    expect(pages.length).toBe(5)
    expect(Math.max(...pages.map(({ sizeBytes }) => sizeBytes))).toBeLessThan(1_500_000)
    expect(new Set(pages.map((page) => page.turn)).size).toBe(pages.length)
  })

  it('of a table that is recreated at the same time is a different one', async () => {
    let both = 0
    for (let ticks = 0; ticks < 15; ticks++) {
      db = await createDatabase({ clock })
      const first = createStreamed()
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      const deleted = db.send('DeleteTable', { TableName: 'Music' })
      const ends = await Promise.allSettled([first, createStreamed(), deleted])
      const made = ends.slice(0, 2).filter(({ status }) => status === 'fulfilled')
      expect((await db.send('ListStreams', {})).Streams?.length).toBe(made.length)
      if (made.length === 2) both++
    }
    expect(both).toBeGreaterThan(0)
  })

  it('is listed after another one, even if that one is gone meanwhile', async () => {
    const names = ['Music', 'Music-a', 'Music.b', 'Music_c', 'MusicD']
    for (const TableName of names) {
      await db.send('CreateTable', {
        TableName,
        AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      })
    }
    const all = (await db.send('ListStreams', {})).Streams?.map(({ StreamArn = '' }) => StreamArn) ?? []
    const paged: string[] = []
    for (let start: string | undefined, isOver = false; !isOver; isOver = start === undefined) {
      const page = await db.send('ListStreams', {
        Limit: 2,
        ...(start && { ExclusiveStartStreamArn: start }),
      })
      paged.push(...(page.Streams ?? []).map(({ StreamArn = '' }) => StreamArn))
      start = page.LastEvaluatedStreamArn
    }
    expect(paged).toEqual(all)
    expect(all.length).toBe(names.length)
    const [, second = ''] = all
    await db.send('DeleteTable', { TableName: second.split('/')[1] ?? '' })
    await clock.advance(24 * hourMs)
    await db.settled()
    const { Streams: rest } = await db.send('ListStreams', { ExclusiveStartStreamArn: second })
    expect(rest?.map(({ StreamArn }) => StreamArn)).toEqual(all.slice(2))
    expect((await db.send('ListStreams', { TableName: 'Music' })).Streams?.length).toBe(1)
  })

  it('can be read for a day after it was disabled or its table deleted', async () => {
    const arn = await createStreamed()
    await put(item('a', 1))
    await db.send('UpdateTable', { TableName: 'Music', StreamSpecification: { StreamEnabled: false } })
    await put(item('a', 2))
    await db.send('DeleteTable', { TableName: 'Music' })
    const again = await createStreamed()
    await put(item('b', 1))
    expect((await readAll(arn)).length).toBe(1)
    const { StreamDescription: stream } = await db.send('DescribeStream', { StreamArn: arn })
    expect(stream?.StreamStatus).toBe('DISABLED')
    expect(stream?.Shards?.[0]?.SequenceNumberRange?.EndingSequenceNumber).toMatch(/^\d{21}$/)
    const listed = await db.send('ListStreams', {})
    expect(listed.Streams?.map((summary) => summary.StreamArn)).toEqual([arn, again])
    await clock.advance(24 * hourMs)
    await db.settled()
    await expect(db.send('DescribeStream', { StreamArn: arn })).rejects.toMatchObject({
      message: `Requested resource not found: Stream: ${arn} not found`,
    })
    expect((await db.send('ListStreams', {})).Streams?.length).toBe(1)
  })

  it('survives closing and reopening the database', async () => {
    const inner = createMemoryStorage()
    const storage: Storage = Object.assign(Object.create(inner) as Storage, {})
    for (const name of [
      'createSpace',
      'dropSpace',
      'listSpaces',
      'read',
      'range',
      'mutate',
      'size',
      'clear',
    ] as const) {
      Object.assign(storage, { [name]: inner[name].bind(inner) })
    }
    Object.assign(storage, { close: async () => {} })
    const first = await createDatabase({ clock, storage })
    const arn = await createStreamed('NEW_IMAGE', first)
    await put(item('a', 1), first)
    await first.close()
    const second = await createDatabase({ clock, storage })
    await put(item('a', 2), second)
    expect((await readAll(arn, second)).map((record) => record.eventName)).toEqual(['INSERT', 'MODIFY'])
  })
})
