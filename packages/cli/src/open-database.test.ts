import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  paginateQuery,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocument,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  paginateScan,
  ScanCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { unknownCommand } from '../../../tests/clients/unknown-command.ts'
import { type OpenedDatabase, openDatabase } from './open-database.ts'
import type { OpenOptions } from './open-options.ts'

let db: OpenedDatabase

const TableName = 'Albums'

beforeEach(async () => {
  db = await openDatabase()
  await db.send('CreateTable', {
    TableName,
    AttributeDefinitions: [
      { AttributeName: 'pk', AttributeType: 'S' },
      { AttributeName: 'sk', AttributeType: 'N' },
    ],
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
    BillingMode: 'PAY_PER_REQUEST',
  })
  await db.settled()
})

afterEach(() => db.close())

test('the direct client has a method for each operation, with promises and callbacks', async () => {
  const client = db.sdkClient()
  const Item = { pk: { S: 'a' }, sk: { N: '1' } }
  await client.putItem({ TableName, Item })
  expect((await client.getItem({ TableName, Key: Item })).Item).toEqual(Item)
  const counted = await new Promise((resolve) => {
    client.scan({ TableName }, (_error, output) => resolve(output?.Count))
  })
  expect(counted).toBe(1)
})

const kinds = [
  { kind: 'the direct client', connect: () => db.sdkClient() },
  { kind: 'a plain client with clientConfig()', connect: () => new DynamoDBClient(db.clientConfig()) },
]

