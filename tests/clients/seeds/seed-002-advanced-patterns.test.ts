import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  TransactionCanceledException,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { credentials, region, type ServedDatabase, serveDatabase } from '../serve-database.ts'
import { createSearchHandler } from './search-handler.ts'

const TableName = 'my-app'

describe('seed 002, advanced patterns, with the document client of the AWS SDK v3', () => {
  let served: ServedDatabase
  let low: DynamoDBClient
  let client: DynamoDBDocumentClient
  beforeAll(async () => {
    served = await serveDatabase()
    low = new DynamoDBClient({ endpoint: served.url, region, credentials })
    client = DynamoDBDocumentClient.from(low)
    // The seed's CloudFormation resource, except for its time to live and its stream.
    await low.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: ['pk', 'sk', 'GSI1PK', 'GSI1SK'].map((AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        })),
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'GSI1',
            KeySchema: [
              { AttributeName: 'GSI1PK', KeyType: 'HASH' },
              { AttributeName: 'GSI1SK', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
      }),
    )
    await waitUntilTableExists({ client: low, maxWaitTime: 20, minDelay: 1 }, { TableName })
  })
  afterAll(async () => {
    low.destroy()
    await served.close()
  })

  it('seed 002, table definition: the table and its index are as declared', async () => {
    const { Table } = await low.send(new DescribeTableCommand({ TableName }))
    expect(Table).toMatchObject({
      BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' },
      GlobalSecondaryIndexes: [
        { IndexName: 'GSI1', IndexStatus: 'ACTIVE', Projection: { ProjectionType: 'ALL' }, ItemCount: 0 },
      ],
    })
  })
  it('seed 002, table definition: it has a stream of old and new images', async () => {
    const { Table } = await low.send(new DescribeTableCommand({ TableName }))
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' })
    expect(Table?.LatestStreamArn).toContain(':table/my-app/stream/')
  })

  it('seed 002, composite keys: a user with the newest orders in one query', async () => {
    await putAll([
      profile('u1'),
      order('u1', '2024-02-03', 'a'),
      order('u1', '2024-03-01', 'b'),
      order('u1', '2024-02-10', 'c'),
    ])
    const { Items } = await client.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': 'USER#u1', ':first': 'ORDER#', ':last': 'PROFILE' },
        ScanIndexForward: false,
        Limit: 3,
      }),
    )
    expect(Items?.map((item) => item['sk'])).toEqual(['PROFILE', 'ORDER#2024-03-01#b', 'ORDER#2024-02-10#c'])
  })

  it('seed 002, overloaded index: a profile by mail address, orders by status and date', async () => {
    await putAll([profile('u2'), order('u2', '2024-04-02', 'd'), order('u2', '2024-04-01', 'e')])
    const byMail = await inIndex('EMAIL#u2@example.com')
    expect(byMail.map((item) => item['pk'])).toEqual(['USER#u2'])
    const open = await inIndex('STATUS#open', '2024-04')
    expect(open.map((item) => item['orderId'])).toEqual(['e', 'd'])
  })

  it('seed 002, the scan it warns of: everything is read and charged, whatever the filter keeps', async () => {
    await putAll(Array.from({ length: 20 }, (_, at) => order('u3', '2024-05-01', `x${at}`)))
    const answer = await client.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'orderId = :id',
        ExpressionAttributeValues: { ':id': 'x7' },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(answer.Count).toBe(1)
    expect(answer.ScannedCount).toBeGreaterThanOrEqual(20)
  })

  it('seed 002, transaction: the stock is reduced and the order is stored', async () => {
    await putAll([stock('s1', 5), stock('s2', 1)])
    await client.send(placeOrder('u4', 'o1', { s1: 2, s2: 1 }))
    expect(await stockOf('s1')).toBe(3)
    expect(await stockOf('s2')).toBe(0)
    expect(await exists('USER#u4', 'ORDER#2024-06-01#o1')).toBe(true)
  })

  it('seed 002, transaction: without enough stock neither happens, and the reasons name the product', async () => {
    await putAll([stock('s3', 5), stock('s4', 1)])
    const error = await rejection(client.send(placeOrder('u5', 'o2', { s3: 1, s4: 2 })))
    expect(error).toBeInstanceOf(TransactionCanceledException)
    expect((error as TransactionCanceledException).CancellationReasons?.map((reason) => reason.Code)).toEqual(
      ['None', 'None', 'ConditionalCheckFailed'],
    )
    expect(await stockOf('s3')).toBe(5)
    expect(await exists('USER#u5', 'ORDER#2024-06-01#o2')).toBe(false)
  })

  it('seed 002, the independent writes it warns of: the first remains when the second fails', async () => {
    await putAll([stock('s5', 5), order('u6', '2024-06-01', 'o3')])
    await client.send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'PRODUCT#s5', sk: 'INVENTORY' },
        UpdateExpression: 'SET stock = stock - :qty',
        ExpressionAttributeValues: { ':qty': 1 },
      }),
    )
    const again = order('u6', '2024-06-01', 'o3')
    const put = new PutCommand({ TableName, Item: again, ConditionExpression: 'attribute_not_exists(pk)' })
    expect((await rejection(client.send(put))).name).toBe('ConditionalCheckFailedException')
    expect(await stockOf('s5')).toBe(4)
  })

  it('seed 002, sparse index: items without its key are not in it', async () => {
    await putAll([stock('s6', 1)])
    const { Items } = await client.send(new ScanCommand({ TableName, IndexName: 'GSI1' }))
    expect(Items?.map((item) => item['pk'])).not.toContain('PRODUCT#s6')
  })

  it('seed 002, session with an expiry: the time is stored as a number', async () => {
    const Item = { pk: 'SESSION#1', sk: 'DATA', userId: 'u1', ttl: 1_800_000_000 }
    await client.send(new PutCommand({ TableName, Item }))
    const read = await client.send(new GetCommand({ TableName, Key: { pk: 'SESSION#1', sk: 'DATA' } }))
    expect(read.Item).toEqual(Item)
  })
  it('seed 002, change data capture: a handler for Lambda keeps a search index', async () => {
    const { handler, documents } = createSearchHandler()
    const trigger = await served.db.on(TableName, handler)
    const first = { pk: 'ORDER#1', sk: 'META', total: 12.5, tags: new Set(['new']) }
    await putAll([first, { pk: 'USER#1', sk: 'PROFILE' }])
    await trigger.idle()
    expect(documents).toEqual(new Map([['ORDER#1/META', first]]))
    await putAll([
      { ...first, total: 13 },
      { pk: 'ORDER#2', sk: 'META', total: 1 },
    ])
    await client.send(new DeleteCommand({ TableName, Key: { pk: 'ORDER#1', sk: 'META' } }))
    await trigger.idle()
    expect([...documents.keys()]).toEqual(['ORDER#2/META'])
    await trigger.stop()
  })

  it('seed 002, batches: sixty items go in chunks of 25, until nothing is unprocessed', async () => {
    const items = Array.from({ length: 60 }, (_, at) => ({ pk: 'BULK', sk: String(at).padStart(3, '0') }))
    let requests = 0
    for (let start = 0; start < items.length; start += 25) {
      let pending: NonNullable<BatchWriteCommandInput['RequestItems']> = {
        [TableName]: items.slice(start, start + 25).map((Item) => ({ PutRequest: { Item } })),
      }
      while (Object.keys(pending).length > 0) {
        const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: pending }))
        pending = UnprocessedItems ?? {}
        requests += 1
      }
    }
    expect(requests).toBe(3)
    const { Count } = await client.send(
      new QueryCommand({
        TableName,
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': 'BULK' },
      }),
    )
    expect(Count).toBe(60)
  })

  it('seed 002, batches: 26 items in one request are refused', async () => {
    const requests = Array.from({ length: 26 }, (_, at) => ({
      PutRequest: { Item: { pk: 'BULK', sk: `n${at}` } },
    }))
    const error = await rejection(
      client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } })),
    )
    expect(error.name).toBe('ValidationException')
    expect(error.message).toContain('Member must have length less than or equal to 25')
  })

  const profile = (id: string) => ({
    pk: `USER#${id}`,
    sk: 'PROFILE',
    GSI1PK: `EMAIL#${id}@example.com`,
    GSI1SK: `USER#${id}`,
  })
  const order = (user: string, date: string, orderId: string) => ({
    pk: `USER#${user}`,
    sk: `ORDER#${date}#${orderId}`,
    orderId,
    status: 'open',
    GSI1PK: 'STATUS#open',
    GSI1SK: `${date}#${orderId}`,
  })
  const stock = (sku: string, count: number) => ({ pk: `PRODUCT#${sku}`, sk: 'INVENTORY', stock: count })

  function placeOrder(user: string, orderId: string, lines: { [sku: string]: number }): TransactWriteCommand {
    const Item = order(user, '2024-06-01', orderId)
    return new TransactWriteCommand({
      TransactItems: [
        { Put: { TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' } },
        ...Object.entries(lines).map(([sku, quantity]) => ({
          Update: {
            TableName,
            Key: { pk: `PRODUCT#${sku}`, sk: 'INVENTORY' },
            UpdateExpression: 'SET stock = stock - :qty',
            ConditionExpression: 'stock >= :qty',
            ExpressionAttributeValues: { ':qty': quantity },
          },
        })),
      ],
    })
  }

  async function putAll(items: readonly object[]): Promise<void> {
    const requests = items.map((Item) => ({ PutRequest: { Item: { ...Item } } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }))
  }

  async function inIndex(pk: string, prefix?: string): Promise<Record<string, unknown>[]> {
    const { Items = [] } = await client.send(
      new QueryCommand({
        TableName,
        IndexName: 'GSI1',
        KeyConditionExpression:
          prefix === undefined ? 'GSI1PK = :pk' : 'GSI1PK = :pk AND begins_with(GSI1SK, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ...(prefix === undefined ? {} : { ':sk': prefix }) },
      }),
    )
    return Items
  }

  async function stockOf(sku: string): Promise<unknown> {
    const Key = { pk: `PRODUCT#${sku}`, sk: 'INVENTORY' }
    return (await client.send(new GetCommand({ TableName, Key }))).Item?.['stock']
  }

  async function exists(pk: string, sk: string): Promise<boolean> {
    return (await client.send(new GetCommand({ TableName, Key: { pk, sk } }))).Item !== undefined
  }
})
