import {
  type AdversityOptions,
  createDatabase,
  createTestClock,
  type Database,
  type TestClock,
} from '@monotable/engine'
import type { AttributeMapInput, StreamRecordOutput, WriteRequest } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'

const start = Date.UTC(2026, 0, 1)

interface Arena {
  readonly db: Database
  readonly clock: TestClock
}

/** Creates a database with simulated adversity, and a table with an index and a stream. */
async function createArena(adversity: AdversityOptions): Promise<Arena> {
  const clock = createTestClock(start)
  const db = await createDatabase({ clock, adversity: { seed: 7, ...adversity } })
  await db.send('CreateTable', {
    TableName: 'Shop',
    AttributeDefinitions: ['pk', 'owner'].map((name) => ({
      AttributeName: name,
      AttributeType: 'S' as const,
    })),
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    GlobalSecondaryIndexes: [
      {
        IndexName: 'ByOwner',
        KeySchema: [{ AttributeName: 'owner', KeyType: 'HASH' }],
        Projection: { ProjectionType: 'ALL' },
      },
    ],
    BillingMode: 'PAY_PER_REQUEST',
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
  })
  return { db, clock }
}

const key = (pk: string) => ({ pk: { S: pk } })
const times = async (count: number, work: (i: number) => Promise<unknown>) => {
  for (let i = 0; i < count; i++) await work(i)
}
const put = ({ db }: Arena, item: AttributeMapInput) => db.send('PutItem', { TableName: 'Shop', Item: item })

async function consistent({ db }: Arena, pk: string): Promise<number> {
  const { Item } = await db.send('GetItem', { TableName: 'Shop', Key: key(pk), ConsistentRead: true })
  return Number(Item?.['n']?.N ?? 0)
}

