import type { OperationName } from '@monotable/protocol'
import { describe, expect, test } from 'vitest'
import {
  atLeast,
  atMost,
  broken,
  describeRefused,
  enumOf,
  missing,
  NAME,
  one,
  refusalOf,
  seenIn,
  several,
  sizeless,
} from '../testing/refused-requests.ts'
import { validateRequest } from './validate-request.ts'

const { parity, quirks, verified, dynalite } = seenIn

const RCC = enumOf('BOGUS', 'returnConsumedCapacity', 'INDEXES', 'TOTAL', 'NONE')
const RV = enumOf('BOGUS', 'returnValues', 'ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')
const RICM = enumOf('BOGUS', 'returnItemCollectionMetrics', 'SIZE', 'NONE')
const RV_CURRENT =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'
const XOR = enumOf('XOR', 'conditionalOperator', 'OR', 'AND')
const XOR_CURRENT = 'Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]'

const key = { pk: { S: 'a' } }
const put = { TableName: 'abc', Item: key }
const named = { TableName: 'abc', Key: key }
const table = {
  TableName: 'abc',
  AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  BillingMode: 'PAY_PER_REQUEST',
}
const long = 'a'.repeat(256)

function nested(levels: number): unknown {
  let value: unknown = { S: 'leaf' }
  for (let level = 0; level < levels; level++) value = { M: { n: value } }
  return value
}

describeRefused('the name of a table', [
  {
    title: 'without a name the older layer judges the request',
    operation: 'PutItem',
    request: { Item: key },
    current: one(missing('tableName')),
    source: parity,
  },
  {
    title: 'an empty name is not echoed any more',
    operation: 'PutItem',
    request: { ...put, TableName: '' },
    current: one(sizeless('TableName', atLeast(1))),
    classic: one(broken("''", 'tableName', atLeast(1))),
    source: parity,
  },
  {
    title: 'an empty name hides a bad enum only in the current wording',
    operation: 'PutItem',
    request: { ...put, TableName: '', ReturnValues: 'BOGUS' },
    current: one(sizeless('TableName', atLeast(1))),
    classic: several(RV, broken("''", 'tableName', atLeast(1))),
    source: parity,
  },
  {
    title: 'a name of 256 characters is echoed',
    operation: 'PutItem',
    request: { ...put, TableName: long },
    current: one(broken(`'${long}'`, 'tableName', atMost(255))),
    source: parity,
  },
  {
    title: 'a name with other characters',
    operation: 'PutItem',
    request: { ...put, TableName: 'bad table!@#' },
    current: one(broken("'bad table!@#'", 'tableName', NAME)),
    source: parity,
  },
  {
    title: 'a short name with other characters breaks two constraints, the length first',
    operation: 'UpdateItem',
    request: { ...named, TableName: 'x!' },
    current: several(broken("'x!'", 'tableName', atLeast(3)), broken("'x!'", 'tableName', NAME)),
    source: verified,
  },
  {
    title: 'a malformed name is reported before a bad enum, but listed with it in the classic wording',
    operation: 'DeleteItem',
    request: { ...named, TableName: 'abc!', ReturnValues: 'BOGUS' },
    current: one(broken("'abc!'", 'tableName', NAME)),
    classic: several(RV, broken("'abc!'", 'tableName', NAME)),
    source: parity,
  },
  {
    title: 'an ARN of something else',
    operation: 'GetItem',
    request: { ...named, TableName: 'arn:aws:dynamodb:us-east-1:123456789012:stream/abc' },
    current: one(
      broken("'arn:aws:dynamodb:us-east-1:123456789012:stream/abc'", 'tableName', 'Invalid resource type'),
    ),
    source: 'ExtendDB, which AWS maintains',
  },
  ...(['CreateTable', 'DescribeTable', 'DeleteTable', 'UpdateTable'] as const).map((operation) => ({
    title: 'a missing name has a sentence of its own and comes first',
    operation,
    request: { KeySchema: [] },
    current: "The parameter 'TableName' is required but was not present in the request",
    source: parity,
  })),
  {
    title: 'an empty name breaks two constraints',
    operation: 'DescribeTable',
    request: { TableName: '' },
    current: several(broken("''", 'tableName', atLeast(3)), broken("''", 'tableName', NAME)),
    source: quirks,
  },
  {
    title: 'a short name',
    operation: 'CreateTable',
    request: { ...table, TableName: 'ab' },
    current: one(broken("'ab'", 'tableName', atLeast(3))),
    source: parity,
  },
])

