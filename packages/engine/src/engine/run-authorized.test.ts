// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the variables of policies
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { ServiceError } from '@monotable/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Access, createAccess } from '../access/access.ts'
import { type AccessPolicyStatement, fullAccess } from '../access/access-policy.ts'
import { requestNeeds } from '../access/request-needs.ts'
import { createDatabase } from './create-database.ts'
import type { Database } from './database.ts'
import { operationTable } from './operation-table.ts'

const accountId = '123456789012'
const region = 'us-east-1'
const tableArn = (name: string) => `arn:aws:dynamodb:${region}:${accountId}:table/${name}`
const games = tableArn('Games')

function userWith(...statements: AccessPolicyStatement[]): Access {
  return createAccess({
    accountId,
    userName: 'ann',
    policies: [{ Version: '2012-10-17', Statement: statements }],
  })
}

const itemActions = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:PartiQL*',
]

/** Only her own items and some of their attributes: the policy that AWS's guide recommends. */
const ownItems: AccessPolicyStatement = {
  Effect: 'Allow',
  Action: itemActions,
  Resource: games,
  Condition: {
    'ForAllValues:StringEquals': {
      'dynamodb:LeadingKeys': '${aws:username}',
      'dynamodb:Attributes': ['UserId', 'Title', 'Score', 'Wins', 'Tags'],
    },
    StringEqualsIfExists: {
      'dynamodb:Select': 'SPECIFIC_ATTRIBUTES',
      'dynamodb:ReturnValues': ['NONE', 'UPDATED_OLD', 'UPDATED_NEW'],
    },
  },
}

let db: Database

async function send(access: Access | undefined, operation: string, input: unknown): Promise<unknown> {
  const caller = { region, accountId, ...(access && { access }) }
  const text = await db.execute(operation, input, caller)
  return text === '' ? undefined : JSON.parse(text)
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collectGarbage: () => void = runInNewContext('gc')
  collectGarbage()
  return process.memoryUsage().heapUsed
}

/** Returns what was refused, as `action on resource`, or the answer. */
async function attempt(access: Access, operation: string, input: unknown): Promise<unknown> {
  try {
    return await send(access, operation, input)
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return error.name === 'AccessDeniedException' ? denialIn(error.message) : error.name
  }
}

function denialIn(message: string): string {
  const [, action, resource] = /perform: dynamodb:(\w+)(?: on resource: (\S+))?/.exec(message) ?? []
  return `denied: ${action} on ${resource?.replace(/^.*:table\//, '')}`
}

beforeAll(async () => {
  db = await createDatabase()
  const attributes = (...names: string[]) =>
    names.map((name) => ({ AttributeName: name, AttributeType: name === 'Score' ? 'N' : 'S' }))
  const key = (hash: string, range?: string) => [
    { AttributeName: hash, KeyType: 'HASH' },
    ...(range === undefined ? [] : [{ AttributeName: range, KeyType: 'RANGE' }]),
  ]
  const all = { ProjectionType: 'ALL' }
  await send(undefined, 'CreateTable', {
    TableName: 'Games',
    AttributeDefinitions: attributes('UserId', 'Title', 'Score'),
    KeySchema: key('UserId', 'Title'),
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [{ IndexName: 'ByTitle', KeySchema: key('Title', 'Score'), Projection: all }],
    LocalSecondaryIndexes: [{ IndexName: 'ByScore', KeySchema: key('UserId', 'Score'), Projection: all }],
    Tags: [{ Key: 'Team', Value: 'red' }],
  })
  await send(undefined, 'CreateTable', {
    TableName: 'Counters',
    AttributeDefinitions: [{ AttributeName: 'Id', AttributeType: 'N' }],
    KeySchema: key('Id'),
    BillingMode: 'PAY_PER_REQUEST',
  })
  for (const user of ['ann', 'bob']) {
    await send(undefined, 'PutItem', {
      TableName: 'Games',
      Item: {
        UserId: { S: user },
        Title: { S: 'chess' },
        Score: { N: '10' },
        Wins: { N: '1' },
        Secret: { M: { code: { S: `secret of ${user}` } } },
      },
    })
  }
})

afterAll(() => db.close())

const annKey = { UserId: { S: 'ann' }, Title: { S: 'chess' } }
const bobKey = { UserId: { S: 'bob' }, Title: { S: 'chess' } }
const values = (entries: { [name: string]: unknown }) => ({ ExpressionAttributeValues: entries })
const queryOf = (user: string) => ({
  TableName: 'Games',
  KeyConditionExpression: 'UserId = :u',
  ...values({ ':u': { S: user } }),
})

