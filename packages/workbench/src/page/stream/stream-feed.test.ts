import { describe, expect, it } from 'vitest'
import { StreamFeed } from './stream-feed.ts'
import type { Send } from './stream-reader.ts'

interface Served {
  isOn: boolean
  arn: string
  records: number
  readonly asked: string[]
}

/** Serves a table with a stream of one shard, in pages of 1,000 records. */
function serve(given: Partial<Served> = {}): Served & { readonly send: Send } {
  const served: Served = { isOn: true, arn: 'stream-1', records: 0, asked: [], ...given }
  const answers: { readonly [operation: string]: (input: Record<string, string>) => object } = {
    DescribeTable: () => ({
      Table: {
        StreamSpecification: { StreamEnabled: served.isOn },
        LatestStreamArn: served.arn || undefined,
      },
    }),
    DescribeStream: () => ({
      StreamDescription: {
        StreamStatus: served.isOn ? 'ENABLED' : 'DISABLED',
        Shards: [{ ShardId: 'shard', SequenceNumberRange: {} }],
      },
    }),
    GetShardIterator: ({ ShardIteratorType: type }) => ({
      ShardIterator: String(type === 'LATEST' ? served.records : 0),
    }),
    GetRecords: ({ ShardIterator }) => {
      const first = Number(ShardIterator)
      const end = Math.min(first + 1_000, served.records)
      const Records = Array.from({ length: end - first }, (_, n) => ({
        eventName: 'INSERT',
        dynamodb: { SequenceNumber: `${first + n + 1}`, Keys: { PK: { S: 'A' } } },
      }))
      const isEnd = !served.isOn && end === served.records
      return { Records, ...(!isEnd && { NextShardIterator: String(end) }) }
    },
  }
  return Object.assign(served, {
    send: async (operation: string, input: object) => {
      served.asked.push(operation)
      return answers[operation]?.(input as Record<string, string>) ?? {}
    },
  })
}

async function rounds(feed: StreamFeed, count: number): Promise<void> {
  for (let round = 0; round < count; round++) await feed.round()
}

describe('StreamFeed', () => {
  it('shows what the stream has, and then what comes', async () => {
    const served = serve({ records: 2_500 })
    const feed = new StreamFeed({ send: served.send, table: 'T', isWhole: false })
    await rounds(feed, 4)
    expect([feed.log.all.length, feed.state.value]).toMatchObject([
      2_500,
      { isCaughtUp: true, isSkipped: false },
    ])
    served.records++
    await rounds(feed, 1)
    expect(feed.log.all.at(-1)?.id).toBe('2501')
  })

  it('leaves out what has been if it is more than the page keeps, and misses nothing from then on', async () => {
    const served = serve({ records: 9_000 })
    const feed = new StreamFeed({ send: served.send, table: 'T', isWhole: false })
    await rounds(feed, 12)
    expect(feed.state.value).toMatchObject({ isCaughtUp: true, isSkipped: true })
    expect(feed.log.all).toEqual([])
    served.records += 3
    await rounds(feed, 2)
    expect(feed.log.all.map(({ id }) => id)).toEqual(['9001', '9002', '9003'])
  })

  it('reads all of it if that is wanted, and keeps the newest', async () => {
    const feed = new StreamFeed({ send: serve({ records: 9_000 }).send, table: 'T', isWhole: true })
    await rounds(feed, 12)
    expect([feed.log.isCut, feed.log.all.length, feed.log.all.at(-1)?.id]).toEqual([true, 5_000, '9000'])
    expect(feed.state.value).toMatchObject({ count: 9_000, isSkipped: false })
  })

  it('of a table without a stream asks only the table, until it has one', async () => {
    const served = serve({ isOn: false, arn: '' })
    const feed = new StreamFeed({ send: served.send, table: 'T', isWhole: false })
    await rounds(feed, 3)
    expect(served.asked).toEqual(['DescribeTable', 'DescribeTable', 'DescribeTable'])
    expect(feed.state.value).toMatchObject({ stream: { isOn: false }, isCaughtUp: true })
    Object.assign(served, { isOn: true, arn: 'stream-1', records: 2 })
    await rounds(feed, 1)
    expect(feed.log.all.length).toBe(2)
  })

  it('reads a stream that was turned off to its end, and the next one when there is one', async () => {
    const served = serve({ isOn: false, records: 3 })
    const feed = new StreamFeed({ send: served.send, table: 'T', isWhole: false })
    await rounds(feed, 5)
    expect(feed.log.all.length).toBe(3)
    expect(served.asked.slice(-2)).toEqual(['DescribeTable', 'DescribeTable'])
    Object.assign(served, { isOn: true, arn: 'stream-2', records: 4 })
    await rounds(feed, 1)
    expect([feed.log.all.length, feed.state.value.stream]).toMatchObject([4, { isOn: true, arn: 'stream-2' }])
  })

  it('says why it cannot read, and reads on when it can', async () => {
    const served = serve({ records: 1 })
    let failure: Error | undefined = new Error('The workbench does not answer.')
    const send: typeof served.send = async (operation, input) => {
      if (failure !== undefined) throw failure
      return served.send(operation, input)
    }
    const feed = new StreamFeed({ send, table: 'T', isWhole: false })
    await rounds(feed, 1)
    expect(feed.state.value.failure).toBe('The workbench does not answer.')
    failure = undefined
    await rounds(feed, 1)
    expect([feed.log.all.length, feed.state.value.failure]).toEqual([1, undefined])
  })

  it('of which a day has passed since it was turned off has no changes', async () => {
    const served = serve({ isOn: false })
    const send: typeof served.send = async (operation, input) => {
      if (operation === 'DescribeStream')
        throw Object.assign(new Error('gone'), { name: 'ResourceNotFoundException' })
      return served.send(operation, input)
    }
    const feed = new StreamFeed({ send, table: 'T', isWhole: false })
    await rounds(feed, 2)
    expect(feed.state.value).toMatchObject({ isCaughtUp: true, stream: { isOn: false } })
    expect(feed.state.value.failure).toBeUndefined()
  })
})