describe('stale reads', () => {
  it('break a client that reads a number and writes it plus one', async () => {
    const arena = await createArena({ staleReads: 0.5 })
    await times(100, async () => {
      const { Item } = await arena.db.send('GetItem', { TableName: 'Shop', Key: key('a') })
      await put(arena, { ...key('a'), n: { N: String(Number(Item?.['n']?.N ?? 0) + 1) } })
    })
    expect(await consistent(arena, 'a')).toBeLessThan(100)
  })

  it('do not break one that increments in the database, or writes conditionally', async () => {
    const arena = await createArena({ staleReads: 0.5 })
    await times(100, () =>
      arena.db.send('UpdateItem', {
        TableName: 'Shop',
        Key: key('a'),
        UpdateExpression: 'ADD n :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    )
    expect(await consistent(arena, 'a')).toBe(100)
  })

  it('return past states, never states that did not exist, and the present once the time is over', async () => {
    const arena = await createArena({ staleReads: 1, staleMs: 1_000 })
    const seen = new Set<string | undefined>()
    await times(50, async (i) => {
      await put(arena, { ...key('a'), n: { N: String(i) } })
      await arena.clock.advance(100)
      const { Item } = await arena.db.send('GetItem', { TableName: 'Shop', Key: key('a') })
      const n = Item?.['n']?.N
      seen.add(n)
      expect(n === undefined ? i < 10 : Number(n) > i - 11 && Number(n) <= i).toBe(true)
    })
    expect(seen.size).toBeGreaterThan(5)
    await arena.clock.advance(1_000)
    const { Item } = await arena.db.send('GetItem', { TableName: 'Shop', Key: key('a') })
    expect(Item?.['n']?.N).toBe('49')
  })

  it('cover all pages of a Scan and return every item that existed throughout', async () => {
    const arena = await createArena({ staleReads: 1 })
    await times(60, (i) => put(arena, key(`old${i}`)))
    await arena.clock.advance(2_000)
    await times(60, (i) => put(arena, key(`new${i}`)))
    await times(20, (i) => arena.db.send('DeleteItem', { TableName: 'Shop', Key: key(`old${i}`) }))
    const found: string[] = []
    let from: AttributeMapInput | undefined
    do {
      const page = await arena.db.send('Scan', { TableName: 'Shop', Limit: 7, ExclusiveStartKey: from })
      found.push(...(page.Items ?? []).map((item) => item['pk']?.S ?? ''))
      from = page.LastEvaluatedKey
    } while (from !== undefined)
    expect(new Set(found).size).toBe(found.length)
    for (let i = 20; i < 60; i++) expect(found).toContain(`old${i}`)
  })
})

describe('lagging indexes', () => {
  const findOwned = async ({ db }: Arena, owner: string) => {
    const { Items = [] } = await db.send('Query', {
      TableName: 'Shop',
      IndexName: 'ByOwner',
      KeyConditionExpression: '#o = :o',
      ExpressionAttributeNames: { '#o': 'owner' },
      ExpressionAttributeValues: { ':o': { S: owner } },
    })
    return Items.length
  }

  it('break a client that looks in the index for what it has just written', async () => {
    const arena = await createArena({ laggingIndexes: 0.5 })
    let missed = 0
    await times(50, async (i) => {
      await put(arena, { ...key(`a${i}`), owner: { S: `u${i}` } })
      if ((await findOwned(arena, `u${i}`)) === 0) missed++
    })
    expect(missed).toBeGreaterThan(5)
  })

  it('do not break one that waits for the index, or reads the table', async () => {
    const arena = await createArena({ laggingIndexes: 0.5 })
    await times(50, async (i) => {
      await put(arena, { ...key(`a${i}`), n: { N: '1' }, owner: { S: `u${i}` } })
      expect(await consistent(arena, `a${i}`)).toBe(1)
      await arena.clock.advance(1_000)
      expect(await findOwned(arena, `u${i}`)).toBe(1)
    })
  })
})

describe('unprocessed items', () => {
  const requests: WriteRequest[] = Array.from({ length: 25 }, (_, i) => ({
    PutRequest: { Item: key(`a${i}`) },
  }))
  const count = async ({ db }: Arena) =>
    (await db.send('Scan', { TableName: 'Shop', ConsistentRead: true, Select: 'COUNT' })).Count

  it('break a client that takes an answer for success', async () => {
    const arena = await createArena({ unprocessed: 0.3 })
    await arena.db.send('BatchWriteItem', { RequestItems: { Shop: requests } })
    expect(await count(arena)).toBeLessThan(25)
  })

  it('do not break one that sends unprocessed items again', async () => {
    const arena = await createArena({ unprocessed: 0.3 })
    for (let left: WriteRequest[] = requests; left.length > 0; ) {
      // If nothing at all could be written, a batch fails like a single write.
      const { UnprocessedItems } = await retrying(['ThrottlingException'], () =>
        arena.db.send('BatchWriteItem', { RequestItems: { Shop: left } }),
      )
      left = [...((UnprocessedItems?.['Shop'] as WriteRequest[] | undefined) ?? [])]
    }
    expect(await count(arena)).toBe(25)
    const keys = Array.from({ length: 25 }, (_, i) => key(`a${i}`))
    const first = await arena.db.send('BatchGetItem', { RequestItems: { Shop: { Keys: keys } } })
    const answered = first.Responses?.['Shop']?.length ?? 0
    const left = first.UnprocessedKeys?.['Shop']?.Keys.length ?? 0
    expect(answered + left).toBe(25)
    expect(left).toBeGreaterThan(0)
  })
})

/** Repeats a call for as long as it fails with one of these errors. */
async function retrying<Result>(names: readonly string[], call: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!names.includes((error as Error).name)) throw error
    }
  }
}

describe.each([
  ['throttling', 'ThrottlingException'],
  ['conflicts', 'TransactionConflictException'],
] as const)('%s', (kind, name) => {
  it('breaks a client that does not retry', async () => {
    const arena = await createArena({ [kind]: 0.2 })
    const all = times(50, (i) => put(arena, key(`a${i}`)))
    await expect(all).rejects.toMatchObject({ name })
  })

  it('does not break one that does', async () => {
    const arena = await createArena({ [kind]: 0.2 })
    await times(50, (i) => retrying([name], () => put(arena, key(`a${i}`))))
  })
})

describe('statements', () => {
  const insert = ({ db }: Arena, pk: string) =>
    db.send('ExecuteStatement', { Statement: `INSERT INTO Shop VALUE {'pk': '${pk}'}` })

  it('are throttled and conflict like the operations that they stand for', async () => {
    const throttled = await createArena({ throttling: 1 })
    await expect(insert(throttled, 'a')).rejects.toMatchObject({ name: 'ThrottlingException' })
    const conflicting = await createArena({ conflicts: 1 })
    await expect(insert(conflicting, 'a')).rejects.toMatchObject({ name: 'TransactionConflictException' })
    await conflicting.db.send('ExecuteStatement', { Statement: 'SELECT * FROM Shop' })
    const TransactStatements = ['a', 'b'].map((pk) => ({
      Statement: `INSERT INTO Shop VALUE {'pk': '${pk}'}`,
    }))
    await expect(conflicting.db.send('ExecuteTransaction', { TransactStatements })).rejects.toMatchObject({
      name: 'TransactionCanceledException',
    })
  })
})