describeRefused('single items', [
  {
    title: 'all that is required',
    operation: 'PutItem',
    request: {},
    current: several(missing('tableName'), missing('item')),
  },
  {
    title: 'bad enums are all reported, in another order and another text than before',
    operation: 'PutItem',
    request: {
      ...put,
      ReturnConsumedCapacity: 'BOGUS',
      ReturnItemCollectionMetrics: 'BOGUS',
      ReturnValues: 'BOGUS',
    },
    current: several(RCC, RV_CURRENT, RICM),
    classic: several(RV, RCC, RICM),
    source: parity,
  },
  {
    title: 'bad enums are all reported',
    operation: 'DeleteItem',
    request: { ...named, ReturnConsumedCapacity: 'BOGUS', ReturnValues: 'BOGUS' },
    current: several(RCC, RV_CURRENT),
    classic: several(RV, RCC),
    source: parity,
  },
  {
    title: 'of several bad enums only ReturnValues is reported',
    operation: 'UpdateItem',
    request: { ...named, ReturnConsumedCapacity: 'BOGUS', ReturnValues: 'BOGUS' },
    current: one(RV_CURRENT),
    classic: several(RCC, RV),
    source: parity,
  },
  {
    title: 'a bad ReturnConsumedCapacity alone has no envelope',
    operation: 'UpdateItem',
    request: { ...named, ReturnConsumedCapacity: 'BOGUS' },
    current: RCC,
    classic: one(RCC),
    source: parity,
  },
  {
    title: 'a bad ConditionalOperator',
    operation: 'PutItem',
    request: { ...put, ConditionalOperator: 'XOR', Expected: { a: { Exists: false }, b: { Exists: false } } },
    current: one(XOR_CURRENT),
    classic: one(XOR),
    source: parity,
  },
  {
    title: 'without a key the classic list is given, in the order of members',
    operation: 'UpdateItem',
    request: { TableName: '', ReturnConsumedCapacity: 'BOGUS', ReturnValues: 'BOGUS' },
    current: several(RCC, broken("''", 'tableName', atLeast(1)), RV, missing('key')),
    source: parity,
  },
  {
    title: 'without a key a bad ConditionalOperator comes before it',
    operation: 'UpdateItem',
    request: { TableName: 'abc', ConditionalOperator: 'XOR' },
    current: several(XOR, missing('key')),
    source: parity,
  },
  {
    title: 'a value of 63 levels sends a bad enum to the older layer',
    operation: 'DeleteItem',
    request: { ...named, ExpressionAttributeValues: { ':deep': nested(63) }, ReturnValues: 'BOGUS' },
    current: one(RV),
    source: parity,
  },
  {
    title: 'a value of 40 levels does not',
    operation: 'DeleteItem',
    request: { ...named, ExpressionAttributeValues: { ':deep': nested(40) }, ReturnValues: 'BOGUS' },
    current: one(RV_CURRENT),
    classic: one(RV),
    source: parity,
  },
  {
    title: 'a bad ReturnValuesOnConditionCheckFailure',
    operation: 'PutItem',
    request: { ...put, ReturnValuesOnConditionCheckFailure: 'BOGUS' },
    current: one(enumOf('BOGUS', 'returnValuesOnConditionCheckFailure', 'ALL_OLD', 'NONE')),
    source: parity,
  },
  {
    title: 'an operator that legacy conditions do not have',
    operation: 'DeleteItem',
    request: { ...named, Expected: { b: { ComparisonOperator: 'hi' } } },
    current: one(
      enumOf(
        'hi',
        'expected.b.member.comparisonOperator',
        ...['IN', 'NULL', 'BETWEEN', 'LT', 'NOT_CONTAINS', 'EQ', 'GT', 'NOT_NULL', 'NE', 'LE'],
        ...['BEGINS_WITH', 'GE', 'CONTAINS'],
      ),
    ),
    source: dynalite,
  },
  {
    title: 'an empty AttributesToGet',
    operation: 'GetItem',
    request: { ...named, AttributesToGet: [] },
    current: one(sizeless('AttributesToGet', atLeast(1))),
    classic: one(broken("'[]'", 'attributesToGet', atLeast(1))),
    source: dynalite,
  },
  {
    title: 'a bad ReturnConsumedCapacity',
    operation: 'GetItem',
    request: { ...named, ReturnConsumedCapacity: 'BOGUS' },
    current: one(RCC),
    source: parity,
  },
])

