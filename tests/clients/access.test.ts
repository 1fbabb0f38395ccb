// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of policies
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DescribeTableCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  ExecuteStatementCommand,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactGetItemsCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb'
import { createDatabase, type Database } from '@monotable/engine'
import { createServer, parseAccessKeys, type Server } from '@monotable/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rejection } from './rejection.ts'
import { region } from './serve-database.ts'

const accountId = '123456789012'
const games = `arn:aws:dynamodb:${region}:${accountId}:table/GameScores`

/** The policy of AWS's guide to fine-grained access control, for a user of this server. */
const ownScores = {
  Version: '2012-10-17',
  Statement: [
    {
      Sid: 'AllowAccessToOnlyItemsMatchingUserID',
      Effect: 'Allow',
      Action: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:PartiQLSelect',
      ],
      Resource: [games],
      Condition: {
        'ForAllValues:StringEquals': {
          'dynamodb:LeadingKeys': ['${aws:username}'],
          'dynamodb:Attributes': ['UserId', 'GameTitle', 'Wins', 'Losses'],
        },
        StringEqualsIfExists: {
          'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
          'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
        },
      },
    },
  ],
}

const keys = [
  { accessKeyId: 'root', secretAccessKey: 'the secret of root', accountId, policies: 'full-access' },
  {
    accessKeyId: 'AKANN',
    secretAccessKey: 'the secret of ann',
    accountId,
    user: 'ann',
    policies: [ownScores],
  },
  { accessKeyId: 'nobody', secretAccessKey: 'the secret of nobody', accountId },
]

