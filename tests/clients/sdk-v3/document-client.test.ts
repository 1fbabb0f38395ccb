import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  NumberValue,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

describe.each(sdkTargets)('the document client of the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client)
  })
  afterAll(() => clients.close())

  it('JavaScript values of each kind come back unchanged', async () => {
    const Item = {
      pk: 'kinds',
      sk: '1',
      text: 'plain',
      number: 1.5,
      truth: true,
      nothing: null,
      bytes: new Uint8Array([1, 2, 254]),
      texts: new Set(['a', 'b']),
      numbers: new Set([1, 2.5]),
      blobs: new Set([new Uint8Array([3])]),
      list: [1, 'two', [3], { four: 4 }],
      map: { deep: { deeper: [new Set(['x'])] } },
    }
    const document = clients.document()
    await document.send(new PutCommand({ TableName, Item }))
    const answer = await document.send(new GetCommand({ TableName, Key: { pk: 'kinds', sk: '1' } }))
    expect(answer.Item).toEqual(Item)
  })

  it('numbers beyond 2^53 keep all their digits as NumberValue', async () => {
    const digits = '9007199254740993000000000000000000001'
    const document = clients.document({ unmarshallOptions: { wrapNumbers: true } })
    const Item = {
      pk: 'big',
      sk: '1',
      n: NumberValue.from(digits),
      set: new Set([NumberValue.from('9007199254740993')]),
    }
    await document.send(new PutCommand({ TableName, Item }))
    const answer = await document.send(new GetCommand({ TableName, Key: { pk: 'big', sk: '1' } }))
    expect(answer.Item?.['n'].toString()).toBe(digits)
    const [member] = answer.Item?.['set'] ?? []
    expect(member.toString()).toBe('9007199254740993')
  })

  it('a BigInt comes back as one, and a fraction too long for JavaScript is refused by the SDK', async () => {
    const document = clients.document()
    await document.send(new PutCommand({ TableName, Item: { pk: 'big', sk: '2', n: 2n ** 64n } }))
    const whole = await document.send(new GetCommand({ TableName, Key: { pk: 'big', sk: '2' } }))
    expect(whole.Item?.['n']).toBe(18446744073709551616n)
    const Item = { pk: 'big', sk: '3', n: NumberValue.from('18446744073709551616.5') }
    await document.send(new PutCommand({ TableName, Item }))
    const error = await rejection(document.send(new GetCommand({ TableName, Key: { pk: 'big', sk: '3' } })))
    expect(error.message).toMatch(/18446744073709551616\.5 can't be converted/)
  })

  it('the SDK refuses undefined members unless told to remove them', async () => {
    const Item = { pk: 'undefined', sk: '1', gone: undefined, map: { kept: 1, gone: undefined } }
    const error = await rejection(clients.document().send(new PutCommand({ TableName, Item })))
    expect(error.message).toMatch(/removeUndefinedValues/)
    const lenient = clients.document({ marshallOptions: { removeUndefinedValues: true } })
    await lenient.send(new PutCommand({ TableName, Item }))
    const answer = await lenient.send(new GetCommand({ TableName, Key: { pk: 'undefined', sk: '1' } }))
    expect(answer.Item).toEqual({ pk: 'undefined', sk: '1', map: { kept: 1 } })
  })

  it('empty texts, sets and bytes become NULL when the SDK is told to', async () => {
    const document = clients.document({ marshallOptions: { convertEmptyValues: true } })
    const Item = { pk: 'empty', sk: '1', text: '', set: new Set(), bytes: new Uint8Array() }
    await document.send(new PutCommand({ TableName, Item }))
    const answer = await document.send(new GetCommand({ TableName, Key: { pk: 'empty', sk: '1' } }))
    expect(answer.Item).toEqual({ pk: 'empty', sk: '1', text: null, set: null, bytes: null })
  })

  it('objects of classes become maps when the SDK is told to', async () => {
    class Point {
      x = 1
      y = 2
    }
    const document = clients.document({ marshallOptions: { convertClassInstanceToMap: true } })
    await document.send(new PutCommand({ TableName, Item: { pk: 'class', sk: '1', at: new Point() } }))
    const answer = await document.send(new GetCommand({ TableName, Key: { pk: 'class', sk: '1' } }))
    expect(answer.Item?.['at']).toEqual({ x: 1, y: 2 })
  })

  it('update, query and delete', async () => {
    const document = clients.document()
    const Key = { pk: 'cycle', sk: '1' }
    const updated = await document.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET visits = if_not_exists(visits, :none) + :one ADD seen :member',
        ExpressionAttributeValues: { ':none': 0, ':one': 1, ':member': new Set(['home']) },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    expect(updated.Attributes).toEqual({ visits: 1, seen: new Set(['home']) })
    const queried = await document.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: 'pk = :p AND sk BETWEEN :low AND :high',
        FilterExpression: 'contains(seen, :home)',
        ExpressionAttributeValues: { ':p': 'cycle', ':low': '0', ':high': '2', ':home': 'home' },
      }),
    )
    expect(queried.Items).toEqual([{ ...Key, visits: 1, seen: new Set(['home']) }])
    const deleted = await document.send(
      new DeleteCommand({
        TableName,
        Key,
        ConditionExpression: 'visits = :v',
        ExpressionAttributeValues: { ':v': 1 },
      }),
    )
    expect(deleted.Attributes).toBeUndefined()
    const left = await document.send(new GetCommand({ TableName, Key }))
    expect(left.Item).toBeUndefined()
  })

  it('batches and transactions', async () => {
    const document = clients.document()
    await document.send(
      new BatchWriteCommand({
        RequestItems: {
          [TableName]: ['1', '2', '3'].map((sk) => ({
            PutRequest: { Item: { pk: 'batch', sk, n: Number(sk) } },
          })),
        },
      }),
    )
    await document
      .send(
        new TransactWriteCommand({
          TransactItems: [
            { Delete: { TableName, Key: { pk: 'batch', sk: '1' } } },
            {
              Update: {
                TableName,
                Key: { pk: 'batch', sk: '2' },
                UpdateExpression: 'SET n = n * :no',
                ExpressionAttributeValues: { ':no': 1 },
              },
            },
          ],
        }),
      )
      .then(
        () => expect.unreachable('an update expression has no multiplication'),
        (error) => expect(error.message).toMatch(/Syntax error; token: "\*", near: "n \* :no"/),
      )
    const keys = ['1', '2', '4'].map((sk) => ({ pk: 'batch', sk }))
    const got = await document.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: keys } } }))
    expect(got.Responses?.[TableName]?.map((item) => item['n']).sort()).toEqual([1, 2])
    const read = await document.send(
      new TransactGetCommand({ TransactItems: keys.map((Key) => ({ Get: { TableName, Key } })) }),
    )
    expect(read.Responses?.map((response) => response.Item?.['n'])).toEqual([1, 2, undefined])
  })

  it('scan filters by a nested value', async () => {
    const document = clients.document()
    await document.send(
      new PutCommand({ TableName, Item: { pk: 'scan', sk: '1', a: { list: [{ b: 'found' }] } } }),
    )
    const answer = await document.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'a.#list[0].b = :found',
        ExpressionAttributeNames: { '#list': 'list' },
        ExpressionAttributeValues: { ':found': 'found' },
      }),
    )
    expect(answer.Items).toEqual([{ pk: 'scan', sk: '1', a: { list: [{ b: 'found' }] } }])
  })
})
