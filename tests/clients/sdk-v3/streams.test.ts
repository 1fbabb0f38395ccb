import {
  CreateTableCommand,
  DynamoDBClient,
  PutItemCommand,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  type _Record as StreamRecord,
} from '@aws-sdk/client-dynamodb-streams'
import { openDatabase } from 'monotable'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'

/** Follows all shards of a stream like Kinesis' own reader: a child starts when its parent has ended. */
class StreamFollower {
  readonly records: StreamRecord[] = []
  readonly #client: DynamoDBStreamsClient
  readonly #arn: string
  readonly #iterators = new Map<string, string | undefined>()

  constructor(client: DynamoDBStreamsClient, arn: string) {
    this.#client = client
    this.#arn = arn
  }

  /** Finds new shards, and reads every shard that is ready until it returns nothing more. */
  async catchUp(): Promise<void> {
    for (let found = true; found; ) {
      found = await this.#openShards()
      for (const [shard, iterator] of this.#iterators) await this.#read(shard, iterator)
    }
  }

  async #openShards(): Promise<boolean> {
    let start: string | undefined
    let found = false
    do {
      const { StreamDescription: stream } = await this.#client.send(
        new DescribeStreamCommand({ StreamArn: this.#arn, Limit: 1, ExclusiveStartShardId: start }),
      )
      for (const { ShardId: shard = '', ParentShardId: parent = '' } of stream?.Shards ?? []) {
        const waits = this.#iterators.has(parent) && this.#iterators.get(parent) !== undefined
        if (this.#iterators.has(shard) || waits) continue
        const command = new GetShardIteratorCommand({
          StreamArn: this.#arn,
          ShardId: shard,
          ShardIteratorType: 'TRIM_HORIZON',
        })
        this.#iterators.set(shard, (await this.#client.send(command)).ShardIterator)
        found = true
      }
      start = stream?.LastEvaluatedShardId
    } while (start !== undefined)
    return found
  }

  async #read(shard: string, from: string | undefined): Promise<void> {
    for (let iterator = from; iterator !== undefined; ) {
      const page = await this.#client.send(new GetRecordsCommand({ ShardIterator: iterator, Limit: 2 }))
      this.records.push(...(page.Records ?? []))
      this.#iterators.set(shard, page.NextShardIterator)
      iterator = page.Records?.length ? page.NextShardIterator : undefined
    }
  }
}

const table = new CreateTableCommand({
  TableName: 'Music',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
})

const put = (pk: string, data: string) =>
  new PutItemCommand({ TableName: 'Music', Item: { pk: { S: pk }, data: { B: Buffer.from(data) } } })

describe('the streams client of the SDK', () => {
  let served: ServedDatabase
  beforeEach(async () => {
    served = await serveDatabase()
  })
  afterEach(() => served.close())

  it('reads all changes over HTTP, with dates and binary as the SDK gives them', async () => {
    const config = { endpoint: served.url, region, credentials }
    const client = new DynamoDBClient(config)
    const streams = new DynamoDBStreamsClient(config)
    const { TableDescription: created } = await client.send(table)
    for (const data of ['one', 'two', 'three']) await client.send(put('a', data))
    const follower = new StreamFollower(streams, created?.LatestStreamArn ?? '')
    await follower.catchUp()
    expect(follower.records.map((record) => record.eventName)).toEqual(['INSERT', 'MODIFY', 'MODIFY'])
    const change = follower.records[2]?.dynamodb
    expect(change?.ApproximateCreationDateTime).toBeInstanceOf(Date)
    expect(Buffer.from(change?.OldImage?.['data']?.B ?? []).toString()).toBe('two')
    await client.send(
      new UpdateTableCommand({ TableName: 'Music', StreamSpecification: { StreamEnabled: false } }),
    )
    await client.send(put('a', 'four'))
    await follower.catchUp()
    expect(follower.records.length).toBe(3)
    const { Streams } = await streams.send(new ListStreamsCommand({ TableName: 'Music' }))
    expect(Streams).toEqual([
      { StreamArn: created?.LatestStreamArn, TableName: 'Music', StreamLabel: created?.LatestStreamLabel },
    ])
    client.destroy()
    streams.destroy()
  })

  it("gets the errors of the service as the SDK's classes", async () => {
    const streams = new DynamoDBStreamsClient({ endpoint: served.url, region, credentials })
    const missing = 'arn:aws:dynamodb:us-east-1:000000000000:table/Music/stream/2020-01-01T00:00:00.000'
    await expect(streams.send(new DescribeStreamCommand({ StreamArn: missing }))).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
      message: `Requested resource not found: Stream: ${missing} not found`,
    })
    streams.destroy()
  })

  it('works in process, over clientConfig', async () => {
    const db = await openDatabase({ streams: { shards: 3 } })
    const client = db.sdkClient()
    const { TableDescription: created } = await client.send(table)
    for (let i = 0; i < 20; i++) await client.send(put(`a${i}`, 'x'))
    const follower = new StreamFollower(
      new DynamoDBStreamsClient(db.clientConfig()),
      created?.LatestStreamArn ?? '',
    )
    await follower.catchUp()
    expect(follower.records.length).toBe(20)
    await db.close()
  })
})