describe('a user who may do everything to some attributes of her own items', () => {
  const ann = userWith(ownItems)

  test.each<[string, string, object, unknown]>([
    [
      'reads what she may',
      'GetItem',
      { TableName: 'Games', Key: annKey, ProjectionExpression: 'Score, Wins' },
      { Item: { Score: { N: '10' }, Wins: { N: '1' } } },
    ],
    [
      'reads by the ARN of the table',
      'GetItem',
      { TableName: games, Key: annKey, ProjectionExpression: 'Score' },
      { Item: { Score: { N: '10' } } },
    ],
    [
      'reads with names in place',
      'GetItem',
      {
        TableName: 'Games',
        Key: annKey,
        ProjectionExpression: '#s',
        ExpressionAttributeNames: { '#s': 'Score' },
      },
      { Item: { Score: { N: '10' } } },
    ],
    [
      'reads with the parameters of before expressions',
      'GetItem',
      { TableName: 'Games', Key: annKey, AttributesToGet: ['Score'] },
      { Item: { Score: { N: '10' } } },
    ],
    [
      'reads in a transaction',
      'TransactGetItems',
      { TransactItems: [{ Get: { TableName: 'Games', Key: annKey, ProjectionExpression: 'Score' } }] },
      { Responses: [{ Item: { Score: { N: '10' } } }] },
    ],
    [
      'queries',
      'Query',
      { ...queryOf('ann'), ProjectionExpression: 'Score' },
      { Items: [{ Score: { N: '10' } }], Count: 1, ScannedCount: 1 },
    ],
    [
      'updates, and sees what she updated',
      'UpdateItem',
      {
        TableName: 'Games',
        Key: annKey,
        UpdateExpression: 'SET Wins = Wins + :one',
        ...values({ ':one': { N: '0' } }),
        ReturnValues: 'UPDATED_NEW',
      },
      { Attributes: { Wins: { N: '1' } } },
    ],
  ])('%s', async (_, operation, input, answer) => {
    expect(await attempt(ann, operation, input)).toEqual(answer)
  })

  const get = (more: object) => ['GetItem', { TableName: 'Games', Key: annKey, ...more }, 'GetItem'] as const
  const put = (item: object, more: object = {}) =>
    ['PutItem', { TableName: 'Games', Item: item, ...more }, 'PutItem'] as const
  const update = (more: object, key: object = annKey) =>
    ['UpdateItem', { TableName: 'Games', Key: key, ...more }, 'UpdateItem'] as const
  const remove = (more: object, key: object = annKey) =>
    ['DeleteItem', { TableName: 'Games', Key: key, ...more }, 'DeleteItem'] as const
  const query = (more: object) =>
    ['Query', { ...queryOf('ann'), ProjectionExpression: 'Score', ...more }, 'Query'] as const
  const check = (kind: string, action: string, members: object) =>
    [
      'TransactWriteItems',
      { TransactItems: [{ [kind]: { TableName: 'Games', ...members } }] },
      action,
    ] as const
  const one = values({ ':v': { N: '1' } })
  const code = values({ ':v': { S: 'secret of ann' } })

  test.each<[string, readonly [string, object, string]]>([
    ['all attributes', get({})],
    ['a hidden attribute', get({ ProjectionExpression: 'Score, Secret' })],
    ['a part of a hidden attribute', get({ ProjectionExpression: 'Secret.code' })],
    [
      'a hidden attribute under another name',
      get({ ProjectionExpression: '#a.#b', ExpressionAttributeNames: { '#a': 'Secret', '#b': 'Score' } }),
    ],
    ['a hidden attribute by the old parameter', get({ AttributesToGet: ['Secret'] })],
    ["another's item", get({ Key: bobKey, ProjectionExpression: 'Score' })],
    [
      "another's item by the table's ARN",
      get({ TableName: games, Key: bobKey, ProjectionExpression: 'Score' }),
    ],
    [
      "another's item in a batch with her own",
      [
        'BatchGetItem',
        { RequestItems: { Games: { Keys: [annKey, bobKey], ProjectionExpression: 'Score' } } },
        'BatchGetItem',
      ],
    ],
    [
      'all attributes in a batch',
      ['BatchGetItem', { RequestItems: { Games: { Keys: [annKey] } } }, 'BatchGetItem'],
    ],
    [
      "another's item in a transaction with her own",
      [
        'TransactGetItems',
        {
          TransactItems: [annKey, bobKey].map((Key) => {
            return { Get: { TableName: 'Games', Key, ProjectionExpression: 'Score' } }
          }),
        },
        'GetItem',
      ],
    ],
    ["another's collection", query({ ...values({ ':u': { S: 'bob' } }) })],
    [
      "another's collection, the value first",
      query({ KeyConditionExpression: ':u = UserId', ...values({ ':u': { S: 'bob' } }) }),
    ],
    [
      "another's collection by the old parameter",
      [
        'Query',
        {
          TableName: 'Games',
          KeyConditions: { UserId: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'bob' }] } },
          AttributesToGet: ['Score'],
        },
        'Query',
      ],
    ],
    ['all attributes of a collection', query({ ProjectionExpression: undefined })],
    ['all attributes by Select', query({ ProjectionExpression: undefined, Select: 'ALL_ATTRIBUTES' })],
    [
      'a count, which is not what she may select',
      query({ ProjectionExpression: undefined, Select: 'COUNT' }),
    ],
    [
      'to probe a hidden attribute by a filter',
      query({ FilterExpression: 'Secret.code = :v', ...values({ ':u': { S: 'ann' }, ':v': { S: 'x' } }) }),
    ],
    [
      'to probe it by a function',
      query({ FilterExpression: 'attribute_exists(#x.y)', ExpressionAttributeNames: { '#x': 'Secret' } }),
    ],
    [
      'to probe its size',
      query({ FilterExpression: 'size(Secret) > :v', ...values({ ':u': { S: 'ann' }, ':v': { N: '0' } }) }),
    ],
    [
      'to probe it by the old filter',
      [
        'Query',
        {
          TableName: 'Games',
          KeyConditions: { UserId: { ComparisonOperator: 'EQ', AttributeValueList: [{ S: 'ann' }] } },
          QueryFilter: { Secret: { ComparisonOperator: 'NOT_NULL' } },
          AttributesToGet: ['Score'],
        },
        'Query',
      ],
    ],
    [
      'to start from a key of hidden attributes',
      query({ ExclusiveStartKey: { ...annKey, Secret: { S: 'x' } } }),
    ],
    ["to write another's item", put({ ...bobKey })],
    ['to write a hidden attribute', put({ ...annKey, Secret: { S: 'x' } })],
    ['the old item of a put', put({ ...annKey }, { ReturnValues: 'ALL_OLD' })],
    [
      'to probe by the condition of a put',
      put({ ...annKey }, { ConditionExpression: 'Secret.code = :v', ...code }),
    ],
    ['to probe by Expected', put({ ...annKey }, { Expected: { Secret: { Exists: false } } })],
    [
      'the item that fails a condition',
      put(
        { ...annKey },
        { ConditionExpression: 'Score = :v', ...one, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      ),
    ],
    ["to update another's item", update({ UpdateExpression: 'SET Wins = :v', ...one }, bobKey)],
    // Members that this operation does not have, but others do.
    [
      "to update another's item with one of her own beside it",
      update({ UpdateExpression: 'SET Wins = :v', ...one, Item: annKey }, bobKey),
    ],
    ["to delete another's item with one of her own beside it", remove({ Item: annKey }, bobKey)],
    [
      "to delete another's item in a transaction with one of her own beside it",
      check('Delete', 'DeleteItem', { Key: bobKey, Item: annKey }),
    ],
    ['all attributes, with a parameter of Query that says otherwise', get({ Select: 'SPECIFIC_ATTRIBUTES' })],
    [
      'all attributes in a transaction, with a parameter of GetItem that says otherwise',
      [
        'TransactGetItems',
        { TransactItems: [{ Get: { TableName: 'Games', Key: annKey, AttributesToGet: ['Score'] } }] },
        'GetItem',
      ],
    ],
    ['to update a hidden attribute', update({ UpdateExpression: 'SET Secret.code = :v', ...one })],
    ['to copy a hidden attribute', update({ UpdateExpression: 'SET Wins = Secret' })],
    ['to copy it as a default', update({ UpdateExpression: 'SET Wins = if_not_exists(Secret, :v)', ...one })],
    ['to remove it', update({ UpdateExpression: 'REMOVE #s', ExpressionAttributeNames: { '#s': 'Secret' } })],
    ['to add to it', update({ UpdateExpression: 'ADD Secret :v', ...one })],
    ['to change it by the old parameter', update({ AttributeUpdates: { Secret: { Action: 'DELETE' } } })],
    [
      'the whole item after an update',
      update({ UpdateExpression: 'SET Wins = :v', ...one, ReturnValues: 'ALL_NEW' }),
    ],
    ['the whole item before an update', update({ ReturnValues: 'ALL_OLD' })],
    [
      'to probe by the condition of an update',
      update({
        UpdateExpression: 'SET Wins = :v',
        ConditionExpression: 'attribute_not_exists(Secret)',
        ...one,
      }),
    ],
    [
      'the item that fails an update',
      update({
        ConditionExpression: 'Wins = :v',
        ...values({ ':v': { N: '99' } }),
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        ReturnValues: 'UPDATED_NEW',
      }),
    ],
    ["to delete another's item", remove({}, bobKey)],
    ['the old item of a delete', remove({ ReturnValues: 'ALL_OLD' })],
    ['to probe by the condition of a delete', remove({ ConditionExpression: 'Secret.code <> :v', ...code })],
    [
      "to write another's item in a batch",
      [
        'BatchWriteItem',
        { RequestItems: { Games: [{ PutRequest: { Item: annKey } }, { DeleteRequest: { Key: bobKey } }] } },
        'BatchWriteItem',
      ],
    ],
    [
      'to write a hidden attribute in a batch',
      [
        'BatchWriteItem',
        { RequestItems: { Games: [{ PutRequest: { Item: { ...annKey, Secret: { S: 'x' } } } }] } },
        'BatchWriteItem',
      ],
    ],
    ["to put another's item in a transaction", check('Put', 'PutItem', { Item: bobKey })],
    ["to delete another's item in a transaction", check('Delete', 'DeleteItem', { Key: bobKey })],
    [
      'to update a hidden attribute in a transaction',
      check('Update', 'UpdateItem', { Key: annKey, UpdateExpression: 'SET Secret = :v', ...one }),
    ],
    [
      "to probe another's item by a check",
      check('ConditionCheck', 'ConditionCheckItem', {
        Key: bobKey,
        ConditionExpression: 'Score = :v',
        ...one,
      }),
    ],
    [
      'to probe a hidden attribute by a check',
      check('ConditionCheck', 'ConditionCheckItem', {
        Key: annKey,
        ConditionExpression: 'Secret.code = :v',
        ...code,
      }),
    ],
    [
      'the item that fails a check',
      check('ConditionCheck', 'ConditionCheckItem', {
        Key: annKey,
        ConditionExpression: 'Score = :v',
        ...one,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),
    ],
  ])('does not get %s', async (_, [operation, input, action]) => {
    const given = JSON.parse(JSON.stringify(input)) as object
    expect(await attempt(ann, operation, given)).toBe(`denied: ${action} on Games`)
  })

  test.each<[string, string, object, string]>([
    [
      'a global index',
      'Query',
      { ...queryOf('ann'), IndexName: 'ByTitle', KeyConditionExpression: 'Title = :u' },
      'Query on Games/index/ByTitle',
    ],
    [
      'a local index',
      'Query',
      { ...queryOf('ann'), IndexName: 'ByScore', ProjectionExpression: 'Score' },
      'Query on Games/index/ByScore',
    ],
    ['a scan', 'Scan', { TableName: 'Games', ProjectionExpression: 'Score' }, 'Scan on Games'],
    [
      'a scan of an index',
      'Scan',
      { TableName: 'Games', IndexName: 'ByTitle' },
      'Scan on Games/index/ByTitle',
    ],
    ['another table', 'GetItem', { TableName: 'Counters', Key: { Id: { N: '1' } } }, 'GetItem on Counters'],
    [
      'a table that is not there',
      'GetItem',
      { TableName: 'Nothing', Key: { Id: { N: '1' } } },
      'GetItem on Nothing',
    ],
    [
      'another table in a batch',
      'BatchGetItem',
      {
        RequestItems: {
          Games: { Keys: [annKey], ProjectionExpression: 'Score' },
          Counters: { Keys: [{ Id: { N: '1' } }] },
        },
      },
      'BatchGetItem on Counters',
    ],
    ['the table', 'DescribeTable', { TableName: 'Games' }, 'DescribeTable on Games'],
    ['the tables', 'ListTables', {}, 'ListTables on *'],
    ['the limits', 'DescribeLimits', {}, 'DescribeLimits on *'],
    ['a deletion', 'DeleteTable', { TableName: games }, 'DeleteTable on Games'],
    [
      'a table of her own',
      'CreateTable',
      {
        TableName: 'Mine',
        AttributeDefinitions: [{ AttributeName: 'a', AttributeType: 'S' }],
        KeySchema: [{ AttributeName: 'a', KeyType: 'HASH' }],
      },
      'CreateTable on Mine',
    ],
    ['tags', 'TagResource', { ResourceArn: games, Tags: [{ Key: 'a', Value: 'b' }] }, 'TagResource on Games'],
    [
      'tags by an ARN of another partition',
      'ListTagsOfResource',
      { ResourceArn: games.replace('arn:aws:', 'arn:x:') },
      'ListTagsOfResource on Games',
    ],
    ['streams', 'ListStreams', {}, 'ListStreams on *'],
  ])('does not get %s', async (_, operation, input, denial) => {
    expect(await attempt(ann, operation, input)).toBe(`denied: ${denial}`)
  })

  test("does not get another's item by an ARN of another partition, which is invalid", async () => {
    const TableName = games.replace('arn:aws:', 'arn:aws-cn:')
    expect(await attempt(ann, 'GetItem', { TableName, Key: bobKey })).toBe('ValidationException')
  })

  const own = "UserId = 'ann' AND Title = 'chess'"
  const execute = (statement: string, more: object = {}) =>
    attempt(ann, 'ExecuteStatement', { Statement: statement, ...more })

  test('gets by statements what she is allowed to', async () => {
    expect(await execute(`SELECT Score FROM Games WHERE ${own}`)).toEqual({ Items: [{ Score: { N: '10' } }] })
    expect(await execute('SELECT Score FROM Games WHERE UserId = ?', { Parameters: [{ S: 'ann' }] })).toEqual(
      {
        Items: [{ Score: { N: '10' } }],
      },
    )
    expect(await execute(`SELECT Score FROM Games WHERE UserId IN ['ann']`)).toMatchObject({
      Items: [{ Score: { N: '10' } }],
    })
    expect(await execute(`UPDATE Games SET Wins = 1 WHERE ${own} RETURNING MODIFIED NEW *`)).toEqual({
      Items: [{ Wins: { N: '1' } }],
    })
  })

  test.each<[string, string, object, string]>([
    ['everything', 'SELECT * FROM Games', {}, 'PartiQLSelect on Games'],
    ['an attribute of everything', 'SELECT Score FROM Games', {}, 'PartiQLSelect on Games'],
    ['all attributes', `SELECT * FROM Games WHERE ${own}`, {}, 'PartiQLSelect on Games'],
    ['a hidden attribute', `SELECT Secret FROM Games WHERE ${own}`, {}, 'PartiQLSelect on Games'],
    ['a part of it', `SELECT "Secret"."code" FROM Games WHERE ${own}`, {}, 'PartiQLSelect on Games'],
    ["another's items", "SELECT Score FROM Games WHERE UserId = 'bob'", {}, 'PartiQLSelect on Games'],
    [
      "another's items by a parameter",
      'SELECT Score FROM Games WHERE UserId = ?',
      { Parameters: [{ S: 'bob' }] },
      'PartiQLSelect on Games',
    ],
    [
      "hers and another's",
      "SELECT Score FROM Games WHERE UserId IN ['ann', 'bob']",
      {},
      'PartiQLSelect on Games',
    ],
    [
      "hers or another's",
      "SELECT Score FROM Games WHERE UserId = 'ann' OR UserId = 'bob'",
      {},
      'PartiQLSelect on Games',
    ],
    [
      'hers or any with a score',
      "SELECT Score FROM Games WHERE UserId = 'ann' OR Score > 0",
      {},
      'PartiQLSelect on Games',
    ],
    ['what is not hers', "SELECT Score FROM Games WHERE UserId <> 'ann'", {}, 'PartiQLSelect on Games'],
    [
      'two users at once',
      "SELECT Score FROM Games WHERE UserId = 'ann' AND UserId = 'bob'",
      {},
      'PartiQLSelect on Games',
    ],
    ['users from hers on', "SELECT Score FROM Games WHERE UserId >= 'ann'", {}, 'PartiQLSelect on Games'],
    [
      'to probe a hidden attribute',
      `SELECT Score FROM Games WHERE ${own} AND Secret IS NOT MISSING`,
      {},
      'PartiQLSelect on Games',
    ],
    [
      'to probe it by a function',
      `SELECT Score FROM Games WHERE ${own} AND size("Secret") > 0`,
      {},
      'PartiQLSelect on Games',
    ],
    [
      'an index',
      `SELECT Score FROM Games.ByTitle WHERE Title = 'chess'`,
      {},
      'PartiQLSelect on Games/index/ByTitle',
    ],
    [
      "to insert another's item",
      `INSERT INTO Games VALUE {'UserId': 'bob', 'Title': 'go'}`,
      {},
      'PartiQLInsert on Games',
    ],
    [
      'to insert a hidden attribute',
      `INSERT INTO Games VALUE {'UserId': 'ann', 'Title': 'go', 'Secret': 1}`,
      {},
      'PartiQLInsert on Games',
    ],
    [
      'to insert by a parameter',
      `INSERT INTO Games VALUE {'UserId': ?, 'Title': 'go'}`,
      { Parameters: [{ S: 'bob' }] },
      'PartiQLInsert on Games',
    ],
    [
      'the item that an insert meets',
      `INSERT INTO Games VALUE {'UserId': 'ann', 'Title': 'chess'}`,
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'PartiQLInsert on Games',
    ],
    [
      "to change another's item",
      `UPDATE Games SET Wins = 2 WHERE UserId = 'bob' AND Title = 'chess'`,
      {},
      'PartiQLUpdate on Games',
    ],
    [
      'to change a hidden attribute',
      `UPDATE Games SET Secret = 1 WHERE ${own}`,
      {},
      'PartiQLUpdate on Games',
    ],
    ['to remove it', `UPDATE Games REMOVE Secret.code WHERE ${own}`, {}, 'PartiQLUpdate on Games'],
    ['to copy it', `UPDATE Games SET Wins = Secret WHERE ${own}`, {}, 'PartiQLUpdate on Games'],
    [
      'the item after an update',
      `UPDATE Games SET Wins = 1 WHERE ${own} RETURNING ALL NEW *`,
      {},
      'PartiQLUpdate on Games',
    ],
    [
      'the item that fails an update',
      `UPDATE Games SET Wins = 1 WHERE ${own} AND Wins = 99`,
      { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' },
      'PartiQLUpdate on Games',
    ],
    [
      'to probe by an update',
      `UPDATE Games SET Wins = 1 WHERE ${own} AND Secret.code = 'x'`,
      {},
      'PartiQLUpdate on Games',
    ],
    [
      "to delete another's item",
      `DELETE FROM Games WHERE UserId = 'bob' AND Title = 'chess'`,
      {},
      'PartiQLDelete on Games',
    ],
    ['the deleted item', `DELETE FROM Games WHERE ${own} RETURNING ALL OLD *`, {}, 'PartiQLDelete on Games'],
    ['another table', 'SELECT Id FROM Counters WHERE Id = 1', {}, 'PartiQLSelect on Counters'],
  ])('does not get %s by a statement', async (_, statement, more, denial) => {
    expect(await execute(statement, more)).toBe(`denied: ${denial}`)
  })

  test('gets no more by a transaction of statements', async () => {
    const transact = (Statement: string, more: object = {}) =>
      attempt(ann, 'ExecuteTransaction', { TransactStatements: [{ Statement, ...more }] })
    const refusal = async (Statement: string, more: object = {}) => {
      const allowed = { Statement: `SELECT Score FROM Games WHERE ${own}` }
      const TransactStatements = [
        ...(Statement.startsWith('SELECT') ? [allowed] : []),
        { Statement, ...more },
      ]
      const error: unknown = await send(ann, 'ExecuteTransaction', { TransactStatements }).catch((e) => e)
      const { name, message, fields } = error as ServiceError
      const reasons = fields['CancellationReasons'] as { Code: string; Message?: string }[]
      expect(name).toBe('TransactionCanceledException')
      expect(message).toContain(`specific reasons [${reasons.map(({ Code }) => Code).join(', ')}]`)
      return reasons.map(({ Code, Message }) => (Code === 'AccessDenied' ? denialIn(Message ?? '') : Code))
    }
    expect(await transact(`SELECT Score FROM Games WHERE ${own}`)).toEqual({
      Responses: [{ Item: { Score: { N: '10' } } }],
    })
    expect(await refusal(`SELECT * FROM Games WHERE ${own}`)).toEqual([
      'None',
      'denied: PartiQLSelect on Games',
    ])
    const exists = (where: string) => `EXISTS(SELECT * FROM Games WHERE ${where})`
    expect(await transact(exists(`${own} AND Score = 10`))).toEqual({ Responses: [] })
    for (const [where, more] of [
      [`${own} AND Secret.code = 'x'`, {}],
      ["UserId = 'bob' AND Title = 'chess' AND Score = 10", {}],
      ["UserId = 'bob' AND Title = 'chess' AND UserId = 'ann' AND Score = 10", {}],
      [`${own} AND Score = 11`, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }],
    ] as const) {
      expect(await refusal(exists(where), more)).toEqual(['denied: PartiQLSelect on Games'])
    }
  })

  test('gets the statements of a batch that she is allowed to run', async () => {
    const Statements = [
      `SELECT Score FROM Games WHERE ${own}`,
      `SELECT Secret FROM Games WHERE ${own}`,
      "SELECT Score FROM Games WHERE UserId = 'bob' AND Title = 'chess'",
      'SELECT nonsense',
    ].map((Statement) => ({ Statement }))
    expect(await attempt(ann, 'BatchExecuteStatement', { Statements })).toMatchObject({
      Responses: [
        { TableName: 'Games', Item: { Score: { N: '10' } } },
        {
          TableName: 'Games',
          Error: {
            Code: 'AccessDenied',
            Message: expect.stringContaining('dynamodb:PartiQLSelect') as string,
          },
        },
        { Error: { Code: 'AccessDenied' } },
        { Error: { Code: 'ValidationError' } },
      ],
    })
    const denied = Statements.slice(1, 3)
    expect(await attempt(ann, 'BatchExecuteStatement', { Statements: denied })).toMatchObject({
      Responses: [{ Error: { Code: 'AccessDenied' } }, { Error: { Code: 'AccessDenied' } }],
    })
  })

  test('cannot get a statement past her policies with a parameter that no item could hold', async () => {
    // A parameter may nest one level deeper than an attribute of an item.
    const deepest = Array.from({ length: 32 }).reduce<object>((inner) => ({ L: [inner] }), { S: 'x' })
    const statements = [
      "SELECT * FROM Games WHERE UserId = 'bob' AND Title = 'chess'",
      "INSERT INTO Games VALUE { 'UserId': 'bob', 'Title': 'go' }",
      "UPDATE Games SET Score = 11 WHERE UserId = 'bob' AND Title = 'chess'",
      "DELETE FROM Games WHERE UserId = 'bob' AND Title = 'chess'",
    ]
    for (const Statement of statements) {
      const given = { Statement, Parameters: [deepest] }
      expect(await attempt(ann, 'BatchExecuteStatement', { Statements: [given] })).toMatchObject({
        Responses: [{ TableName: 'Games', Error: { Code: 'AccessDenied' } }],
      })
      expect(await attempt(ann, 'ExecuteStatement', given)).toMatch(/^denied: PartiQL\w+ on Games$/)
    }
    const allowed = { Statement: `SELECT Score FROM Games WHERE ${own}`, Parameters: [deepest] }
    expect(await attempt(ann, 'BatchExecuteStatement', { Statements: [allowed] })).toEqual({
      Responses: [{ TableName: 'Games', Item: { Score: { N: '10' } } }],
    })
    const deeper = { ...allowed, Parameters: [{ L: [deepest] }] }
    expect(await attempt(ann, 'BatchExecuteStatement', { Statements: [deeper] })).toMatchObject({
      Responses: [{ Error: { Code: 'ValidationError' } }],
    })
  })

  test('is judged by the member that the operation reads, even if a program passes another one', async () => {
    const other = { Item: { ...annKey, Score: { N: '1' } } }
    const remove = Object.assign(Object.create(other) as object, { TableName: 'Games', Key: bobKey })
    expect(await attempt(ann, 'DeleteItem', remove)).toBe('denied: DeleteItem on Games')
    expect(await attempt(ann, 'TransactWriteItems', { TransactItems: [{ Delete: remove }] })).toBe(
      'denied: DeleteItem on Games',
    )
  })

  test('cannot fill the memory with names of resources that nothing has', async () => {
    const before = heapBytes()
    for (let count = 0; count < 20; count++) {
      const ResourceArn = `${games}${count}${'x'.repeat(2_000_000)}`
      expect(await attempt(ann, 'GetResourcePolicy', { ResourceArn })).toMatch(/^denied: GetResourcePolicy/)
    }
    expect(heapBytes() - before).toBeLessThan(10e6)
  })

  test('cannot have such names compared with the resources of hundreds of statements', async () => {
    const resources = Array.from({ length: 500 }, (_, number) => tableArn(`*/Team${number}*`))
    const user = userWith({ Effect: 'Allow', Action: '*', Resource: resources })
    const ResourceArn = games + '/'.repeat(8_000_000)
    for (const operation of ['GetResourcePolicy', 'ListTagsOfResource']) {
      expect(await attempt(user, operation, { ResourceArn })).toMatch(/^denied: /)
    }
  })

  test('learns of mistakes in statements before their denial (seen on AWS)', async () => {
    const filtered = `SELECT Score FROM Games WHERE ${own} AND Secret = 'x'`
    expect(await attempt(ann, 'ExecuteStatement', { Statement: filtered })).toBe(
      'denied: PartiQLSelect on Games',
    )
    const batch = { Statements: [{ Statement: filtered }] }
    expect(await attempt(ann, 'BatchExecuteStatement', batch)).toEqual({
      Responses: [
        {
          Error: {
            Code: 'ValidationError',
            Message:
              'Select statements within BatchExecuteStatement must specify the primary key in the where clause.',
          },
        },
      ],
    })
    const returning = `UPDATE Games SET Secret = 'x' WHERE ${own} RETURNING ALL NEW *`
    for (const [Statement, fault] of [
      [
        filtered,
        'Select statements within ExecuteTransaction must specify the primary key in the where clause.',
      ],
      [returning, 'RETURNING clause is not supported in ExecuteTransaction.'],
    ]) {
      await expect(send(ann, 'ExecuteTransaction', { TransactStatements: [{ Statement }] })).rejects.toThrow(
        `Validation failed in TransactStatements[0]: ${fault}`,
      )
    }
  })

  test('gets a denial for what the operation would refuse, and nothing is done', async () => {
    const broken = { TableName: 'Games', Key: annKey, ProjectionExpression: 'Score,' }
    expect(await attempt(ann, 'GetItem', broken)).toBe('ValidationException')
    const noKey = { TableName: 'Games', Key: { Title: { S: 'chess' } }, ProjectionExpression: 'Score' }
    expect(await attempt(ann, 'GetItem', noKey)).toBe('denied: GetItem on Games')
    expect(
      await attempt(ann, 'PutItem', { TableName: 'Games', Item: { ...annKey, UserId: { N: 'x' } } }),
    ).toBe('ValidationException')
  })

  test('a SELECT of no partition has no keys if a policy asks for them (seen on AWS)', async () => {
    const allow = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' } as const
    const scans = { Null: { 'dynamodb:LeadingKeys': 'true' } }
    const keyed = userWith(allow, { ...allow, Effect: 'Deny', Condition: scans })
    const select = (where: string) =>
      attempt(keyed, 'ExecuteStatement', { Statement: `SELECT Title FROM Games${where}` })
    for (const where of [
      '',
      " WHERE UserId = 'ann' AND UserId = 'bob'",
      " WHERE UserId = 'ann' AND Title > 'a' AND Title < 'z'",
    ]) {
      expect(await select(where)).toBe('denied: PartiQLSelect on Games')
    }
    for (const where of [" WHERE UserId = 'ann'", ` WHERE ${own}`]) {
      expect(await select(where)).toEqual({ Items: [{ Title: { S: 'chess' } }] })
    }
    expect(await select(" WHERE UserId = '\u0000'")).toEqual({ Items: [] })
  })

  test('errors in expressions are worded as by the operation', async () => {
    for (const [operation, input] of [
      ['GetItem', { TableName: 'Games', Key: annKey, ProjectionExpression: 'a..b' }],
      ['PutItem', { TableName: 'Games', Item: annKey, ConditionExpression: 'a = ' }],
      ['UpdateItem', { TableName: 'Games', Key: annKey, UpdateExpression: 'SET' }],
      ['Query', { ...queryOf('ann'), FilterExpression: 'a =' }],
    ] as const) {
      const messages = await Promise.all(
        [ann, undefined].map((access) =>
          send(access, operation, input).catch((error: Error) => error.message),
        ),
      )
      expect(messages[0]).toBe(messages[1])
    }
  })
})