describe('the AWS SDK v3 with keys that have policies', () => {
  let db: Database
  let server: Server
  const clients = new Map<string, DynamoDBClient>()
  const as = (accessKeyId: string) => clients.get(accessKeyId) as DynamoDBClient

  beforeAll(async () => {
    db = await createDatabase()
    server = await createServer(db, { port: 0, auth: parseAccessKeys(JSON.stringify(keys)) })
    for (const credentials of keys) {
      const { accessKeyId, secretAccessKey } = credentials
      clients.set(
        accessKeyId,
        new DynamoDBClient({ endpoint: server.url, region, credentials: { accessKeyId, secretAccessKey } }),
      )
    }
    await as('root').send(
      new CreateTableCommand({
        TableName: 'GameScores',
        AttributeDefinitions: [
          { AttributeName: 'UserId', AttributeType: 'S' },
          { AttributeName: 'GameTitle', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'UserId', KeyType: 'HASH' },
          { AttributeName: 'GameTitle', KeyType: 'RANGE' },
        ],
        GlobalSecondaryIndexes: [
          {
            IndexName: 'ByTitle',
            KeySchema: [{ AttributeName: 'GameTitle', KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
        BillingMode: 'PAY_PER_REQUEST',
      }),
    )
    for (const user of ['ann', 'bob']) {
      await as('root').send(
        new PutItemCommand({
          TableName: 'GameScores',
          Item: {
            UserId: { S: user },
            GameTitle: { S: 'chess' },
            Wins: { N: '3' },
            Card: { S: `${user}'s card` },
          },
        }),
      )
    }
  })

  afterAll(async () => {
    for (const client of clients.values()) client.destroy()
    await server.close({ limitMs: 0 })
    await db.close()
  })

  const TableName = 'GameScores'
  const own = { UserId: { S: 'ann' }, GameTitle: { S: 'chess' } }
  const others = { UserId: { S: 'bob' }, GameTitle: { S: 'chess' } }
  const ProjectionExpression = 'Wins'

  test('a key without policies can do nothing, and the error says why', async () => {
    const error = await rejection(as('nobody').send(new ListTablesCommand({})))
    expect(error).toBeInstanceOf(DynamoDBServiceException)
    expect(error).toMatchObject({
      name: 'AccessDeniedException',
      message:
        `User: arn:aws:iam::${accountId}:user/nobody is not authorized to perform: dynamodb:ListTables on ` +
        `resource: arn:aws:dynamodb:${region}:${accountId}:table/* because no identity-based policy allows the ` +
        'dynamodb:ListTables action',
      $metadata: { httpStatusCode: 400, attempts: 1 },
    })
  })

  test('a key with full access can do everything', async () => {
    expect((await as('root').send(new ListTablesCommand({}))).TableNames).toEqual(['GameScores'])
    expect((await as('root').send(new ScanCommand({ TableName }))).Count).toBe(2)
  })

  test('a key gets what its policy allows', async () => {
    const ann = as('AKANN')
    const { Item } = await ann.send(new GetItemCommand({ TableName, Key: own, ProjectionExpression }))
    expect(Item).toEqual({ Wins: { N: '3' } })
    const { Items } = await ann.send(
      new QueryCommand({
        TableName: games,
        KeyConditionExpression: 'UserId = :u',
        ExpressionAttributeValues: { ':u': { S: 'ann' } },
        ProjectionExpression: '#w',
        ExpressionAttributeNames: { '#w': 'Wins' },
      }),
    )
    expect(Items).toEqual([{ Wins: { N: '3' } }])
    const { Attributes } = await ann.send(
      new UpdateItemCommand({
        TableName,
        Key: own,
        UpdateExpression: 'ADD Wins :one',
        ExpressionAttributeValues: { ':one': { N: '0' } },
        ReturnValues: 'UPDATED_NEW',
      }),
    )
    expect(Attributes).toEqual({ Wins: { N: '3' } })
  })

  const values = (entries: object) => ({ ExpressionAttributeValues: entries as never })

  test.each<[string, () => unknown]>([
    ['all attributes', () => new GetItemCommand({ TableName, Key: own })],
    ['a hidden one', () => new GetItemCommand({ TableName, Key: own, ProjectionExpression: 'Card' })],
    ["another's item", () => new GetItemCommand({ TableName, Key: others, ProjectionExpression })],
    [
      'a mixed batch',
      () =>
        new BatchGetItemCommand({
          RequestItems: { [TableName]: { Keys: [own, others], ProjectionExpression } },
        }),
    ],
    [
      'a mixed batch of writes',
      () =>
        new BatchWriteItemCommand({
          RequestItems: { [games]: [{ PutRequest: { Item: own } }, { DeleteRequest: { Key: others } }] },
        }),
    ],
    [
      'a mixed transaction',
      () =>
        new TransactGetItemsCommand({
          TransactItems: [{ Get: { TableName, Key: others, ProjectionExpression } }],
        }),
    ],
    [
      'a check in a transaction',
      () =>
        new TransactWriteItemsCommand({
          TransactItems: [
            { ConditionCheck: { TableName, Key: own, ConditionExpression: 'attribute_exists(Card)' } },
          ],
        }),
    ],
    [
      'the index',
      () =>
        new QueryCommand({
          TableName,
          IndexName: 'ByTitle',
          KeyConditionExpression: 'GameTitle = :t',
          ...values({ ':t': { S: 'chess' } }),
          ProjectionExpression,
        }),
    ],
    ['a scan', () => new ScanCommand({ TableName, ProjectionExpression })],
    ['the old item of a put', () => new PutItemCommand({ TableName, Item: own, ReturnValues: 'ALL_OLD' })],
    [
      'the item of a failed condition',
      () =>
        new DeleteItemCommand({
          TableName,
          Key: own,
          ConditionExpression: 'attribute_not_exists(UserId)',
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        }),
    ],
    [
      'to probe a hidden attribute',
      () =>
        new DeleteItemCommand({
          TableName,
          Key: own,
          ConditionExpression: 'Card = :c',
          ...values({ ':c': { S: 'x' } }),
        }),
    ],
    [
      'everything by PartiQL',
      () => new ExecuteStatementCommand({ Statement: 'SELECT Wins FROM GameScores' }),
    ],
    [
      "another's item by PartiQL",
      () => new ExecuteStatementCommand({ Statement: "SELECT Wins FROM GameScores WHERE UserId = 'bob'" }),
    ],
    [
      'a hidden attribute by PartiQL',
      () => new ExecuteStatementCommand({ Statement: "SELECT Card FROM GameScores WHERE UserId = 'ann'" }),
    ],
    [
      'to change an item by PartiQL',
      () =>
        new ExecuteStatementCommand({
          Statement: "UPDATE GameScores SET Wins = 9 WHERE UserId = 'ann' AND GameTitle = 'chess'",
        }),
    ],
    ['the table', () => new DescribeTableCommand({ TableName })],
  ])('a key does not get %s', async (_, command) => {
    const error = await rejection(as('AKANN').send(command() as never))
    expect(error).toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(
        /^User: arn:aws:iam::123456789012:user\/ann is not authorized to perform: dynamodb:\w+ on resource: arn:aws:dynamodb:\S+ because no identity-based policy allows the dynamodb:\w+ action$/,
      ) as string,
    })
  })

  test('no refused request had any effect', async () => {
    const { Items = [] } = await as('root').send(new ScanCommand({ TableName }))
    expect(Items.map(({ UserId, Wins, Card }) => [UserId?.S, Wins?.N, Card?.S]).toSorted()).toEqual([
      ['ann', '3', "ann's card"],
      ['bob', '3', "bob's card"],
    ])
  })
})