describe.each(kinds)('$kind', ({ connect }) => {
  const Item = { pk: { S: 'a' }, sk: { N: '1' }, cover: { B: new Uint8Array([0, 255]) } }
  const Key = { pk: { S: 'a' }, sk: { N: '1' } }

  test('is a DynamoDBClient', () => {
    expect(connect()).toBeInstanceOf(DynamoDBClient)
  })

  test('writes and reads items, binary as bytes', async () => {
    const client = connect()
    await client.send(new PutItemCommand({ TableName, Item }))
    const output = await client.send(
      new GetItemCommand({ TableName, Key, ReturnConsumedCapacity: undefined }),
    )
    expect(output).toEqual({
      $metadata: expect.objectContaining({
        httpStatusCode: 200,
        requestId: expect.stringMatching(/^[0-9A-Z]{52}$/),
        attempts: 1,
        totalRetryDelay: 0,
      }),
      Item,
    })
  })

  test('says that the database was closed', async () => {
    const client = connect()
    await db.close()
    const failed = client.send(new GetItemCommand({ TableName, Key }))
    await expect(failed).rejects.toMatchObject({ name: 'StorageError', code: 'CLOSED' })
  })

  test('returns dates as the SDK does', async () => {
    const { Table } = await connect().send(new DescribeTableCommand({ TableName }))
    expect(Table?.CreationDateTime).toBeInstanceOf(Date)
    expect(Math.abs((Table?.CreationDateTime?.getTime() ?? 0) - Date.now())).toBeLessThan(3_600_000)
  })

  test('throws the SDK’s own errors', async () => {
    const client = connect()
    await client.send(new PutItemCommand({ TableName, Item }))
    const error = await client
      .send(
        new PutItemCommand({
          TableName,
          Item,
          ConditionExpression: 'attribute_not_exists(pk)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
      )
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(ConditionalCheckFailedException)
    expect(error).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      $fault: 'client',
      $metadata: { httpStatusCode: 400 },
      Item,
    })
    await expect(client.send(new GetItemCommand({ TableName: 'Nothing', Key }))).rejects.toBeInstanceOf(
      ResourceNotFoundException,
    )
    const invalid = await client.send(new GetItemCommand({ TableName, Key: {} })).catch((failure) => failure)
    expect(invalid).toBeInstanceOf(DynamoDBServiceException)
    expect(invalid).toMatchObject({ name: 'ValidationException', $fault: 'client' })
  })

  test('says why a transaction was cancelled', async () => {
    const Put = { TableName, Item, ConditionExpression: 'attribute_exists(pk)' }
    const error = await connect()
      .send(new TransactWriteItemsCommand({ TransactItems: [{ Put }] }))
      .catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(TransactionCanceledException)
    expect((error as TransactionCanceledException).CancellationReasons).toMatchObject([
      { Code: 'ConditionalCheckFailed' },
    ])
  })

  test('reports an operation that the database lacks as an UnknownOperationException', async () => {
    await expect(connect().send(unknownCommand())).rejects.toMatchObject({
      name: 'UnknownOperationException',
    })
  })

  test('serves paginators and waiters', async () => {
    const client = connect()
    for (const sk of ['1', '2', '3']) {
      await client.send(new PutItemCommand({ TableName, Item: { pk: { S: 'a' }, sk: { N: sk } } }))
    }
    const query = {
      TableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': { S: 'a' } },
    }
    const seen: unknown[] = []
    for await (const page of paginateQuery({ client, pageSize: 2 }, query)) seen.push(page.Items?.length)
    expect(seen).toEqual([2, 1])
    const AttributeDefinitions = [{ AttributeName: 'id', AttributeType: 'S' as const }]
    const KeySchema = [{ AttributeName: 'id', KeyType: 'HASH' as const }]
    await client.send(
      new CreateTableCommand({
        TableName: 'Later',
        AttributeDefinitions,
        KeySchema,
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    const outcome = await waitUntilTableExists(
      { client, maxWaitTime: 30, minDelay: 1 },
      { TableName: 'Later' },
    )
    expect(outcome.state).toBe('SUCCESS')
  })

  test('a callback that throws does no harm', async () => {
    const failures: unknown[] = []
    const note = (reason: unknown) => failures.push(reason)
    process.on('unhandledRejection', note)
    await new Promise<void>((resolve) => {
      connect().send(new ListTablesCommand({}), () => {
        setTimeout(resolve, 10)
        throw new Error('of the callback')
      })
    })
    process.off('unhandledRejection', note)
    expect(failures).toEqual([])
  })

  test('also answers through callbacks', async () => {
    const client = connect()
    const names = await new Promise((resolve, reject) => {
      client.send(new ListTablesCommand({}), (error: unknown, output) => {
        if (error) reject(error)
        else resolve(output?.TableNames)
      })
    })
    expect(names).toEqual([TableName])
    const failure = await new Promise((resolve) => {
      client.send(new GetItemCommand({ TableName: 'Nothing', Key }), {}, (error: unknown) => resolve(error))
    })
    expect(failure).toBeInstanceOf(ResourceNotFoundException)
  })

  test('does nothing after an abort', async () => {
    const abortSignal = AbortSignal.abort()
    const sent = connect().send(new ListTablesCommand({}), { abortSignal })
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' })
  })
})

const documentKinds = [
  { kind: 'the direct document client', connect: () => db.sdkDocumentClient() },
  {
    kind: 'a plain document client',
    connect: () => DynamoDBDocumentClient.from(new DynamoDBClient(db.clientConfig())),
  },
  { kind: 'DynamoDBDocument over the direct client', connect: () => DynamoDBDocument.from(db.sdkClient()) },
]

describe.each(documentKinds)('$kind', ({ connect }) => {
  const Key = { pk: 'a', sk: 1 }
  const Item = {
    ...Key,
    tags: new Set(['x', 'y']),
    nested: { list: [1, 'two', null, true] },
    raw: new Uint8Array([7]),
  }

  test('writes and reads plain values', async () => {
    const client = connect()
    expect(client).toBeInstanceOf(DynamoDBDocumentClient)
    await client.send(new PutCommand({ TableName, Item }))
    expect((await client.send(new GetCommand({ TableName, Key }))).Item).toEqual(Item)
    const updated = await client.send(
      new UpdateCommand({
        TableName,
        Key,
        UpdateExpression: 'SET plays = :one',
        ExpressionAttributeValues: { ':one': 1 },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    expect(updated.Attributes).toEqual({ plays: 1 })
  })

  test('drops members that are undefined or functions', async () => {
    const client = connect()
    await client.send(new PutCommand({ TableName, Item: { ...Key, gone: undefined, run: () => 1 } }))
    expect((await client.send(new GetCommand({ TableName, Key }))).Item).toEqual(Key)
  })

  test('runs batches and transactions', async () => {
    const client = connect()
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: [{ PutRequest: { Item } }] } }))
    const batch = await client.send(new BatchGetCommand({ RequestItems: { [TableName]: { Keys: [Key] } } }))
    expect(batch.Responses).toEqual({ [TableName]: [Item] })
    const other = { pk: 'b', sk: 2 }
    await client.send(new TransactWriteCommand({ TransactItems: [{ Put: { TableName, Item: other } }] }))
    const gets = [{ Get: { TableName, Key: other } }, { Get: { TableName, Key: { pk: 'c', sk: 3 } } }]
    const got = await client.send(new TransactGetCommand({ TransactItems: gets }))
    expect(got.Responses).toEqual([{ Item: other }, {}])
  })

  test('serves paginators and low-level commands', async () => {
    const client = connect()
    for (const sk of [1, 2, 3]) await client.send(new PutCommand({ TableName, Item: { pk: 'a', sk } }))
    const seen: unknown[] = []
    for await (const page of paginateScan({ client, pageSize: 2 }, { TableName }))
      seen.push(...(page.Items ?? []))
    expect(seen).toHaveLength(3)
    expect((await client.send(new DescribeTableCommand({ TableName }))).Table?.TableName).toBe(TableName)
  })
})

test('the direct document client has a method for each command, with promises and callbacks', async () => {
  const client = db.sdkDocumentClient()
  expect(client).toBeInstanceOf(DynamoDBDocument)
  const Item = { pk: 'a', sk: 1 }
  await client.put({ TableName, Item })
  expect((await client.get({ TableName, Key: Item })).Item).toEqual(Item)
  const counted = await new Promise((resolve) => {
    client.scan({ TableName }, (_error, output) => resolve(output?.Count))
  })
  expect(counted).toBe(1)
})

// Commands of SDKs before 3.428 describe the positions of values as lists, and marshall when they are sent.
class OlderPutCommand {
  readonly inputKeyNodes = [{ key: 'Item' }]
  readonly input: { readonly TableName: string; readonly Item: Record<string, unknown> }
  constructor(input: OlderPutCommand['input']) {
    this.input = input
  }
  resolveMiddleware(...whole: Parameters<PutItemCommand['resolveMiddleware']>) {
    const { TableName, Item } = this.input
    const command = new PutItemCommand({ TableName, Item: marshall(Item) })
    const handler = command.resolveMiddleware(...whole)
    return () => handler(command)
  }
}

test('the direct document client accepts commands of older SDKs', async () => {
  const client = db.sdkDocumentClient()
  const Item = { pk: 'a', sk: 1, tags: new Set(['x']) }
  await client.send(new OlderPutCommand({ TableName, Item }) as never)
  expect((await client.get({ TableName, Key: { pk: 'a', sk: 1 } })).Item).toEqual(Item)
  const nowhere = client.send(new OlderPutCommand({ TableName: 'nowhere', Item }) as never)
  await expect(nowhere).rejects.toBeInstanceOf(ResourceNotFoundException)
})

// ElectroDB 3 makes commands of the document client and sends them through the client that it is given.
test.each([
  { kind: 'the direct client', connect: () => db.sdkClient() },
  { kind: 'a plain client', connect: () => new DynamoDBClient(db.clientConfig()) },
])('$kind accepts commands of the document client', async ({ connect }) => {
  const client = connect() as { send: (command: unknown, ...rest: unknown[]) => Promise<{ Item?: unknown }> }
  const Key = { pk: 'a', sk: 1 }
  const Item = { ...Key, tags: new Set(['x']), nested: { list: [1, 'two', null] } }
  await client.send(new PutCommand({ TableName, Item }))
  expect((await client.send(new GetCommand({ TableName, Key }))).Item).toEqual(Item)
  const scanned = await new Promise((resolve) => {
    client.send(new ScanCommand({ TableName }), (_error: unknown, output: { Items?: unknown }) =>
      resolve(output.Items),
    )
  })
  expect(scanned).toEqual([Item])
  const once = new PutCommand({ TableName, Item, ConditionExpression: 'attribute_not_exists(pk)' })
  await expect(client.send(once)).rejects.toBeInstanceOf(ConditionalCheckFailedException)
  const older = { ...Key, sk: 2 }
  await client.send(new OlderPutCommand({ TableName, Item: older }))
  expect((await client.send(new GetCommand({ TableName, Key: older }))).Item).toEqual(older)
})

test('the direct document client follows its marshalling options', async () => {
  const strict = db.sdkDocumentClient()
  const Item = { pk: 'a', sk: 1, nested: { gone: undefined } }
  await expect(strict.send(new PutCommand({ TableName, Item }))).rejects.toThrow('removeUndefinedValues')
  const loose = db.sdkDocumentClient({
    marshallOptions: { removeUndefinedValues: true, convertEmptyValues: true },
    unmarshallOptions: { wrapNumbers: true },
  })
  await loose.send(new PutCommand({ TableName, Item: { ...Item, empty: '' } }))
  const read = await loose.send(new GetCommand({ TableName, Key: { pk: 'a', sk: 1 } }))
  expect(read.Item).toEqual({ pk: 'a', sk: { value: '1' }, nested: {}, empty: null })
})

test.each([
  ['pth', 'openDatabase has no option "pth"; did you mean "path"?'],
  ['toString', /^openDatabase has no option "toString"; its options are path, /],
])('an unknown option %s is rejected', async (name, message) => {
  await expect(openDatabase({ [name]: 'data' })).rejects.toThrow(message)
})

test.each(['path', 'postgres', 'exports'])('an empty place is rejected: %s', async (name) => {
  await expect(openDatabase({ [name]: '' })).rejects.toThrow(`openDatabase was given an empty "${name}"`)
})

test.each([
  [{ store: 'log' }, 'openDatabase was given a "store" but no "path"; a store needs a folder'],
  [{ store: 'lgo', path: 'data' }, 'openDatabase has no store "lgo"; it must be "sqlite" or "log"'],
  [{ pth: 'data', store: 'log' }, 'openDatabase has no option "pth"; did you mean "path"?'],
])('an impossible store is rejected: %j', async (options, message) => {
  await expect(openDatabase(options as OpenOptions)).rejects.toThrow(message)
})