describe('a key named with a character that half a surrogate pair becomes', () => {
  const [name, half] = ['Id\ufffd', 'Id\ud800']
  const user = userWith({
    Effect: 'Allow',
    Action: itemActions,
    Resource: '*',
    Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': 'ann' } },
  })
  const both = (one: string, other: string) => ({
    [name]: { S: one },
    [half]: { S: other },
    Title: { S: 'chess' },
  })
  const equals = (value: string) => ({ ComparisonOperator: 'EQ', AttributeValueList: [{ S: value }] })

  beforeAll(async () => {
    await send(undefined, 'CreateTable', {
      TableName: 'Odd',
      AttributeDefinitions: [name, 'Title'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: [
        { AttributeName: name, KeyType: 'HASH' },
        { AttributeName: 'Title', KeyType: 'RANGE' },
      ],
      BillingMode: 'PAY_PER_REQUEST',
    })
    const Item = { [name]: { S: 'bob' }, Title: { S: 'chess' }, Score: { N: '10' } }
    await send(undefined, 'PutItem', { TableName: 'Odd', Item })
  })

  test.each<[string, object]>([
    ['GetItem', { TableName: 'Odd', Key: both('ann', 'bob') }],
    ['PutItem', { TableName: 'Odd', Item: both('ann', 'bob') }],
    ['UpdateItem', { TableName: 'Odd', Key: both('ann', 'bob'), UpdateExpression: 'REMOVE Score' }],
    ['DeleteItem', { TableName: 'Odd', Key: both('ann', 'bob') }],
    ['Query', { TableName: 'Odd', KeyConditions: { [name]: equals('ann'), [half]: equals('bob') } }],
    ['BatchGetItem', { RequestItems: { Odd: { Keys: [both('ann', 'bob')] } } }],
    ['BatchWriteItem', { RequestItems: { Odd: [{ DeleteRequest: { Key: both('ann', 'bob') } }] } }],
    ['TransactGetItems', { TransactItems: [{ Get: { TableName: 'Odd', Key: both('ann', 'bob') } }] }],
    ['TransactWriteItems', { TransactItems: [{ Delete: { TableName: 'Odd', Key: both('ann', 'bob') } }] }],
  ])('has the value for %s by which the request is judged', async (operation, input) => {
    expect(await attempt(user, operation, input)).toMatch(/^denied: \w+ on Odd$/)
    const ofAnn = JSON.parse(JSON.stringify(input).replaceAll('bob', 'ann')) as object
    expect(await attempt(user, operation, ofAnn)).toBeTypeOf('object')
    expect(await send(undefined, 'Scan', { TableName: 'Odd' })).toMatchObject({
      Items: expect.arrayContaining([{ [name]: { S: 'bob' }, Title: { S: 'chess' }, Score: { N: '10' } }]),
    })
  })
})

describe('numbers', () => {
  test('a numeric key is compared in its canonical form', async () => {
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: '*',
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': '7' } },
    })
    const get = (id: string) => attempt(user, 'GetItem', { TableName: 'Counters', Key: { Id: { N: id } } })
    expect(await get('7.0')).toEqual({})
    expect(await get('0.7e1')).toEqual({})
    expect(await get('8')).toBe('denied: GetItem on Counters')
  })
})

