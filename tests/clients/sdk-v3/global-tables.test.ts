import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateTableCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  type ReplicationGroupUpdate,
  TransactWriteItemsCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb'
import {
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  GetRecordsCommand,
  GetShardIteratorCommand,
} from '@aws-sdk/client-dynamodb-streams'
import { createServer } from '@monotable/server'
import { openDatabase } from 'monotable'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { credentials } from '../serve-database.ts'

const home = 'us-east-1'
const away = 'eu-west-1'
const TableName = 'World'

/** A server, and how to reach it from a region. */
interface World {
  client(region: string): DynamoDBClient
  streams(region: string): DynamoDBStreamsClient
  close(): Promise<void>
}

async function openWorld(path?: string): Promise<World> {
  const db = await openDatabase(path === undefined ? {} : { path })
  const server = await createServer(db, { port: 0 })
  const open: { destroy(): void }[] = []
  const connect = <Client extends { destroy(): void }>(client: Client): Client => {
    open.push(client)
    return client
  }
  return {
    client: (region) => connect(new DynamoDBClient({ endpoint: server.url, region, credentials })),
    streams: (region) => connect(new DynamoDBStreamsClient({ endpoint: server.url, region, credentials })),
    close: async () => {
      for (const client of open) client.destroy()
      await server.close({ limitMs: 0 })
      await db.close()
    },
  }
}

describe.each(['in memory', 'in a file'])('a global table through the AWS SDK v3, %s', (where) => {
  let folder: string
  let world: World
  const path = () => (where === 'in a file' ? join(folder, 'db') : undefined)
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'global-'))
    world = await openWorld(path())
    const client = world.client(home)
    await client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'by', AttributeType: 'S' },
        ],
        KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'byWhom',
            KeySchema: [{ AttributeName: 'by', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      }),
    )
    await waitUntilTableExists({ client, maxWaitTime: 20, minDelay: 1 }, { TableName })
  })
  afterEach(async () => {
    await world.close()
    await rm(folder, { recursive: true, force: true })
  })

  const change = (...ReplicaUpdates: ReplicationGroupUpdate[]) =>
    world.client(home).send(new UpdateTableCommand({ TableName, ReplicaUpdates }))
  const put = (region: string, pk: string) =>
    world.client(region).send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, by: { S: 'me' } } }))
  const ofMe = async (region: string) => {
    const { Items = [] } = await world.client(region).send(
      new QueryCommand({
        TableName,
        IndexName: 'byWhom',
        KeyConditionExpression: '#by = :me',
        ExpressionAttributeNames: { '#by': 'by' },
        ExpressionAttributeValues: { ':me': { S: 'me' } },
      }),
    )
    return Items.map(({ pk }) => pk?.S).toSorted()
  }
  const streamed = async (region: string) => {
    const { Table } = await world.client(region).send(new DescribeTableCommand({ TableName }))
    const StreamArn = Table?.LatestStreamArn
    const streams = world.streams(region)
    const { StreamDescription } = await streams.send(new DescribeStreamCommand({ StreamArn }))
    const ShardId = StreamDescription?.Shards?.[0]?.ShardId
    const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' } as const
    const { ShardIterator } = await streams.send(new GetShardIteratorCommand(begin))
    const { Records = [] } = await streams.send(new GetRecordsCommand({ ShardIterator }))
    return Records.map(({ awsRegion, dynamodb }) => [awsRegion, dynamodb?.Keys?.['pk']?.S])
  }

  it('is written and read in both regions, also after the database is reopened', async () => {
    await put(home, 'a')
    await change({ Create: { RegionName: away } })
    await waitUntilTableExists({ client: world.client(away), maxWaitTime: 20, minDelay: 1 }, { TableName })
    await put(away, 'b')
    if (where === 'in a file') {
      await world.close()
      world = await openWorld(path())
    }
    await put(home, 'c')
    for (const region of [home, away]) {
      expect(await ofMe(region)).toEqual(['a', 'b', 'c'])
      expect(await streamed(region)).toEqual([
        [region, 'b'],
        [region, 'c'],
      ])
    }
  })

  it('is created and removed the way infrastructure tools do it', async () => {
    await change({ Create: { RegionName: away } })
    const { Table } = await world.client(home).send(new DescribeTableCommand({ TableName }))
    expect(Table?.GlobalTableVersion).toBe('2019.11.21')
    expect(Table?.Replicas).toMatchObject([
      { RegionName: away, ReplicaStatus: 'ACTIVE', GlobalSecondaryIndexes: [{ IndexName: 'byWhom' }] },
    ])
    const there = world.client(away)
    await there.send(
      new UpdateContinuousBackupsCommand({
        TableName,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    )
    await change({ Update: { RegionName: away, TableClassOverride: 'STANDARD_INFREQUENT_ACCESS' } })
    const described = await there.send(new DescribeTableCommand({ TableName }))
    expect(described.Table?.TableClassSummary?.TableClass).toBe('STANDARD_INFREQUENT_ACCESS')
    await change({ Delete: { RegionName: away } })
    await waitUntilTableNotExists({ client: there, maxWaitTime: 20, minDelay: 1 }, { TableName })
    await world.client(home).send(new DeleteTableCommand({ TableName }))
  })

  it('keeps transactions atomic and conditions true across regions', async () => {
    await change({ Create: { RegionName: away } })
    const key = { pk: { S: 'count' } }
    const add = (region: string) =>
      world.client(region).send(
        new TransactWriteItemsCommand({
          TransactItems: [
            {
              Update: {
                TableName,
                Key: key,
                UpdateExpression: 'ADD n :one',
                ExpressionAttributeValues: { ':one': { N: '1' } },
              },
            },
          ],
        }),
      )
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(i % 2 === 0 ? home : away)))
    const read = new GetItemCommand({ TableName, Key: key, ConsistentRead: true })
    for (const region of [home, away])
      expect((await world.client(region).send(read)).Item?.['n']?.N).toBe('20')
  })
})

it('clients in one process may use several regions', async () => {
  const db = await openDatabase()
  const clients = [home, away].map((region) => new DynamoDBClient({ ...db.clientConfig(), region }))
  const [here, there] = clients as [DynamoDBClient, DynamoDBClient]
  await db.send('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  })
  await here.send(new UpdateTableCommand({ TableName, ReplicaUpdates: [{ Create: { RegionName: away } }] }))
  await there.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' } } }))
  const { Item } = await here.send(new GetItemCommand({ TableName, Key: { pk: { S: 'a' } } }))
  expect(Item).toEqual({ pk: { S: 'a' } })
  for (const client of clients) client.destroy()
  await db.close()
})
