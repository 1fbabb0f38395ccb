import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  BatchWriteItemCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  SearchVectorsCommand as PlainSearchCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateTableCommand,
  type VectorIndex,
} from '@aws-sdk/client-dynamodb'
import { PutCommand, SearchVectorsCommand } from '@aws-sdk/lib-dynamodb'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

const near: VectorIndex = {
  IndexName: 'near',
  VectorAttribute: { AttributeName: 'embedding' },
  SearchSchema: [
    { AttributeName: 'category', SearchSchemaElementType: 'HASH' },
    { AttributeName: 'brand', SearchSchemaElementType: 'INLINE_FILTER' },
  ],
  Projection: { ProjectionType: 'ALL' },
  Dimensions: 2,
  DistanceFunction: 'EUCLIDEAN',
}
const products = {
  AttributeDefinitions: ['pk', 'category', 'brand'].map((AttributeName) => ({
    AttributeName,
    AttributeType: 'S' as const,
  })),
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' as const }],
}
const inTools = {
  SearchConditionExpression: 'category = :c',
  ExpressionAttributeValues: { ':c': { S: 'tools' } },
}

const item = (pk: string, x: number, y: number) => ({
  pk: { S: pk },
  category: { S: 'tools' },
  brand: { S: pk < 'c' ? 'acme' : 'other' },
  embedding: { L: [{ N: String(x) }, { N: String(y) }] },
})

async function nearest(client: DynamoDBClient, TableName: string, more: object = {}) {
  const vector = [{ N: '0' }, { N: '0' }]
  const input = { TableName, IndexName: 'near', SearchVector: vector, TopK: 3, ...inTools, ...more }
  const { SearchResults = [] } = await client.send(new PlainSearchCommand(input))
  return SearchResults.map(({ Item, Score }) => [Item?.['pk']?.S, Score])
}

describe.each(sdkTargets)('vector indexes with the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client, { ...products, VectorIndexes: [near] })
    const { client } = clients
    await client.send(new PutItemCommand({ TableName, Item: item('a', 3, 4) }))
    await client.send(
      new BatchWriteItemCommand({
        RequestItems: { [TableName]: [{ PutRequest: { Item: item('b', 1, 0) } }] },
      }),
    )
    await client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName, Item: item('c', 0, 2) } },
          { Put: { TableName, Item: { ...item('d', 0, 0), category: { S: 'toys' } } } },
        ],
      }),
    )
  })
  afterAll(() => clients.close())

  it('items are found however they were written, the nearest first', async () => {
    expect(await nearest(clients.client, TableName)).toEqual([
      ['b', 1],
      ['c', 2],
      ['a', 5],
    ])
    const filtered = {
      SearchConditionExpression: 'category = :c AND brand = :b',
      ExpressionAttributeValues: { ':c': { S: 'tools' }, ':b': { S: 'acme' } },
    }
    expect(await nearest(clients.client, TableName, filtered)).toEqual([
      ['b', 1],
      ['a', 5],
    ])
  })

  it('a document client returns numbers and plain values', async () => {
    const document = clients.document()
    await document.send(
      new PutCommand({ TableName, Item: { pk: 'e', category: 'books', embedding: [0.5, 0.25], pages: 12 } }),
    )
    const { SearchResults, ConsumedCapacity } = await document.send(
      new SearchVectorsCommand({
        TableName,
        IndexName: 'near',
        SearchVector: [0.5, 0.25],
        TopK: 1,
        SearchConditionExpression: 'category = :c',
        ExpressionAttributeValues: { ':c': 'books' },
        ProjectionExpression: 'pages, embedding',
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(SearchResults).toEqual([{ Item: { pages: 12, embedding: [0.5, 0.25] }, Score: 0 }])
    expect(ConsumedCapacity).toMatchObject({ VectorSearchRequestBytes: 1024 })
  })

  it('a faulty vector is a ValidationException; in a transaction it is the cancellation reason', async () => {
    const bad = { TableName, Item: { ...item('bad', 0, 0), embedding: { L: [{ N: '1' }] } } }
    const message =
      'One or more parameter values were invalid. Invalid size for parameter embedding, Expected: 2, Actual: 1 IndexName: near'
    const put = await rejection(clients.client.send(new PutItemCommand(bad)))
    expect(put).toMatchObject({ name: 'ValidationException', message })
    const batch = await rejection(
      clients.client.send(
        new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item: bad.Item } }] } }),
      ),
    )
    expect(batch).toMatchObject({ name: 'ValidationException', message })
    const transaction = await rejection(
      clients.client.send(new TransactWriteItemsCommand({ TransactItems: [{ Put: bad }] })),
    )
    expect(transaction).toMatchObject({
      name: 'TransactionCanceledException',
      CancellationReasons: [{ Code: 'ValidationError', Message: message }],
    })
  })

  it('an index that is added to a table with items is filled, and can be removed again', async () => {
    const { client } = clients
    const Late = await makeTable(client, {
      ...products,
      AttributeDefinitions: products.AttributeDefinitions.slice(0, 1),
    })
    for (const each of [item('a', 3, 4), item('b', 1, 0)]) {
      await client.send(new PutItemCommand({ TableName: Late, Item: each }))
    }
    const { TableDescription } = await client.send(
      new UpdateTableCommand({
        TableName: Late,
        AttributeDefinitions: products.AttributeDefinitions.slice(1),
        VectorIndexUpdates: [{ Create: near }],
      }),
    )
    expect(TableDescription?.VectorIndexes).toMatchObject([{ IndexStatus: 'CREATING', Backfilling: false }])
    await untilSearchable(client, Late)
    await client.send(new DeleteItemCommand({ TableName: Late, Key: { pk: { S: 'b' } } }))
    expect(await nearest(client, Late)).toEqual([['a', 5]])
    const Delete = { IndexName: 'near' }
    await client.send(new UpdateTableCommand({ TableName: Late, VectorIndexUpdates: [{ Delete }] }))
    const { Table } = await client.send(new DescribeTableCommand({ TableName: Late }))
    expect(Table?.VectorIndexes).toBeUndefined()
    expect(Table?.AttributeDefinitions).toEqual([{ AttributeName: 'pk', AttributeType: 'S' }])
  })
})

/** Repeats the search until the index is filled, as AWS recommends. */
async function untilSearchable(client: DynamoDBClient, TableName: string): Promise<void> {
  for (;;) {
    try {
      await nearest(client, TableName)
      return
    } catch (error) {
      expect((error as Error).message).toBe('Cannot search backfilling vector index: near')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  }
}

it('the contents of a vector index are there when its file is reopened', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vectors-'))
  const path = join(folder, 'db')
  try {
    const first = await openDatabase({ path })
    const TableName = await makeTable(first.sdkClient(), { ...products, VectorIndexes: [near] })
    await first.sdkClient().send(new PutItemCommand({ TableName, Item: item('a', 3, 4) }))
    expect(await nearest(first.sdkClient(), TableName)).toEqual([['a', 5]])
    await first.close()
    const second = await openDatabase({ path })
    expect(await nearest(second.sdkClient(), TableName)).toEqual([['a', 5]])
    await second.sdkClient().send(new PutItemCommand({ TableName, Item: item('b', 1, 0) }))
    expect(await nearest(second.sdkClient(), TableName)).toEqual([
      ['b', 1],
      ['a', 5],
    ])
    await second.close()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