describe('a policy about attributes', () => {
  const user = userWith({
    Effect: 'Allow',
    Action: '*',
    Resource: '*',
    Condition: { 'ForAllValues:StringNotEquals': { 'dynamodb:Attributes': 'Secret' } },
  })

  test('does not refuse values that nest one level deeper than an item, where the operation takes them', async () => {
    const deepest = Array.from({ length: 32 }).reduce<object>((inner) => ({ L: [inner] }), { S: 'x' })
    const placeholders = values({ ':v': deepest })
    const filtered = { TableName: 'Games', FilterExpression: 'Wins = :v', Select: 'COUNT', ...placeholders }
    expect(await attempt(user, 'Scan', filtered)).toMatchObject({ Count: 0 })
    const check = { TableName: 'Games', Key: annKey, ConditionExpression: 'Wins <> :v', ...placeholders }
    expect(await attempt(user, 'TransactWriteItems', { TransactItems: [{ ConditionCheck: check }] })).toEqual(
      {},
    )
    const given = { ...queryOf('ann'), FilterExpression: 'Wins = :v' }
    const both = values({ ':u': { S: 'ann' }, ':v': deepest })
    expect(await attempt(user, 'Query', { ...given, ...both })).toBe('ValidationException')
  })

  test('does not change what is said about a mistake', async () => {
    const requests: [string, object][] = [
      ['DeleteItem', { TableName: 'Counters', Key: { Id: { N: 'x' } } }],
      ['GetItem', { TableName: 'Counters', Key: { Id: {} } }],
      ['BatchWriteItem', { RequestItems: { Counters: [{ DeleteRequest: { Key: { Id: { N: 'x' } } } }] } }],
      ['ExecuteTransaction', { TransactStatements: [{ Statement: 'SELECT' }] }],
      ['BatchExecuteStatement', { Statements: [{ Statement: 'SELECT' }] }],
    ]
    const answer = (access: Access | undefined, operation: string, input: object) =>
      send(access, operation, input).catch(({ name, message }: Error) => [name, message])
    for (const [operation, input] of requests) {
      expect(await answer(user, operation, input)).toEqual(await answer(undefined, operation, input))
    }
  })
})