const SELECT = enumOf(
  'BOGUS',
  'select',
  'SPECIFIC_ATTRIBUTES',
  'COUNT',
  'ALL_ATTRIBUTES',
  'ALL_PROJECTED_ATTRIBUTES',
)
const positive = 'Member must have value greater than or equal to 1'

describeRefused('queries and scans', [
  {
    title: 'a limit of zero',
    operation: 'Query',
    request: { TableName: 'abc', Limit: 0 },
    current: one(sizeless('Limit', positive)),
    classic: one(broken("'0'", 'limit', positive)),
    source: parity,
  },
  {
    title: 'a limit of zero',
    operation: 'Scan',
    request: { TableName: 'abc', Limit: 0 },
    current: one(sizeless('Limit', positive)),
    classic: one(broken("'0'", 'limit', positive)),
    source: `${parity}; ten regions of 33 on 2026-10-07`,
  },
  {
    title: 'a negative segment',
    operation: 'Scan',
    request: { TableName: 'abc', Segment: -1, TotalSegments: 4 },
    current: one(sizeless('Segment', 'Member must have value greater than or equal to 0')),
    classic: one(broken("'-1'", 'segment', 'Member must have value greater than or equal to 0')),
    source: parity,
  },
  {
    title: 'too many segments',
    operation: 'Scan',
    request: { TableName: 'abc', Segment: 1, TotalSegments: 1_000_001 },
    current: one(sizeless('TotalSegments', 'Member must have value less than or equal to 1000000')),
    classic: one(
      broken("'1000001'", 'totalSegments', 'Member must have value less than or equal to 1000000'),
    ),
  },
  {
    title: 'an unknown Select',
    operation: 'Query',
    request: { TableName: 'abc', Select: 'BOGUS' },
    current: one(SELECT),
    source: parity,
  },
  {
    title: 'an unknown Select beside a bad ReturnConsumedCapacity',
    operation: 'Query',
    request: { TableName: 'abc', Select: 'BOGUS', ReturnConsumedCapacity: 'BOGUS' },
    current: one(RCC),
    classic: several(SELECT, RCC),
    source: parity,
  },
  {
    title: 'a bad ConditionalOperator stands alone, without an envelope',
    operation: 'Query',
    request: { TableName: 'abc', Select: 'BOGUS', ConditionalOperator: 'XOR' },
    current: XOR_CURRENT,
    classic: several(SELECT, XOR),
    source: parity,
  },
  {
    title: 'a condition without an operator',
    operation: 'Query',
    request: { TableName: 'abc', QueryFilter: { a: {} } },
    current: one(missing('queryFilter.a.member.comparisonOperator')),
    source: dynalite,
  },
  {
    title: 'no more than ten violations are listed',
    operation: 'Query',
    request: {
      Select: 'BOGUS',
      IndexName: 'a;',
      ReturnConsumedCapacity: 'BOGUS',
      QueryFilter: { a: {}, b: {} },
      ConditionalOperator: 'XOR',
      AttributesToGet: [],
      Limit: -1,
      KeyConditions: { a: {}, b: {} },
    },
    current: several(
      SELECT,
      broken("'a;'", 'indexName', atLeast(3)),
      broken("'a;'", 'indexName', NAME),
      RCC,
      missing('queryFilter.a.member.comparisonOperator'),
      missing('queryFilter.b.member.comparisonOperator'),
      missing('tableName'),
      XOR,
      broken("'[]'", 'attributesToGet', atLeast(1)),
      broken("'-1'", 'limit', positive),
    ),
    source: dynalite,
  },
])

