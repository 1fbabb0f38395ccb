import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, OperationName } from '../case.ts'
import { invalid, maxLength, namePattern, notNull, violation, violationText } from '../errors.ts'
import { matching, unordered } from '../matchers.ts'
import { alternator, documentation, dynalite, parity, stackd } from '../sources.ts'
import { S } from '../values.ts'

const key = { Key: { pk: S('k') } }
const others: { readonly [operation: string]: Fields } = {
  GetItem: key,
  DeleteItem: key,
  UpdateItem: key,
  PutItem: { Item: { pk: S('k') } },
  Query: { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: { ':p': S('k') } },
  Scan: {},
}

/** Every item operation checks the table name in the same way; another region was recorded for GetItem. */
const tableNames = Object.entries(others).flatMap(([name, rest]): ConformanceCase[] => {
  const operation = name as OperationName
  return [
    refused(
      { name: `${operation} refuses a table name with a semicolon`, source: dynalite, operation },
      { ...rest, TableName: 'abc;' },
      violation('abc;', 'tableName', namePattern),
    ),
    refused(
      { name: `${operation} refuses a long table name`, source: parity, operation },
      { ...rest, TableName: 'n'.repeat(256) },
      violation('n'.repeat(256), 'tableName', maxLength(255)),
    ),
    refused(
      { name: `${operation} refuses a table name of two characters`, source: alternator, operation },
      { ...rest, TableName: 'xx' },
      invalid(
        matching(
          /^1 validation error detected: Value .*at '[tT]ableName' failed to satisfy constraint: Member must have length greater than or equal to 3$/,
        ),
      ),
    ),
    refused(
      { name: `${operation} refuses the ARN of a table in another region`, source: stackd, operation },
      { ...rest, TableName: '«hash:arn2»' },
      violation('«hash:arn2»', 'tableName', 'Invalid AWS region'),
    ),
    refused(
      { name: `${operation} refuses a missing table name`, source: dynalite, operation },
      rest,
      violation(null, 'tableName', notNull),
    ),
    refused(
      { name: `${operation} refuses a null table name like a missing one`, source: dynalite, operation },
      { ...rest, TableName: null },
      violation(null, 'tableName', notNull),
    ),
  ]
})

/** Unknown members and nulls are ignored. */
const ignored = (['GetItem', 'Scan', 'PutItem'] as const).map((operation) =>
  answered(
    { name: `${operation} passes over members it does not know, and nulls`, source: dynalite, operation },
    {
      ...others[operation],
      TableName: '«hash»',
      Whatever: { x: 1 },
      ReturnConsumedCapacity: null,
      ExpressionAttributeNames: null,
    },
  ),
)

/** A member that only other operations have is an unknown one, whatever its value. */
const ignoredNames: ConformanceCase = {
  name: 'statements and transactions ignore a table name where they have none',
  source: dynalite,
  given: { hash: [] },
  steps: [
    step(
      'ExecuteStatement',
      { Statement: 'SELECT * FROM "«hash»" WHERE pk = \'k\'', ReturnConsumedCapacity: 'TOTAL', TableName: 1 },
      { Items: [], ConsumedCapacity: { TableName: '«hash»', CapacityUnits: 0.5 } },
    ),
    step(
      'TransactGetItems',
      {
        TransactItems: [{ Get: { TableName: '«hash»', ...key }, Whatever: { TableName: [] } }],
        ReturnConsumedCapacity: 'TOTAL',
      },
      {
        Responses: [{}],
        ConsumedCapacity: [{ TableName: '«hash»', CapacityUnits: 2, ReadCapacityUnits: 2 }],
      },
    ),
  ],
}

/** The classic wording reports all violations at once, in the order of the model. */
const both = (classic: readonly string[], current: string): ExpectedError =>
  invalid(
    matching(new RegExp(`^\\d validation errors? detected: .*${current}`)),
    `${classic.length} validation errors detected: ${classic.join('; ')}`,
  )

const together: readonly ConformanceCase[] = [
  refused(
    { name: 'GetItem with a bad table name and no key', source: dynalite, operation: 'GetItem' },
    { TableName: 'abc;' },
    both([violationText('abc;', 'tableName', namePattern), violationText(null, 'key', notNull)], 'tableName'),
  ),
  refused(
    { name: 'PutItem with a bad table name and no item', source: dynalite, operation: 'PutItem' },
    { TableName: 'abc;' },
    both(
      [violationText('abc;', 'tableName', namePattern), violationText(null, 'item', notNull)],
      '(tableName|item)',
    ),
  ),
  refused(
    { name: 'DeleteItem with a bad table name and no key', source: dynalite, operation: 'DeleteItem' },
    { TableName: 'abc;' },
    both(
      [violationText('abc;', 'tableName', namePattern), violationText(null, 'key', notNull)],
      '(tableName|key)',
    ),
  ),
]