describe('indexes', () => {
  const allow = (resource: string, keys: string): AccessPolicyStatement => ({
    Effect: 'Allow',
    Action: 'dynamodb:Query',
    Resource: resource,
    Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': keys } },
  })
  const byTitle = (title: string) => ({
    TableName: 'Games',
    IndexName: 'ByTitle',
    KeyConditionExpression: 'Title = :t AND Score > :s',
    ...values({ ':t': { S: title }, ':s': { N: '0' } }),
    Select: 'COUNT',
  })

  test('an index has its own keys', async () => {
    const user = userWith(allow(`${games}/index/ByTitle`, 'chess'))
    expect(await attempt(user, 'Query', byTitle('chess'))).toMatchObject({ Count: 2 })
    expect(await attempt(user, 'Query', byTitle('go'))).toBe('denied: Query on Games/index/ByTitle')
    expect(await attempt(user, 'Query', queryOf('chess'))).toBe('denied: Query on Games')
  })

  test('allowing the table does not allow its indexes, nor the other way round', async () => {
    const user = userWith(allow(games, 'ann'), allow(`${games}/index/ByScore`, 'ann'))
    expect(await attempt(user, 'Query', { ...queryOf('ann'), IndexName: 'ByScore' })).toMatchObject({
      Count: 1,
    })
    expect(await attempt(user, 'Query', { ...queryOf('bob'), IndexName: 'ByScore' })).toBe(
      'denied: Query on Games/index/ByScore',
    )
    expect(await attempt(user, 'Query', byTitle('ann'))).toBe('denied: Query on Games/index/ByTitle')
  })

  test('an operation without an IndexName member does not act on the index it is given', async () => {
    const user = userWith({ Effect: 'Allow', Action: 'dynamodb:*', Resource: `${games}/index/*` })
    const input = { TableName: 'Games', IndexName: 'ByTitle' }
    expect(await attempt(user, 'DescribeContributorInsights', input)).toMatchObject(input)
    expect(await attempt(user, 'DeleteTable', input)).toBe('denied: DeleteTable on Games')
  })
})

