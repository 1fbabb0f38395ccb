import {
  ConditionalCheckFailedException,
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBServiceException,
  GetItemCommand,
  IdempotentParameterMismatchException,
  PutItemCommand,
  QueryCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejection } from '../rejection.ts'
import { makeTable } from './make-table.ts'
import { type OpenClients, sdkTargets } from './sdk-target.ts'

const key = (pk: string, sk: string) => ({ pk: { S: pk }, sk: { S: sk } })

describe.each(sdkTargets)('exceptions of the AWS SDK v3, $name', ({ open }) => {
  let clients: OpenClients
  let TableName: string
  beforeAll(async () => {
    clients = await open()
    TableName = await makeTable(clients.client)
    await clients.client.send(new PutItemCommand({ TableName, Item: { ...key('p', 's'), n: { N: '1' } } }))
  })
  afterAll(() => clients.close())

  it('a failed condition is a ConditionalCheckFailedException, with the item on request', async () => {
    const input = { TableName, Item: key('p', 's'), ConditionExpression: 'attribute_not_exists(pk)' }
    const plain = await rejection(clients.client.send(new PutItemCommand(input)))
    expect(plain).toBeInstanceOf(ConditionalCheckFailedException)
    expect(plain).toBeInstanceOf(DynamoDBServiceException)
    expect(plain).toMatchObject({
      name: 'ConditionalCheckFailedException',
      message: 'The conditional request failed',
      $fault: 'client',
    })
    expect((plain as ConditionalCheckFailedException).Item).toBeUndefined()
    const detailed = await rejection(
      clients.client.send(new PutItemCommand({ ...input, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
    )
    expect((detailed as ConditionalCheckFailedException).Item).toEqual({ ...key('p', 's'), n: { N: '1' } })
  })

  it('an unknown table is a ResourceNotFoundException', async () => {
    const read = await rejection(
      clients.client.send(new GetItemCommand({ TableName: 'nowhere', Key: key('p', 's') })),
    )
    expect(read).toBeInstanceOf(ResourceNotFoundException)
    expect(read.message).toBe('Requested resource not found')
    const described = await rejection(clients.client.send(new DescribeTableCommand({ TableName: 'nowhere' })))
    expect(described).toBeInstanceOf(ResourceNotFoundException)
    expect(described.message).toBe('Requested resource not found: Table: nowhere not found')
  })

  it('creating a table that exists is a ResourceInUseException', async () => {
    const error = await rejection(
      clients.client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: 'PAY_PER_REQUEST',
          AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
          KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
        }),
      ),
    )
    expect(error).toBeInstanceOf(ResourceInUseException)
    expect(error.message).toBe(`Table already exists: ${TableName}`)
  })

  it('a cancelled transaction is a TransactionCanceledException with a reason for each action', async () => {
    const error = await rejection(
      clients.client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName, Item: key('tx', '1') } },
            {
              Put: {
                TableName,
                Item: key('p', 's'),
                ConditionExpression: 'attribute_not_exists(pk)',
                ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
              },
            },
          ],
        }),
      ),
    )
    expect(error).toBeInstanceOf(TransactionCanceledException)
    expect(error.message).toBe(
      'Transaction cancelled, please refer cancellation reasons for specific reasons [None, ConditionalCheckFailed]',
    )
    expect((error as TransactionCanceledException).CancellationReasons).toEqual([
      { Code: 'None' },
      {
        Code: 'ConditionalCheckFailed',
        Message: 'The conditional request failed',
        Item: { ...key('p', 's'), n: { N: '1' } },
      },
    ])
    const { Item } = await clients.client.send(new GetItemCommand({ TableName, Key: key('tx', '1') }))
    expect(Item).toBeUndefined()
  })

  it('a token used for another request is an IdempotentParameterMismatchException', async () => {
    const write = (sk: string) =>
      clients.client.send(
        new TransactWriteItemsCommand({
          ClientRequestToken: 'one-token',
          TransactItems: [{ Put: { TableName, Item: key('token', sk) } }],
        }),
      )
    await write('1')
    expect(await rejection(write('2'))).toBeInstanceOf(IdempotentParameterMismatchException)
  })

  it('an error without a class of its own is a DynamoDBServiceException with its name', async () => {
    const error = await rejection(
      clients.client.send(
        new UpdateItemCommand({ TableName, Key: key('p', 's'), UpdateExpression: 'SET size = size + one' }),
      ),
    )
    expect(error).toBeInstanceOf(DynamoDBServiceException)
    expect(error).toMatchObject({
      name: 'ValidationException',
      message:
        '1 validation error detected: Invalid UpdateExpression: Attribute name is a reserved keyword; reserved keyword: size',
    })
  })

  // RateLimiterDynamo of rate-limiter-flexible 11.4 recognizes a failed condition by `__type` alone.
  it('an exception has the type of the wire, and its message for whoever copies or prints it', async () => {
    const failing = new PutItemCommand({
      TableName,
      Item: key('p', 's'),
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    })
    const printed = JSON.parse(JSON.stringify(await rejection(clients.client.send(failing))))
    expect(Object.keys(printed).sort()).toEqual(['$fault', '$metadata', 'Item', '__type', 'message', 'name'])
    expect(printed).toMatchObject({
      __type: 'com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException',
      message: 'The conditional request failed',
      Item: { ...key('p', 's'), n: { N: '1' } },
    })
    const unmodelled = await rejection(clients.client.send(new QueryCommand({ TableName })))
    expect({ ...unmodelled }).toMatchObject({
      __type: 'com.amazon.coral.validate#ValidationException',
      message: unmodelled.message,
    })
  })

  it('the database reports missing required members', async () => {
    const error = await rejection(clients.client.send(new QueryCommand({ TableName })))
    expect(error.name).toBe('ValidationException')
    expect(error.message).toBe(
      'Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.',
    )
  })

  it('the document client throws the same classes', async () => {
    const error = await rejection(
      clients.document().send(
        new PutCommand({
          TableName,
          Item: { pk: 'p', sk: 's' },
          ConditionExpression: 'n = :two',
          ExpressionAttributeValues: { ':two': 2 },
        }),
      ),
    )
    expect(error).toBeInstanceOf(ConditionalCheckFailedException)
  })
})
