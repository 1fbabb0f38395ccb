import type { AttributeMapInput } from '@monotable/protocol'
import { beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../engine/create-database.ts'
import type { Database } from '../../engine/database.ts'
import type { DatabaseOptions } from '../../engine/database-options.ts'
import { createMemoryStorage } from '../../storage/memory/create-memory-storage.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { createTestClock, type TestClock } from '../../util/test-clock.ts'

const startMs = Date.UTC(2026, 9, 1)
const startSeconds = startMs / 1000

let clock: TestClock
let db: Database

async function open(options: DatabaseOptions = {}): Promise<void> {
  clock = createTestClock(startMs)
  db = await createDatabase({ clock, ...options })
  await db.send('CreateTable', {
    TableName: 'Sessions',
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'user', AttributeType: 'S' },
    ],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByUser',
        KeySchema: [{ AttributeName: 'user', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'OLD_IMAGE' },
  })
}

beforeEach(() => open())

const enable = (isEnabled = true, attribute = 'ttl') =>
  db.send('UpdateTimeToLive', {
    TableName: 'Sessions',
    TimeToLiveSpecification: { Enabled: isEnabled, AttributeName: attribute },
  })
const put = (pk: string, more: AttributeMapInput = {}) =>
  db.send('PutItem', { TableName: 'Sessions', Item: { pk: { S: pk }, user: { S: 'u' }, ...more } })
/** Puts this many batches of items that expire after ten seconds. */
async function putMany(batches: number): Promise<void> {
  for (let batch = 0; batch < batches; batch++) {
    const Sessions = Array.from({ length: 25 }, (_, i) => {
      return { PutRequest: { Item: { pk: { S: `${batch}-${i}` }, user: { S: 'u' }, ...at(10) } } }
    })
    await db.send('BatchWriteItem', { RequestItems: { Sessions } })
  }
}
const at = (seconds: number) => ({ ttl: { N: String(startSeconds + seconds) } })

async function names(): Promise<(string | undefined)[]> {
  await db.settled()
  const { Items = [] } = await db.send('Scan', { TableName: 'Sessions', ConsistentRead: true })
  const { Count } = await db.send('Scan', { TableName: 'Sessions', IndexName: 'ByUser' })
  expect(Count).toBe(Items.length)
  return Items.map((item) => item['pk']?.S).sort()
}