describe('what is accepted', () => {
  const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/abc'
  const accepted: readonly (readonly [OperationName, unknown])[] = [
    ['GetItem', { ...named, TableName: arn }],
    ['DescribeTable', { TableName: arn }],
    ['BatchGetItem', { RequestItems: { [arn]: { Keys: [key] } } }],
    ['PutItem', { ...put, ReturnValues: undefined }],
    ['CreateTable', { ...table, TableClass: 'whatever', Tags: [{}], WarmThroughput: {} }],
    ['UpdateTable', { TableName: 'abc', ReplicaUpdates: [{ Create: {} }] }],
    ['ListTables', {}],
    ['DescribeLimits', {}],
    ['ListTagsOfResource', { ResourceArn: '' }],
  ]

  test.each(accepted)('%s %j', (operation, request) => {
    expect(validateRequest(operation, request)).toBe(request)
  })

  test('members that an operation does not have are left out, and the request is unchanged', () => {
    const request = { ...put, Whatever: 1, Key: { a: { S: 'b' } } }
    expect(validateRequest('PutItem', request)).toEqual(put)
    expect(request.Whatever).toBe(1)
    const Delete = { TableName: 'abc', Key: key }
    expect(
      validateRequest('TransactWriteItems', {
        TransactItems: [{ Delete: { ...Delete, Item: key }, Other: {} }],
      }),
    ).toEqual({ TransactItems: [{ Delete }] })
    expect(validateRequest('DescribeEndpoints', { anything: [] })).toEqual({})
  })

  test('a global index may have a key of eight attributes', () => {
    const KeySchema = Array.from({ length: 8 }, (_, index) => ({
      AttributeName: `a${index}`,
      KeyType: index < 4 ? 'HASH' : 'RANGE',
    }))
    const request = {
      ...table,
      GlobalSecondaryIndexes: [{ IndexName: 'index', KeySchema, Projection: { ProjectionType: 'ALL' } }],
    }
    expect(validateRequest('CreateTable', request)).toBe(request)
  })

  test('members named like Object’s own properties are ordinary', () => {
    const request = JSON.parse(
      '{"TableName":"abc","Item":{"__proto__":{"S":"a"},"constructor":{"BOOL":"yes"}},"constructor":1,"__proto__":2}',
    )
    const { Item } = validateRequest('PutItem', request)
    expect(Object.keys(Item)).toEqual(['__proto__', 'constructor'])
    expect(JSON.stringify(Item)).toBe('{"__proto__":{"S":"a"},"constructor":{"BOOL":true}}')
  })

  test('values nested ten thousand levels deep are left to later checks', () => {
    const request = { TableName: 'abc', Item: { a: nested(10_000) } }
    expect(validateRequest('PutItem', request)).toBe(request)
    expect(refusalOf('PutItem', { ...request, ReturnValues: 'BOGUS' }).message).toBe(one(RV))
  })

  test('a request echoed in a message does not grow indefinitely', () => {
    const item = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`a${index}`, { S: '' }]))
    const request = { RequestItems: { 'bad!name': Array(50).fill({ PutRequest: { Item: item } }) } }
    expect(refusalOf('BatchWriteItem', request).message.length).toBeLessThan(2_500_000)
  })
})