describe('a denial', () => {
  const everything: AccessPolicyStatement = { Effect: 'Allow', Action: 'dynamodb:*', Resource: '*' }

  test('overrides an allowance, wherever they stand', async () => {
    const noDeletion: AccessPolicyStatement = { Effect: 'Deny', Action: 'dynamodb:Delete*', Resource: '*' }
    for (const user of [userWith(everything, noDeletion), userWith(noDeletion, everything)]) {
      await expect(send(user, 'DeleteItem', { TableName: 'Games', Key: annKey })).rejects.toMatchObject({
        name: 'AccessDeniedException',
        message:
          'User: arn:aws:iam::123456789012:user/ann is not authorized to perform: dynamodb:DeleteItem on ' +
          `resource: ${games} with an explicit deny in an identity-based policy`,
      })
      expect(await attempt(user, 'GetItem', { TableName: 'Games', Key: annKey })).toHaveProperty('Item')
    }
  })

  test('of removing a replica is quoted, which AWS does for this action only', async () => {
    const noRemoval: AccessPolicyStatement = {
      Effect: 'Deny',
      Action: 'dynamodb:DeleteTableReplica',
      Resource: '*',
    }
    const ReplicaUpdates = [{ Delete: { RegionName: 'us-east-1' } }]
    await expect(
      send(userWith(everything, noRemoval), 'UpdateTable', { TableName: 'Games', ReplicaUpdates }),
    ).rejects.toMatchObject({
      message: expect.stringMatching(
        /^'AccessDeniedException':'User: \S+ is not authorized to perform: dynamodb:DeleteTableReplica on .* policy'\.$/,
      ),
    })
  })

  test('of attributes applies to those that are named, and of Select to the others', async () => {
    const hide = (condition: AccessPolicyStatement['Condition']): AccessPolicyStatement => ({
      Effect: 'Deny',
      Action: ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:Scan'],
      Resource: '*',
      ...(condition && { Condition: condition }),
    })
    const user = userWith(
      everything,
      hide({ 'ForAnyValue:StringEquals': { 'dynamodb:Attributes': 'Secret' } }),
      hide({ StringNotEqualsIfExists: { 'dynamodb:Select': 'SPECIFIC_ATTRIBUTES' } }),
    )
    const scan = (more: object) => attempt(user, 'Scan', { TableName: 'Games', ...more })
    expect(await scan({ ProjectionExpression: 'Score' })).toMatchObject({ Count: 2 })
    expect(await scan({ ProjectionExpression: 'Secret.code' })).toBe('denied: Scan on Games')
    expect(await scan({})).toBe('denied: Scan on Games')
    expect(await scan({ ProjectionExpression: 'Score', FilterExpression: 'attribute_exists(Secret)' })).toBe(
      'denied: Scan on Games',
    )
    expect(
      await scan({
        AttributesToGet: ['Score'],
        ScanFilter: { Secret: { ComparisonOperator: 'NOT_NULL' } },
      }),
    ).toBe('denied: Scan on Games')
  })
})

describe('requests that AWS allows', () => {
  test('a scan names no keys, so a condition on all of them holds', async () => {
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:Scan',
      Resource: games,
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': 'ann' } },
    })
    expect(await attempt(user, 'Scan', { TableName: 'Games', Select: 'COUNT' })).toMatchObject({ Count: 2 })
  })

  test('a request without a projection names no attributes except the key', async () => {
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:GetItem',
      Resource: games,
      Condition: { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': ['UserId', 'Title'] } },
    })
    expect(await attempt(user, 'GetItem', { TableName: 'Games', Key: annKey })).toHaveProperty('Item.Secret')
  })
})

describe('transactions', () => {
  test('need the permissions of their actions, and can be told apart from single actions', async () => {
    const put = { TransactItems: [{ Put: { TableName: 'Counters', Item: { Id: { N: '1' } } } }] }
    const allow = (condition: object): AccessPolicyStatement => ({
      Effect: 'Allow',
      Action: ['dynamodb:PutItem', 'dynamodb:TransactWriteItems'],
      Resource: '*',
      ...condition,
    })
    expect(await attempt(userWith(allow({})), 'TransactWriteItems', put)).toEqual({})
    const enclosing = (operator: string) =>
      userWith(allow({ Condition: { [operator]: { 'dynamodb:EnclosingOperation': 'TransactWriteItems' } } }))
    const alone = { TableName: 'Counters', Item: { Id: { N: '1' } } }
    expect(await attempt(enclosing('StringEquals'), 'TransactWriteItems', put)).toEqual({})
    expect(await attempt(enclosing('StringEquals'), 'PutItem', alone)).toBe('denied: PutItem on Counters')
    expect(await attempt(enclosing('StringNotEquals'), 'PutItem', alone)).toEqual({})
    expect(await attempt(enclosing('StringNotEquals'), 'TransactWriteItems', put)).toBe(
      'denied: PutItem on Counters',
    )
  })
})

describe('statements', () => {
  test('can be told apart by the enclosing operation (seen on AWS)', async () => {
    const Statement = 'SELECT * FROM Counters WHERE Id = 1'
    const enclosedIn = (condition: AccessPolicyStatement['Condition'] & object) =>
      userWith({
        Effect: 'Allow',
        Action: 'dynamodb:PartiQLSelect',
        Resource: '*',
        Condition: condition,
      })
    const isAllowed = async (user: Access) => {
      const answers = [
        await attempt(user, 'ExecuteStatement', { Statement }),
        await attempt(user, 'BatchExecuteStatement', { Statements: [{ Statement }] }),
        await attempt(user, 'ExecuteTransaction', { TransactStatements: [{ Statement }] }),
      ]
      return answers.map((answer) => !/denied|AccessDenied|Canceled/.test(JSON.stringify(answer)))
    }
    const named = (operation: string) =>
      isAllowed(enclosedIn({ StringEquals: { 'dynamodb:EnclosingOperation': operation } }))
    const none = { Null: { 'dynamodb:EnclosingOperation': 'true' } }
    expect(await isAllowed(enclosedIn(none))).toEqual([true, false, false])
    expect(await named('BatchExecuteStatement')).toEqual([false, true, false])
    expect(await named('ExecuteTransaction')).toEqual([false, false, true])
  })
})

