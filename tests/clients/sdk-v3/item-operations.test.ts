import {
  type AttributeValue,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } })

const everyType: Record<string, AttributeValue> = {
  ...key('types', 'all'),
  text: { S: 'Grüße, 世界 🌍' },
  emptyText: { S: '' },
  number: { N: '12345678901234567890123456789012345678' },
  tiny: { N: '-0.00000000000000000000000000000000000001' },
  binary: { B: new Uint8Array([0, 1, 127, 128, 255]) },
  emptyBinary: { B: new Uint8Array() },
  truth: { BOOL: false },
  nothing: { NULL: true },
  texts: { SS: ['a', 'b', 'ü'] },
  numbers: { NS: ['-1', '0.5', '10'] },
  binaries: { BS: [new Uint8Array([1]), new Uint8Array([2, 3])] },
  list: { L: [{ S: 'x' }, { N: '1' }, { L: [] }, { M: {} }] },
  map: { M: { constructor: { S: 'an ordinary name' }, 'a.b': { B: new Uint8Array([9]) } } },
}

describe.each(sdkTargets)('items through the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client)
  })
  afterAll(() => clients.close())

  it('PutItem and GetItem carry a value of each type both ways', async () => {
    await clients.client.send(new PutItemCommand({ TableName, Item: everyType }))
    const { Item } = await clients.client.send(new GetItemCommand({ TableName, Key: key('types', 'all') }))
    expect(Item).toEqual(everyType)
    expect(Item?.['binary']?.B).toBeInstanceOf(Uint8Array)
  })

  it('GetItem of a missing item returns an answer without an item', async () => {
    const answer = await clients.client.send(new GetItemCommand({ TableName, Key: key('no', 'such') }))
    expect(answer.Item).toBeUndefined()
  })

  it('GetItem projects nested paths and reports consumed capacity', async () => {
    await clients.client.send(new PutItemCommand({ TableName, Item: everyType }))
    const answer = await clients.client.send(
      new GetItemCommand({
        TableName,
        Key: key('types', 'all'),
        ProjectionExpression: '#list[1], #map.#dotted',
        ExpressionAttributeNames: { '#list': 'list', '#map': 'map', '#dotted': 'a.b' },
        ConsistentRead: true,
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(answer.Item).toEqual({
      list: { L: [{ N: '1' }] },
      map: { M: { 'a.b': { B: new Uint8Array([9]) } } },
    })
    expect(answer.ConsumedCapacity).toEqual({ TableName, CapacityUnits: 1 })
  })

  it('UpdateItem sets, removes, adds and deletes in one request', async () => {
    const Item = {
      ...key('u', '1'),
      n: { N: '1' },
      tags: { SS: ['x', 'y'] },
      seen: { NS: ['1'] },
      old: { S: 'o' },
    }
    await clients.client.send(new PutItemCommand({ TableName, Item }))
    const { Attributes } = await clients.client.send(
      new UpdateItemCommand({
        TableName,
        Key: key('u', '1'),
        UpdateExpression:
          'SET n = n + :one, l = list_append(if_not_exists(l, :none), :more) REMOVE #old ADD seen :two DELETE tags :x',
        ExpressionAttributeNames: { '#old': 'old' },
        ExpressionAttributeValues: {
          ':one': { N: '1' },
          ':none': { L: [] },
          ':more': { L: [{ BOOL: true }] },
          ':two': { NS: ['2'] },
          ':x': { SS: ['x'] },
        },
        ReturnValues: 'ALL_NEW',
      }),
    )
    expect(Attributes).toEqual({
      ...key('u', '1'),
      n: { N: '2' },
      l: { L: [{ BOOL: true }] },
      tags: { SS: ['y'] },
      seen: { NS: ['1', '2'] },
    })
  })

  it('DeleteItem returns the deleted item', async () => {
    const Item = { ...key('d', '1'), blob: { B: new Uint8Array([7]) } }
    await clients.client.send(new PutItemCommand({ TableName, Item }))
    const Key = key('d', '1')
    const first = await clients.client.send(
      new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }),
    )
    expect(first.Attributes).toEqual(Item)
    const second = await clients.client.send(
      new DeleteItemCommand({ TableName, Key, ReturnValues: 'ALL_OLD' }),
    )
    expect(second.Attributes).toBeUndefined()
  })

  it('the legacy parameters still work: AttributeUpdates, Expected, KeyConditions, ScanFilter', async () => {
    const Key = key('legacy', '1')
    await clients.client.send(
      new UpdateItemCommand({
        TableName,
        Key,
        AttributeUpdates: { score: { Action: 'ADD', Value: { N: '3' } } },
        Expected: { score: { Exists: false } },
      }),
    )
    const queried = await clients.client.send(
      new QueryCommand({
        TableName,
        KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'legacy' }] } },
      }),
    )
    expect(queried.Items).toEqual([{ ...Key, score: { N: '3' } }])
    const scanned = await clients.client.send(
      new ScanCommand({
        TableName,
        ScanFilter: { score: { ComparisonOperator: 'GE', AttributeValueList: [{ N: '3' }] } },
        AttributesToGet: ['score'],
      }),
    )
    expect(scanned.Items).toEqual([{ score: { N: '3' } }])
  })

  it('Query reads a range in either direction and resumes where it ended', async () => {
    const name = await filled(['a1', 'a2', 'a3', 'b1'])
    const input = {
      TableName: name,
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :a)',
      ExpressionAttributeValues: { ':p': { S: 'p' }, ':a': { S: 'a' } },
      ScanIndexForward: false,
      Limit: 2,
    }
    const first = await clients.client.send(new QueryCommand(input))
    expect(first.Items?.map((item) => item['sk']?.S)).toEqual(['a3', 'a2'])
    expect(first.LastEvaluatedKey).toEqual(key('p', 'a2'))
    const next = { ...input, ExclusiveStartKey: first.LastEvaluatedKey }
    const second = await clients.client.send(new QueryCommand(next))
    expect(second.Items?.map((item) => item['sk']?.S)).toEqual(['a1'])
    expect(second.LastEvaluatedKey).toBeUndefined()
  })

  it('Query counts without returning items', async () => {
    const name = await filled(['1', '2', '3'])
    const answer = await clients.client.send(
      new QueryCommand({
        TableName: name,
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :p',
        FilterExpression: 'sk_copy > :one',
        ExpressionAttributeValues: { ':p': { S: 'p' }, ':one': { S: '1' } },
      }),
    )
    expect(answer).toMatchObject({ Count: 2, ScannedCount: 3 })
    expect(answer.Items).toBeUndefined()
  })

  it('Scan segments cover the table exactly once', async () => {
    const name = await makeTable(clients.client)
    const requests = Array.from({ length: 24 }, (_, at) => ({ PutRequest: { Item: key(`p${at}`, 's') } }))
    await clients.client.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }))
    const segments = await Promise.all(
      [0, 1, 2, 3].map((Segment) =>
        clients.client.send(new ScanCommand({ TableName: name, Segment, TotalSegments: 4 })),
      ),
    )
    const seen = segments.flatMap((segment) => segment.Items ?? []).map((item) => item['pk']?.S)
    expect(seen.toSorted()).toEqual(requests.map((_, at) => `p${at}`).sort())
  })

  it('BatchWriteItem puts and deletes, BatchGetItem reads the existing items', async () => {
    const name = await filled(['1', '2'])
    const written = await clients.client.send(
      new BatchWriteItemCommand({
        RequestItems: {
          [name]: [{ DeleteRequest: { Key: key('p', '1') } }, { PutRequest: { Item: key('p', '3') } }],
        },
      }),
    )
    expect(written.UnprocessedItems).toEqual({})
    const read = await clients.client.send(
      new BatchGetItemCommand({
        RequestItems: {
          [name]: { Keys: [key('p', '1'), key('p', '2'), key('p', '3')], ProjectionExpression: 'sk' },
        },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    const items = read.Responses?.[name] ?? []
    expect(items.map((item) => item['sk']?.S).sort()).toEqual(['2', '3'])
    expect(read.UnprocessedKeys).toEqual({})
    expect(read.ConsumedCapacity).toEqual([{ TableName: name, CapacityUnits: 1.5 }])
  })

  it('TransactWriteItems does all four actions at once, TransactGetItems reads in the requested order', async () => {
    const name = await filled(['1', '2', '3'])
    const written = await clients.client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: name, Item: key('p', '9') } },
          { Delete: { TableName: name, Key: key('p', '1') } },
          {
            Update: {
              TableName: name,
              Key: key('p', '2'),
              UpdateExpression: 'SET v = :v',
              ExpressionAttributeValues: { ':v': { N: '1' } },
            },
          },
          {
            ConditionCheck: {
              TableName: name,
              Key: key('p', '3'),
              ConditionExpression: 'attribute_exists(pk)',
            },
          },
        ],
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(written.ConsumedCapacity).toEqual([{ TableName: name, CapacityUnits: 8, WriteCapacityUnits: 8 }])
    const Get = (sk: string) => ({ Get: { TableName: name, Key: key('p', sk) } })
    const read = await clients.client.send(
      new TransactGetItemsCommand({ TransactItems: [Get('9'), Get('1'), Get('2')] }),
    )
    expect(read.Responses).toEqual([
      { Item: key('p', '9') },
      {},
      { Item: { ...key('p', '2'), sk_copy: { S: '2' }, v: { N: '1' } } },
    ])
  })

  it('a transaction sent again with the same token has no further effect', async () => {
    const command = new TransactWriteItemsCommand({
      ClientRequestToken: 'add-five',
      TransactItems: [
        {
          Update: {
            TableName,
            Key: key('tx', 'sum'),
            UpdateExpression: 'ADD amount :five',
            ExpressionAttributeValues: { ':five': { N: '5' } },
          },
        },
      ],
    })
    await clients.client.send(command)
    await clients.client.send(command)
    const { Item } = await clients.client.send(new GetItemCommand({ TableName, Key: key('tx', 'sum') }))
    expect(Item?.['amount']).toEqual({ N: '5' })
  })

  /** Creates a table with items under `p`, one for each sort key. */
  async function filled(sortKeys: readonly string[]): Promise<string> {
    const name = await makeTable(clients.client)
    const requests = sortKeys.map((sk) => ({ PutRequest: { Item: { ...key('p', sk), sk_copy: { S: sk } } } }))
    await clients.client.send(new BatchWriteItemCommand({ RequestItems: { [name]: requests } }))
    return name
  }
})