/** The spellings of booleans that the service accepts. */
const booleans = (
  [
    ['true', true],
    ['1', true],
    ['yes', true],
    ['FALSE', false],
    ['0', false],
    ['No', false],
  ] as const
).map(
  ([text, truth]): ConformanceCase => ({
    name: `the text "${text}" is taken as ${truth} where a boolean is wanted`,
    source: dynalite,
    steps: [
      {
        operation: 'PutItem',
        input: { TableName: '«hash»', Item: { pk: S('k'), b: { BOOL: text } } },
        output: {},
      },
      {
        operation: 'GetItem',
        input: { TableName: '«hash»', Key: { pk: S('k') }, ConsistentRead: text },
        output: { Item: { pk: S('k'), b: { BOOL: truth } } },
      },
    ],
  }),
)

const fractions: readonly ConformanceCase[] = [
  answered(
    {
      name: 'a Limit with a fraction is rounded down',
      source: dynalite,
      given: { hash: ['1', '2', '3'].map((pk) => ({ pk: S(pk) })) },
      operation: 'Scan',
    },
    { TableName: '«hash»', Limit: 4.9 },
    { Items: unordered(['1', '2', '3'].map((pk) => ({ pk: S(pk) }))), Count: 3, ScannedCount: 3 },
  ),
]

/** Hostile names are ordinary names everywhere. */
const hostile = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'prototype',
  '😀',
  'a.b',
  'a[0]',
  ' ',
  '"',
  "'",
  '\\',
].map((name): ConformanceCase => {
  const own = (value: unknown): Fields => JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value)}}`)
  const item = { pk: S('k'), ...own(S('x')) }
  return {
    name: `an attribute named ${JSON.stringify(name)} is projected, updated, tested and removed like any other`,
    source: documentation('Naming rules'),
    given: { hash: [item] },
    steps: [
      {
        operation: 'GetItem',
        input: {
          TableName: '«hash»',
          ...key,
          ProjectionExpression: '#n',
          ExpressionAttributeNames: { '#n': name },
        },
        output: { Item: own(S('x')) },
      },
      {
        operation: 'GetItem',
        input: { TableName: '«hash»', ...key, AttributesToGet: [name] },
        output: { Item: own(S('x')) },
      },
      {
        operation: 'UpdateItem',
        input: {
          TableName: '«hash»',
          ...key,
          UpdateExpression: 'SET #n = :m',
          ConditionExpression: '#n = :x',
          ExpressionAttributeNames: { '#n': name },
          ExpressionAttributeValues: { ':m': { M: own(S('y')) }, ':x': S('x') },
          ReturnValues: 'UPDATED_NEW',
        },
        output: { Attributes: own({ M: own(S('y')) }) },
      },
      {
        operation: 'UpdateItem',
        input: {
          TableName: '«hash»',
          ...key,
          UpdateExpression: 'REMOVE #n.#n',
          ExpressionAttributeNames: { '#n': name },
          ReturnValues: 'ALL_NEW',
        },
        output: { Attributes: { pk: S('k'), ...own({ M: {} }) } },
      },
      {
        operation: 'UpdateItem',
        input: {
          TableName: '«hash»',
          ...key,
          AttributeUpdates: own({ Action: 'DELETE' }),
          ReturnValues: 'ALL_NEW',
        },
        output: { Attributes: key.Key },
      },
      {
        operation: 'Scan',
        input: {
          TableName: '«hash»',
          FilterExpression: 'attribute_exists(#n)',
          ExpressionAttributeNames: { '#n': name },
        },
        output: { Items: [], Count: 0, ScannedCount: 1 },
      },
    ],
  }
})

const hostileKeys = ['__proto__', 'constructor', '😀'].map(
  (name): ConformanceCase => ({
    name: `a table and an index may have the key attribute ${name}`,
    source: documentation('Naming rules'),
    tables: {
      own: {
        AttributeDefinitions: [
          { AttributeName: name, AttributeType: 'S' },
          { AttributeName: `${name}2`, AttributeType: 'S' },
        ],
        KeySchema: [{ AttributeName: name, KeyType: 'HASH' }],
        BillingMode: 'PAY_PER_REQUEST',
        GlobalSecondaryIndexes: [
          {
            IndexName: 'constructor',
            KeySchema: [{ AttributeName: `${name}2`, KeyType: 'HASH' }],
            Projection: { ProjectionType: 'ALL' },
          },
        ],
      },
    },
    steps: (() => {
      const own = (...pairs: [string, unknown][]): Fields => Object.fromEntries(pairs)
      const item = own([name, S('1')], [`${name}2`, S('2')])
      return [
        { operation: 'PutItem' as const, input: { TableName: '«own»', Item: item }, output: {} },
        {
          operation: 'GetItem' as const,
          input: { TableName: '«own»', Key: own([name, S('1')]) },
          output: { Item: item },
        },
        {
          operation: 'Query' as const,
          input: {
            TableName: '«own»',
            IndexName: 'constructor',
            KeyConditionExpression: '#n = :v',
            ExpressionAttributeNames: { '#n': `${name}2` },
            ExpressionAttributeValues: { ':v': S('2') },
          },
          output: { Items: [item], Count: 1, ScannedCount: 1 },
        },
      ]
    })(),
  }),
)

export const constraints: readonly ConformanceCase[] = [
  ...tableNames,
  ...ignored,
  ignoredNames,
  ...together,
  ...booleans,
  ...fractions,
  ...hostile,
  ...hostileKeys,
]