describe('conflicts of transactions', () => {
  const transfer = ({ db }: Arena, token: string) =>
    db.send('TransactWriteItems', {
      ClientRequestToken: token,
      TransactItems: ['a', 'b'].map((pk) => ({
        Update: {
          TableName: 'Shop',
          Key: key(pk),
          UpdateExpression: 'ADD n :one',
          ExpressionAttributeValues: { ':one': { N: '1' } },
        },
      })),
    })

  it('name the item, and a client that retries with its token applies each transaction once', async () => {
    const arena = await createArena({ conflicts: 0.3 })
    const errors: Error[] = []
    await times(50, (i) =>
      retrying(['TransactionCanceledException'], () =>
        transfer(arena, `t${i}`).catch((error: Error) => {
          errors.push(error)
          throw error
        }),
      ),
    )
    expect(await consistent(arena, 'a')).toBe(50)
    expect(errors.length).toBeGreaterThan(5)
    expect(errors[0]).toMatchObject({
      fields: {
        CancellationReasons: expect.arrayContaining([
          expect.objectContaining({ Code: 'TransactionConflict' }),
        ]),
      },
    })
  })
})

describe('repeated stream records', () => {
  async function follow({ db }: Arena): Promise<StreamRecordOutput[]> {
    const StreamArn = (await db.send('ListStreams', {})).Streams?.[0]?.StreamArn ?? ''
    const { StreamDescription: stream } = await db.send('DescribeStream', { StreamArn })
    const ShardId = stream?.Shards?.[0]?.ShardId ?? ''
    const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' as const }
    let ShardIterator = (await db.send('GetShardIterator', begin)).ShardIterator ?? ''
    const all: StreamRecordOutput[] = []
    for (let empty = 0; empty < 2; ) {
      const { Records = [], NextShardIterator = '' } = await db.send('GetRecords', {
        ShardIterator,
        Limit: 5,
      })
      all.push(...Records)
      empty = Records.length === 0 ? empty + 1 : 0
      ShardIterator = NextShardIterator
    }
    return all
  }

  it('break a client that counts them, and not one that remembers those it has seen', async () => {
    const arena = await createArena({ repeatedRecords: 0.3 })
    await times(50, (i) => put(arena, key(`a${i}`)))
    const records = await follow(arena)
    expect(records.length).toBeGreaterThan(50)
    expect(new Set(records.map((record) => record.eventID)).size).toBe(50)
  })
})

describe('late expiry', () => {
  it('breaks a client that takes existing items for valid, and not one that checks the time', async () => {
    const arena = await createArena({ lateTtlMs: 3_600_000 })
    const { db, clock } = arena
    await db.send('UpdateTimeToLive', {
      TableName: 'Shop',
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'ttl' },
    })
    await put(arena, { ...key('session'), ttl: { N: String(start / 1000 + 60) } })
    await clock.advance(61_000)
    const read = { TableName: 'Shop', Key: key('session'), ConsistentRead: true }
    const { Item } = await db.send('GetItem', read)
    expect(Item).toBeDefined()
    expect(Number(Item?.['ttl']?.N) > clock.now() / 1000).toBe(false)
    await clock.advance(2 * 3_600_000)
    await db.settled()
    expect((await db.send('GetItem', read)).Item).toBeUndefined()
  })
})

describe('latency', () => {
  it('breaks a client that sends writes of one item concurrently, and not one that waits for each', async () => {
    const writeAll = async (waits: boolean) => {
      const arena = await createArena({ latency: 0.5, latencyMs: 100 })
      const writes: Promise<unknown>[] = []
      for (let n = 1; n <= 20; n++) {
        const write = put(arena, { ...key('a'), n: { N: String(n) } })
        writes.push(write)
        if (waits) await Promise.all([write, arena.clock.advance(100)])
      }
      await arena.clock.advance(100)
      await Promise.all(writes)
      const read = consistent(arena, 'a')
      await arena.clock.advance(100)
      return read
    }
    expect(await writeAll(false)).not.toBe(20)
    expect(await writeAll(true)).toBe(20)
  })
})

describe('a seed', () => {
  const run = async (seed: number) => {
    const arena = await createArena({ seed, throttling: 0.3, conflicts: 0.3 })
    const outcomes: string[] = []
    await times(40, (i) =>
      put(arena, key(`a${i}`)).then(
        () => outcomes.push('ok'),
        (error: Error) => outcomes.push(error.name),
      ),
    )
    return outcomes.join()
  }

  it('reproduces the same adversity, and another seed gives a different one', async () => {
    expect(await run(1)).toBe(await run(1))
    expect(await run(1)).not.toBe(await run(2))
  })
})