/** Seen on AWS in September 2026, with policies that deny one kind of SELECT each. */
describe('a SELECT', () => {
  const denying = (Condition: NonNullable<AccessPolicyStatement['Condition']>) =>
    userWith(
      { Effect: 'Allow', Action: 'dynamodb:PartiQLSelect', Resource: games },
      { Effect: 'Deny', Action: 'dynamodb:PartiQLSelect', Resource: '*', Condition },
    )
  const refused = 'denied: PartiQLSelect on Games'
  const answered = expect.objectContaining({ Items: expect.any(Array) as unknown[] }) as unknown

  test.each([
    ['everything', '', [refused, refused, answered, answered]],
    ['one key', "WHERE UserId = 'ann'", [answered, answered, refused, answered]],
    [
      'a range',
      "WHERE UserId = 'ann' AND Title > 'a' AND Title < 'z'",
      [refused, refused, answered, answered],
    ],
    ['a key twice', "WHERE UserId = 'ann' AND UserId = 'bob'", [refused, refused, answered, answered]],
    ['a key, negated twice', "WHERE NOT NOT UserId = 'ann'", [refused, refused, answered, answered]],
    [
      'an ordered range that only a scan could read, which is neither a scan nor none',
      "WHERE UserId = 'ann' AND Title > 'a' AND Title < 'z' ORDER BY Title",
      ['ValidationException', refused, 'ValidationException', refused],
    ],
    ['everything in order', 'ORDER BY UserId', Array(4).fill('ValidationException')],
  ])('of %s is a scan or not', async (_, clauses, [ofScan, ofNoKeys, ofNoScan, ofNeither]) => {
    const select = (condition: NonNullable<AccessPolicyStatement['Condition']>) =>
      attempt(denying(condition), 'ExecuteStatement', {
        Statement: `SELECT UserId FROM Games ${clauses}`.trimEnd(),
      })
    expect(await select({ Bool: { 'dynamodb:FullTableScan': 'true' } })).toEqual(ofScan)
    expect(await select({ Null: { 'dynamodb:LeadingKeys': 'true' } })).toEqual(ofNoKeys)
    expect(await select({ Bool: { 'dynamodb:FullTableScan': 'false' } })).toEqual(ofNoScan)
    expect(await select({ Null: { 'dynamodb:FullTableScan': 'true' } })).toEqual(ofNeither)
  })
})

describe('tags', () => {
  test('of a table, and of a request', async () => {
    const user = userWith(
      {
        Effect: 'Allow',
        Action: 'dynamodb:DescribeTable',
        Resource: '*',
        Condition: { StringEquals: { 'aws:ResourceTag/Team': 'red' } },
      },
      {
        Effect: 'Allow',
        Action: 'dynamodb:TagResource',
        Resource: '*',
        Condition: {
          'ForAllValues:StringEquals': { 'aws:TagKeys': ['Cost'] },
          StringLike: { 'aws:RequestTag/Cost': '1*' },
        },
      },
    )
    expect(await attempt(user, 'DescribeTable', { TableName: 'Games' })).toHaveProperty('Table')
    expect(await attempt(user, 'DescribeTable', { TableName: 'Counters' })).toBe(
      'denied: DescribeTable on Counters',
    )
    const tag = (Tags: object[]) => attempt(user, 'TagResource', { ResourceArn: games, Tags })
    expect(await tag([{ Key: 'Cost', Value: '12' }])).toBeUndefined()
    expect(await tag([{ Key: 'Cost', Value: '2' }])).toBe('denied: TagResource on Games')
    expect(
      await tag([
        { Key: 'Cost', Value: '12' },
        { Key: 'Team', Value: 'blue' },
      ]),
    ).toBe('denied: TagResource on Games')
  })
})

describe('a backup', () => {
  test('has neither the tags nor the policy of a table', async () => {
    const made = await send(undefined, 'CreateBackup', { TableName: 'Counters', BackupName: 'Nightly' })
    const { BackupArn } = (made as { BackupDetails: { BackupArn: string } }).BackupDetails
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:*',
      Resource: '*',
      Condition: { StringEquals: { 'aws:ResourceTag/Team': 'red' } },
    })
    const ResourceArn = tableArn('Counters')
    const Action = 'dynamodb:*'
    const allowed = { Effect: 'Allow', Principal: { AWS: `arn:aws:iam::${accountId}:user/ann` }, Action }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ ...allowed, Resource: '*' }] })
    await send(undefined, 'TagResource', { ResourceArn, Tags: [{ Key: 'Team', Value: 'red' }] })
    await send(undefined, 'PutResourcePolicy', { ResourceArn, Policy })
    expect(await attempt(user, 'DescribeTable', { TableName: 'Counters' })).toHaveProperty('Table')
    const denied = expect.stringMatching(/^denied: DescribeBackup on Counters\/backup/)
    expect(await attempt(user, 'DescribeBackup', { BackupArn })).toEqual(denied)
    await send(undefined, 'DeleteResourcePolicy', { ResourceArn })
    await send(undefined, 'UntagResource', { ResourceArn, TagKeys: ['Team'] })
  })
})

describe('tag keys', () => {
  test('match condition keys in any case, and appear unchanged in aws:TagKeys', async () => {
    const user = userWith(
      {
        Effect: 'Allow',
        Action: 'dynamodb:DescribeTable',
        Resource: '*',
        Condition: { StringEquals: { 'aws:ResourceTag/TEAM': 'red' } },
      },
      {
        Effect: 'Allow',
        Action: 'dynamodb:TagResource',
        Resource: '*',
        Condition: {
          'ForAllValues:StringEquals': { 'aws:TagKeys': ['Cost', 'COST'] },
          StringNotEquals: { 'aws:RequestTag/cost': '13' },
        },
      },
      {
        Effect: 'Deny',
        Action: 'dynamodb:TagResource',
        Resource: '*',
        Condition: { StringEquals: { 'aws:RequestTag/cost': '14' } },
      },
    )
    expect(await attempt(user, 'DescribeTable', { TableName: 'Games' })).toHaveProperty('Table')
    const tag = (...pairs: [string, string][]) =>
      attempt(user, 'TagResource', {
        ResourceArn: games,
        Tags: pairs.map(([Key, Value]) => ({ Key, Value })),
      })
    expect(await tag(['Cost', '12'])).toBeUndefined()
    expect(await tag(['COST', '13'])).toBe('denied: TagResource on Games')
    expect(await tag(['cost', '12'])).toBe('denied: TagResource on Games')
    // A forbidden tag cannot hide behind another, nor can one that is not allowed.
    for (const value of ['13', '14']) {
      expect(await tag(['COST', value], ['Cost', '12'])).toBe('denied: TagResource on Games')
      expect(await tag(['COST', '12'], ['Cost', value])).toBe('denied: TagResource on Games')
    }
  })

  test('that differ only in case allow nothing that one of them would not allow', async () => {
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:TagResource',
      Resource: '*',
      Condition: { StringEquals: { 'aws:RequestTag/Cost': '12' } },
    })
    const tag = (...values: [string, string]) =>
      attempt(user, 'TagResource', {
        ResourceArn: games,
        Tags: values.map((Value, i) => ({ Key: i === 0 ? 'Cost' : 'cost', Value })),
      })
    expect(await tag('12', '12')).toBeUndefined()
    expect(await tag('12', '13')).toBe('denied: TagResource on Games')
    expect(await tag('13', '12')).toBe('denied: TagResource on Games')
  })
})