describe('time to live', () => {
  it('is reported by DescribeTimeToLive', async () => {
    const describeTtl = async () => {
      await db.settled()
      return (await db.send('DescribeTimeToLive', { TableName: 'Sessions' })).TimeToLiveDescription
    }
    expect(await describeTtl()).toEqual({ TimeToLiveStatus: 'DISABLED' })
    expect(await enable()).toEqual({ TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' } })
    expect(await describeTtl()).toEqual({ TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' })
    await enable(false)
    expect(await describeTtl()).toEqual({ TimeToLiveStatus: 'DISABLED' })
  })

  it('deletes an item in the second that it names, and not before', async () => {
    await enable()
    await put('a', at(10))
    await put('b', at(20))
    await put('c')
    await clock.advance(9_999)
    expect(await names()).toEqual(['a', 'b', 'c'])
    await clock.advance(1)
    expect(await names()).toEqual(['b', 'c'])
    await clock.advance(10_000)
    expect(await names()).toEqual(['c'])
  })

  it('follows changes of the item: a later time, no time, another type', async () => {
    await enable()
    for (const pk of ['later', 'never', 'text', 'gone']) await put(pk, at(10))
    await put('later', at(30))
    await db.send('UpdateItem', {
      TableName: 'Sessions',
      Key: { pk: { S: 'never' } },
      UpdateExpression: 'REMOVE #ttl',
      ExpressionAttributeNames: { '#ttl': 'ttl' },
    })
    await put('text', { ttl: { S: String(startSeconds + 10) } })
    await clock.advance(29_999)
    expect(await names()).toEqual(['later', 'never', 'text'])
    await clock.advance(1)
    expect(await names()).toEqual(['never', 'text'])
  })

  it('includes items that were there before it was enabled, and keeps them when it is disabled', async () => {
    for (let i = 0; i < 600; i++) await put(`a${i}`, at(i % 2 === 0 ? 10 : 1000))
    await enable()
    await db.settled()
    await clock.advance(10_000)
    expect((await names()).length).toBe(300)
    await enable(false)
    await clock.advance(1_000_000)
    expect((await names()).length).toBe(300)
  })

  it('leaves items alone that expired more than five years ago', async () => {
    await enable()
    await put('ancient', { ttl: { N: '1' } })
    await put('past', at(-4 * 365 * 86_400))
    await put('odd', { ttl: { N: '-5' } })
    await put('huge', { ttl: { N: '1e100' } })
    await clock.advance(1_000)
    expect(await names()).toEqual(['ancient', 'huge', 'odd'])
  })

  it('marks deletions in the stream as made by the service', async () => {
    await enable()
    await put('a', at(10))
    await clock.advance(10_000)
    await db.settled()
    await put('b', at(0))
    await db.send('DeleteItem', { TableName: 'Sessions', Key: { pk: { S: 'c' } } })
    const { Streams = [] } = await db.send('ListStreams', {})
    const StreamArn = Streams[0]?.StreamArn ?? ''
    const { StreamDescription: stream } = await db.send('DescribeStream', { StreamArn })
    const ShardId = stream?.Shards?.[0]?.ShardId ?? ''
    const start = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const }
    const { ShardIterator = '' } = await db.send('GetShardIterator', start)
    const { Records = [] } = await db.send('GetRecords', { ShardIterator })
    const removed = Records.filter((record) => record.eventName === 'REMOVE')
    expect(removed[0]).toMatchObject({
      userIdentity: { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' },
      dynamodb: { OldImage: { pk: { S: 'a' } } },
    })
    expect(Records[0]?.userIdentity).toBeUndefined()
  })

  it('uses the table as it is when items are deleted, not as it was when the search began', async () => {
    await enable()
    await putMany(20)
    await db.settled()
    await clock.advance(10_000)
    await db.send('UpdateTable', {
      TableName: 'Sessions',
      AttributeDefinitions: [{ AttributeName: 'ttl', AttributeType: 'N' }],
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'ByTtl',
            KeySchema: [{ AttributeName: 'ttl', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        },
      ],
    })
    expect(await names()).toEqual([])
    const { Items } = await db.send('Scan', { TableName: 'Sessions', IndexName: 'ByTtl' })
    expect(Items).toEqual([])
  })

  it('also deletes items that expire during the search for expired ones', async () => {
    const storage = createMemoryStorage()
    await open({ storage })
    await enable()
    await put('a', at(10))
    await put('b', at(11))
    await db.settled()
    const range = storage.range.bind(storage)
    const held = new Promise<() => void>((meet) => {
      storage.range = async (request) => {
        const page = await range(request)
        if (!request.space.startsWith('expiry-')) return page
        storage.range = range
        await new Promise<void>((release) => meet(release))
        return page
      }
    })
    await clock.advance(10_000)
    const release = await held
    await clock.advance(1_500)
    release()
    await db.settled()
    await clock.advance(1_000)
    expect(await names()).toEqual([])
  })

  it('starts on the next items before the store has committed the previous ones; a failure of one batch does not harm the others', async () => {
    const storage = createMemoryStorage()
    await open({ storage })
    await enable()
    await putMany(4)
    await db.settled()
    const mutate = storage.mutate.bind(storage)
    let releaseAll = () => {}
    const released = new Promise<void>((release) => {
      releaseAll = release
    })
    let begun = 0
    const allBegun = new Promise<void>((meet) => {
      storage.mutate = async (keys, decide) => {
        begun += 1
        const isFirst = begun === 1
        if (begun === 4) meet()
        await released
        if (isFirst) throw new StorageError('UNAVAILABLE', 'not now')
        return mutate(keys, decide)
      }
    })
    await clock.advance(10_000)
    await allBegun
    storage.mutate = mutate
    releaseAll()
    await db.settled()
    await clock.advance(1_000)
    expect(await names()).toEqual([])
  })

  it('continues in a region that nobody can name any more, now that all regions see the same tables', async () => {
    await enable()
    await put('a', at(10))
    const storage = createMemoryStorage()
    const merged = await createDatabase({ clock, storage, shared: true, region: 'eu-west-1' })
    await merged.restore(await db.snapshot())
    await clock.advance(11_000)
    await merged.settled()
    const [space = ''] = (await storage.listSpaces()).filter((name) => name.startsWith('table-'))
    expect((await storage.range({ space, within: {} })).records).toEqual([])
  })

  it('can be delayed by any amount', async () => {
    await open({ ttl: { delayMs: 48 * 3_600_000 } })
    await enable()
    await put('a', at(10))
    await clock.advance(48 * 3_600_000 + 9_999)
    expect(await names()).toEqual(['a'])
    await clock.advance(1)
    expect(await names()).toEqual([])
  })

  it('can be delayed by more than the clock has run', async () => {
    const young = createTestClock(0)
    await open({ clock: young, ttl: { delayMs: 3_600_000 } })
    await enable()
    await put('a', { ttl: { N: '100' } })
    await young.advance(200_000)
    expect(await names()).toEqual(['a'])
    await young.advance(3_600_000)
    expect(await names()).toEqual([])
  })

  it.each([
    [false, 'ttl', 'TimeToLive is already disabled'],
    [true, 'ttl', 'TimeToLive is already enabled'],
    [true, 'other', 'TimeToLive is active on a different AttributeName: current AttributeName is ttl'],
    [false, 'other', 'TimeToLive is active on a different AttributeName: current AttributeName is ttl'],
  ])('refuses a request that changes nothing (%s, %s)', async (isEnabled, attribute, message) => {
    if (message !== 'TimeToLive is already disabled') await enable()
    await expect(enable(isEnabled, attribute)).rejects.toMatchObject({ message })
  })
})
