import {
  type ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  type GetItemCommandOutput,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  TransactGetItemsCommand,
  type TransactionCanceledException,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  QueryCommand as DocumentQueryCommand,
  DynamoDBDocument,
  PutCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { unknownCommand } from '../unknown-command.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } })

describe.each(sdkTargets)('what callers expect of the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client, {
      AttributeDefinitions: ['pk', 'sk', 'local'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      LocalSecondaryIndexes: [
        {
          IndexName: 'by-local',
          KeySchema: [
            { AttributeName: 'pk', KeyType: 'HASH' },
            { AttributeName: 'local', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'ALL' },
        },
      ],
    })
  })
  afterAll(() => clients.close())

  it('the client is a DynamoDBClient', () => {
    expect(clients.client).toBeInstanceOf(DynamoDBClient)
  })

  it('every answer has metadata, and so has every error', async () => {
    const metadata = { httpStatusCode: 200, attempts: 1, requestId: expect.any(String) }
    expect((await clients.client.send(new ListTablesCommand({}))).$metadata).toMatchObject(metadata)
    const error = await rejection(
      clients.client.send(new GetItemCommand({ TableName: 'nowhere', Key: key('a', 'b') })),
    )
    expect(error).toMatchObject({ $metadata: { ...metadata, httpStatusCode: 400 }, $fault: 'client' })
  })

  it('send takes a callback', async () => {
    const answer = await new Promise<unknown>((resolve) => {
      clients.client.send(new GetItemCommand({ TableName, Key: key('no', 'where') }), (error, output) =>
        resolve(error ?? output),
      )
    })
    expect((answer as GetItemCommandOutput).$metadata.httpStatusCode).toBe(200)
    const failure = await new Promise<unknown>((resolve) => {
      clients.client.send(new GetItemCommand({ TableName: 'nowhere', Key: key('a', 'b') }), (error) =>
        resolve(error),
      )
    })
    expect(failure).toMatchObject({ name: 'ResourceNotFoundException' })
  })

  it('an aborted request rejects', async () => {
    const abort = new AbortController()
    abort.abort()
    const error = await rejection(
      clients.client.send(new ListTablesCommand({}), { abortSignal: abort.signal }),
    )
    expect(error.name).toBe('AbortError')
  })

  it('an input is not changed, even when it is frozen, and a command may be sent again', async () => {
    const Item = Object.freeze({
      ...key('frozen', '1'),
      list: Object.freeze({ L: [Object.freeze({ N: '1.0' })] }),
    })
    const command = new PutItemCommand(Object.freeze({ TableName, Item }))
    await clients.client.send(command)
    await clients.client.send(command)
    expect(Item.list).toEqual({ L: [{ N: '1.0' }] })
    const read = await clients.client.send(new GetItemCommand({ TableName, Key: key('frozen', '1') }))
    expect(read.Item?.['list']).toEqual({ L: [{ N: '1' }] })
  })

  it('an answer belongs to the caller: changing it changes nothing stored', async () => {
    await clients.client.send(
      new PutItemCommand({ TableName, Item: { ...key('own', '1'), m: { M: { a: { S: 'x' } } } } }),
    )
    const get = () => clients.client.send(new GetItemCommand({ TableName, Key: key('own', '1') }))
    const first = await get()
    if (first.Item) first.Item['m'] = { S: 'changed' }
    expect((await get()).Item?.['m']).toEqual({ M: { a: { S: 'x' } } })
  })

  it('bytes may be a view of a larger buffer', async () => {
    const pool = new Uint8Array([9, 9, 1, 2, 3, 9])
    const Item = { ...key('view', '1'), part: { B: pool.subarray(2, 5) }, pooled: { B: Buffer.from('abc') } }
    await clients.client.send(new PutItemCommand({ TableName, Item }))
    pool.fill(0)
    const read = await clients.client.send(new GetItemCommand({ TableName, Key: key('view', '1') }))
    expect(read.Item?.['part']?.B).toEqual(new Uint8Array([1, 2, 3]))
    expect(read.Item?.['pooled']?.B).toEqual(new Uint8Array([97, 98, 99]))
  })

  it('undefined members of an input count as absent', async () => {
    const input = {
      TableName,
      Key: key('no', 'where'),
      ConsistentRead: undefined,
      ProjectionExpression: undefined,
    }
    // Programs without exactOptionalPropertyTypes do this all the time.
    const answer = await clients.client.send(
      new GetItemCommand(input as unknown as { TableName: string; Key: never }),
    )
    expect(answer.Item).toBeUndefined()
  })

  it('undefined attributes of an item are left out', async () => {
    const Item = {
      ...key('undefined', '1'),
      gone: undefined,
      map: { M: { kept: { S: 'k' }, gone: undefined } },
    }
    await clients.client.send(new PutItemCommand({ TableName, Item: Item as never }))
    const read = await clients.client.send(new GetItemCommand({ TableName, Key: key('undefined', '1') }))
    expect(read.Item).toEqual({ ...key('undefined', '1'), map: { M: { kept: { S: 'k' } } } })
  })

  it('an operation that the database does not have is refused after one attempt', async () => {
    const error = await rejection(clients.client.send(unknownCommand()))
    expect(error).toMatchObject({ name: 'UnknownOperationException', $metadata: { attempts: 1 } })
  })

  it('unknown members are ignored', async () => {
    const input = { TableName, Key: key('no', 'where'), Unheard: { of: 1 } }
    const answer = await clients.client.send(new GetItemCommand(input))
    expect(answer.$metadata.httpStatusCode).toBe(200)
  })

  it('a missing required member is refused', async () => {
    const input = { TableName } as unknown as { TableName: string; Key: never }
    const error = await rejection(clients.client.send(new GetItemCommand(input)))
    expect(error).toMatchObject({
      name: 'ValidationException',
      message:
        "1 validation error detected: Value null at 'key' failed to satisfy constraint: Member must not be null",
    })
  })

  it('items inside errors are attribute values for both clients, including bytes', async () => {
    const Item = { pk: 'error', sk: '1', blob: new Uint8Array([5]) }
    const wire = { ...key('error', '1'), blob: { B: new Uint8Array([5]) } }
    await clients.document().send(new PutCommand({ TableName, Item }))
    const condition = {
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }
    const single = await rejection(clients.document().send(new PutCommand({ TableName, Item, ...condition })))
    expect((single as ConditionalCheckFailedException).Item).toEqual(wire)
    const many = await rejection(
      clients
        .document()
        .send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item, ...condition } }] })),
    )
    expect((many as TransactionCanceledException).CancellationReasons?.[0]?.Item).toEqual(wire)
  })

  it('the document client reads keys of item collections and the capacity of indexes', async () => {
    const answer = await clients.document().send(
      new UpdateCommand({
        TableName,
        Key: { pk: 'metrics', sk: '1' },
        UpdateExpression: 'SET #local = :l',
        ExpressionAttributeNames: { '#local': 'local' },
        ExpressionAttributeValues: { ':l': 'x' },
        ReturnConsumedCapacity: 'INDEXES',
        ReturnItemCollectionMetrics: 'SIZE',
      }),
    )
    expect(answer.ItemCollectionMetrics).toEqual({
      ItemCollectionKey: { pk: 'metrics' },
      SizeEstimateRangeGB: [0, 1],
    })
    expect(answer.ConsumedCapacity).toEqual({
      TableName,
      CapacityUnits: 2,
      Table: { CapacityUnits: 1 },
      LocalSecondaryIndexes: { 'by-local': { CapacityUnits: 1 } },
    })
  })

  it('the document client takes the legacy conditions', async () => {
    await clients.document().send(new PutCommand({ TableName, Item: { pk: 'old', sk: '1', n: 5 } }))
    const found = await clients.document().send(
      new DocumentQueryCommand({
        TableName,
        KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: ['old'] } },
        QueryFilter: { n: { ComparisonOperator: 'BETWEEN', AttributeValueList: [4, 6] } },
      }),
    )
    expect(found.Items).toEqual([{ pk: 'old', sk: '1', n: 5 }])
  })

  it('DynamoDBDocument has a method for each command', async () => {
    const document = DynamoDBDocument.from(clients.client)
    await document.put({ TableName, Item: { pk: 'methods', sk: '1', v: 1 } })
    const { Item } = await document.get({ TableName, Key: { pk: 'methods', sk: '1' } })
    expect(Item).toEqual({ pk: 'methods', sk: '1', v: 1 })
  })

  it('the document client takes back a start key as it returned it, including numbers', async () => {
    const document = clients.document()
    for (const sk of ['1', '2', '3'])
      await document.send(new PutCommand({ TableName, Item: { pk: 'start', sk, local: `l${sk}` } }))
    const input = {
      TableName,
      IndexName: 'by-local',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': 'start' },
      Limit: 2,
    }
    const first = await document.send(new DocumentQueryCommand(input))
    expect(first.LastEvaluatedKey).toEqual({ pk: 'start', sk: '2', local: 'l2' })
    const second = await document.send(
      new DocumentQueryCommand({ ...input, ExclusiveStartKey: first.LastEvaluatedKey }),
    )
    expect(second.Items?.map((item) => item['sk'])).toEqual(['3'])
  })

  it('a page ends at one megabyte', async () => {
    const name = await makeTable(clients.client)
    const text = 'x'.repeat(300_000)
    for (let at = 0; at < 4; at++) {
      await clients.client.send(
        new PutItemCommand({ TableName: name, Item: { ...key('big', String(at)), text: { S: text } } }),
      )
    }
    const input = {
      TableName: name,
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: { ':p': { S: 'big' } },
      ReturnConsumedCapacity: 'TOTAL' as const,
    }
    const page = await clients.client.send(new QueryCommand(input))
    // The item that crosses the limit is the last of its page.
    expect(page.Count).toBe(4)
    expect(page.LastEvaluatedKey).toEqual(key('big', '3'))
  })

  it('many concurrent requests each get their own answer', async () => {
    const items = Array.from({ length: 100 }, (_, at) => ({
      ...key('many', String(at)),
      n: { N: String(at) },
    }))
    await Promise.all(items.map((Item) => clients.client.send(new PutItemCommand({ TableName, Item }))))
    const answers = await Promise.all(
      items.map(({ pk, sk }) => clients.client.send(new GetItemCommand({ TableName, Key: { pk, sk } }))),
    )
    expect(answers.map((answer) => answer.Item)).toEqual(items)
  })

  it('nested, projected and missing parts come through batch get, scan and transactions', async () => {
    const document = clients.document()
    await document.send(
      new PutCommand({ TableName, Item: { pk: 'parts', sk: '1', a: [{ b: 1 }, { b: 2 }], c: new Set([1]) } }),
    )
    const Keys = [
      { pk: 'parts', sk: '1' },
      { pk: 'parts', sk: '2' },
    ]
    const got = await document.send(
      new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ProjectionExpression: 'a[1].b, c' } } }),
    )
    expect(got.Responses).toEqual({ [TableName]: [{ a: [{ b: 2 }], c: new Set([1]) }] })
    const scanned = await document.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'size(a) = :two',
        ExpressionAttributeValues: { ':two': 2 },
        ProjectionExpression: 'a[0]',
      }),
    )
    expect(scanned.Items).toEqual([{ a: [{ b: 1 }] }])
    const read = await clients.client.send(
      new TransactGetItemsCommand({
        TransactItems: [{ Get: { TableName, Key: key('parts', '1'), ProjectionExpression: 'absent' } }],
        ReturnConsumedCapacity: 'TOTAL',
      }),
    )
    expect(read.Responses).toEqual([{}])
    expect(read.ConsumedCapacity).toEqual([{ TableName, CapacityUnits: 2, ReadCapacityUnits: 2 }])
  })

  it('of two concurrent transactions on one item both succeed, or one reports the conflict', async () => {
    const add = () =>
      clients.client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            {
              Update: {
                TableName,
                Key: key('race', '1'),
                UpdateExpression: 'ADD n :one',
                ExpressionAttributeValues: { ':one': { N: '1' } },
              },
            },
          ],
        }),
      )
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, add))
    const done = outcomes.filter((outcome) => outcome.status === 'fulfilled').length
    const { Item } = await clients.client.send(new GetItemCommand({ TableName, Key: key('race', '1') }))
    expect(Item?.['n']).toEqual({ N: String(done) })
  })
})