describe('table policies', () => {
  const withPolicy = async (statement: object, run: () => Promise<void>) => {
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: { Resource: games, ...statement } })
    await send(undefined, 'PutResourcePolicy', { ResourceArn: games, Policy })
    try {
      await run()
    } finally {
      await send(undefined, 'DeleteResourcePolicy', { ResourceArn: games })
    }
  }
  const nobody = createAccess({ accountId, userName: 'ann', policies: [] })
  const get = { TableName: 'Games', Key: annKey }

  test('can allow what no policy of the user allows', async () => {
    const Principal = { AWS: `arn:aws:iam::${accountId}:user/ann` }
    await withPolicy({ Effect: 'Allow', Principal, Action: 'dynamodb:GetItem' }, async () => {
      expect(await attempt(nobody, 'GetItem', get)).toHaveProperty('Item')
      expect(await attempt(nobody, 'PutItem', { TableName: 'Games', Item: annKey })).toBe(
        'denied: PutItem on Games',
      )
      const bob = createAccess({ accountId, userName: 'bob', policies: [] })
      expect(await attempt(bob, 'GetItem', get)).toBe('denied: GetItem on Games')
    })
    expect(await attempt(nobody, 'GetItem', get)).toBe('denied: GetItem on Games')
  })

  test('do not take the right to change them from who changes them, unless she confirms that', async () => {
    // Seen on AWS in September 2026, with a user whose only rights come from the table's policy.
    const Principal = { AWS: `arn:aws:iam::${accountId}:user/ann` }
    const writing = { Effect: 'Allow', Principal, Action: ['dynamodb:PutResourcePolicy', 'dynamodb:GetItem'] }
    const reading = { ...writing, Action: 'dynamodb:GetItem', Resource: games }
    const Policy = JSON.stringify({ Version: '2012-10-17', Statement: reading })
    const all = createAccess({ accountId, userName: 'ann', policies: [fullAccess] })
    await withPolicy(writing, async () => {
      const put = (access: Access, more = {}) =>
        send(access, 'PutResourcePolicy', { ResourceArn: games, Policy, ...more })
      const lockedOut = {
        name: 'AccessDeniedException',
        message: 'The new resource policy will not allow you to update the resource policy in the future.',
      }
      await expect(put(nobody)).rejects.toMatchObject(lockedOut)
      await expect(put(nobody, { ConfirmRemoveSelfResourceAccess: false })).rejects.toMatchObject(lockedOut)
      await put(nobody, { ConfirmRemoveSelfResourceAccess: true })
      expect(await attempt(nobody, 'PutResourcePolicy', { ResourceArn: games, Policy })).toBe(
        'denied: PutResourcePolicy on Games',
      )
      await put(all)
    })
  })

  test('can deny what policies of the user allow', async () => {
    const all = createAccess({ accountId, userName: 'ann', policies: [fullAccess] })
    await withPolicy({ Effect: 'Deny', Principal: '*', Action: 'dynamodb:GetItem' }, async () => {
      await expect(send(all, 'GetItem', get)).rejects.toThrow(
        `on resource: ${games} with an explicit deny in a resource-based policy`,
      )
      expect(await attempt(all, 'Query', queryOf('ann'))).toHaveProperty('Items')
    })
  })

  test('deny everything except their replacement if they cannot be understood', async () => {
    const all = createAccess({ accountId, userName: 'ann', policies: [fullAccess] })
    const Condition = { StringEquals: { 'aws:SourceVpce': 'vpce-1' } }
    await withPolicy({ Effect: 'Allow', Principal: '*', Action: 'dynamodb:GetItem', Condition }, async () => {
      await expect(send(all, 'GetItem', get)).rejects.toThrow(
        `on resource: ${games} because its resource-based policy has something in it that is not known here`,
      )
      expect(await attempt(all, 'GetResourcePolicy', { ResourceArn: games })).toHaveProperty('Policy')
    })
  })
})

test('a vector search is authorized on its index, and a statement limited to some keys does not allow it (AWS documentation)', async () => {
  await send(undefined, 'CreateTable', {
    TableName: 'Points',
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
    KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
    VectorIndexes: [
      {
        IndexName: 'near',
        VectorAttribute: { AttributeName: 'at' },
        Dimensions: 2,
        DistanceFunction: 'EUCLIDEAN',
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  })
  const arn = `arn:aws:dynamodb:us-east-1:${accountId}:table/Points`
  const SearchVector = [{ N: '0' }, { N: '0' }]
  const search = { TableName: 'Points', IndexName: 'near', SearchVector, TopK: 1 }
  const allowing = (Resource: string, Condition = {}) =>
    createAccess({
      accountId,
      userName: 'ann',
      policies: [{ Statement: { Effect: 'Allow', Action: 'dynamodb:*', Resource, Condition } }],
    })
  const mine = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['ann'] } }
  const denial = 'denied: SearchVectors on Points/index/near'
  expect(await attempt(allowing(`${arn}/index/near`), 'SearchVectors', search)).toHaveProperty(
    'SearchResults',
  )
  expect(await attempt(allowing(arn), 'SearchVectors', search)).toBe(denial)
  expect(await attempt(allowing('*', mine), 'SearchVectors', search)).toBe(denial)
})

describe('streams', () => {
  test('have their own tags, and none of their table', async () => {
    const answer = await send(undefined, 'CreateTable', {
      TableName: 'Tagged',
      AttributeDefinitions: [{ AttributeName: 'Id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'KEYS_ONLY' },
      Tags: [{ Key: 'Team', Value: 'red' }],
    })
    const { LatestStreamArn: StreamArn } = (answer as { TableDescription: { LatestStreamArn: string } })
      .TableDescription
    const user = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:DescribeStream',
      Resource: '*',
      Condition: { StringEquals: { 'aws:ResourceTag/Team': 'red' } },
    })
    const denied = expect.stringMatching(/^denied: DescribeStream on Tagged/)
    expect(await attempt(user, 'DescribeStream', { StreamArn })).toEqual(denied)
    await send(undefined, 'TagResource', { ResourceArn: StreamArn, Tags: [{ Key: 'Team', Value: 'red' }] })
    expect(await attempt(user, 'DescribeStream', { StreamArn })).toHaveProperty('StreamDescription')
    await send(undefined, 'DeleteTable', { TableName: 'Tagged' })
  })

  test('are resources of their own, and an iterator belongs to its stream', async () => {
    const created = await send(undefined, 'CreateTable', {
      TableName: 'Log',
      AttributeDefinitions: [{ AttributeName: 'Id', AttributeType: 'S' }],
      KeySchema: [{ AttributeName: 'Id', KeyType: 'HASH' }],
      BillingMode: 'PAY_PER_REQUEST',
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    })
    const { LatestStreamArn: StreamArn } = (created as { TableDescription: { LatestStreamArn: string } })
      .TableDescription
    const onTable = userWith({ Effect: 'Allow', Action: 'dynamodb:*', Resource: tableArn('Log') })
    const onStream = userWith({
      Effect: 'Allow',
      Action: 'dynamodb:*',
      Resource: `${tableArn('Log')}/stream/*`,
    })
    const denial = (action: string) => `denied: ${action} on ${StreamArn.replace(/^.*:table\//, '')}`
    expect(await attempt(onTable, 'DescribeStream', { StreamArn })).toBe(denial('DescribeStream'))
    const described = await attempt(onStream, 'DescribeStream', { StreamArn })
    const [shard] = (described as { StreamDescription: { Shards: { ShardId: string }[] } }).StreamDescription
      .Shards
    const start = { StreamArn, ShardId: shard?.ShardId, ShardIteratorType: 'TRIM_HORIZON' }
    expect(await attempt(onTable, 'GetShardIterator', start)).toBe(denial('GetShardIterator'))
    const got = (await attempt(onStream, 'GetShardIterator', start)) as { ShardIterator: string }
    expect(await attempt(onTable, 'GetRecords', got)).toBe(denial('GetRecords'))
    expect(await attempt(onStream, 'GetRecords', got)).toHaveProperty('Records')
    const forged = { ShardIterator: got.ShardIterator.replace(StreamArn, `${tableArn('Log')}/stream/x`) }
    expect(await attempt(onStream, 'GetRecords', forged)).toBe('ResourceNotFoundException')
  })
})

describe('every operation', () => {
  test.each(Object.keys(operationTable))('%s has known required permissions', (operation) => {
    const context = {
      catalogue: { find: () => undefined },
      realm: { region, accountId },
    }
    const input = {
      TableName: 'Games',
      TargetTableName: 'Games',
      RequestItems: {},
      TransactItems: [],
      TransactStatements: [],
      Statements: [],
      Statement: "SELECT * FROM Games WHERE UserId = 'ann'",
      GlobalTableName: 'Games',
      ShardIterator: `${games}/stream/x|1|${Buffer.from('["a",1,1]').toString('base64url')}`,
      TableCreationParameters: { TableName: 'Games' },
      IndexName: 'Index',
    }
    expect(requestNeeds(operation, context as never, input)).toBeDefined()
  })

  test('a batch with a statement that was not judged is not permitted as a whole', () => {
    const context = { catalogue: { find: () => undefined }, realm: { region, accountId } }
    const Statements = ['DELETE FROM Games WHERE UserId = 1', 'DELETE'].map((Statement) => ({ Statement }))
    expect(requestNeeds('BatchExecuteStatement', context as never, { Statements })).toBeUndefined()
  })

  test('none is allowed to a user without policies', async () => {
    const nobody = createAccess({ accountId, userName: 'nobody', policies: [] })
    await expect(send(nobody, 'ListTables', {})).rejects.toMatchObject({
      message:
        'User: arn:aws:iam::123456789012:user/nobody is not authorized to perform: dynamodb:ListTables on ' +
        `resource: ${tableArn('*')} because no identity-based policy allows the dynamodb:ListTables action`,
    })
  })
})
