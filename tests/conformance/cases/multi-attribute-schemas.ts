import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { attributeDefinitions, keySchema } from '../fixtures.ts'
import { matching, partial } from '../matchers.ts'
import { alternator, documentation, parity } from '../sources.ts'
import { N, S } from '../values.ts'

const types = { pk: 'S', a: 'S', b: 'S', c: 'S', d: 'S', e: 'S' }

function creating(hash: string[], range: string[], schema?: unknown, used = types): Fields {
  const names = new Set(['pk', ...hash, ...range])
  return {
    TableName: '«made»',
    AttributeDefinitions: attributeDefinitions(
      Object.fromEntries(Object.entries(used).filter(([name]) => names.has(name))),
    ),
    KeySchema: keySchema(['pk']),
    BillingMode: 'PAY_PER_REQUEST',
    GlobalSecondaryIndexes: [
      {
        IndexName: 'index',
        KeySchema: schema ?? keySchema(hash, range),
        Projection: { ProjectionType: 'ALL' },
      },
    ],
  }
}

const four = { a: 'S', b: 'S', c: 'S', d: 'S' }

const eight = { ...four, e: 'N', f: 'N', g: 'B', h: 'B' }

const creation: readonly ConformanceCase[] = [
  {
    name: 'an index may have four partition and four sort attributes, kept in order',
    source: documentation('Multi-attribute keys'),
    steps: [
      step(
        'CreateTable',
        creating(Object.keys(four), ['h', 'g', 'f', 'e'], undefined, { pk: 'S', ...eight } as typeof types),
      ),
      step(
        'DescribeTable',
        { TableName: '«made»' },
        partial({
          Table: partial({
            GlobalSecondaryIndexes: [
              partial({ KeySchema: keySchema(Object.keys(four), ['h', 'g', 'f', 'e']) }),
            ],
          }),
        }),
      ),
    ],
  },
  refused(
    { name: 'five partition attributes are refused', source: parity, operation: 'CreateTable' },
    creating(['a', 'b', 'c', 'd', 'e'], []),
    invalid(parameter('The KeySchema exceeds the maximum allowed number of HASH key attributes')),
  ),
  refused(
    { name: 'five sort attributes are refused', source: parity, operation: 'CreateTable' },
    creating(['pk'], ['a', 'b', 'c', 'd', 'e']),
    invalid(parameter('The KeySchema exceeds the maximum allowed number of RANGE key attributes')),
  ),
  refused(
    {
      name: 'a partition attribute after a sort attribute is refused',
      source: parity,
      operation: 'CreateTable',
    },
    creating(['a', 'c'], ['b'], [...keySchema(['a'], ['b']), ...keySchema(['c'])]),
    invalid(parameter('All HASH key attributes must precede RANGE key attributes in the KeySchema')),
  ),
  refused(
    { name: 'an attribute twice in one index key is refused', source: parity, operation: 'CreateTable' },
    creating(['a'], [], keySchema(['a', 'a'])),
    invalid(matching(/The KeySchema contains multiple key attributes with the same name|same name/)),
  ),
  refused(
    {
      name: 'an index key that begins with a sort attribute is refused',
      source: parity,
      operation: 'CreateTable',
    },
    creating(['a'], [], keySchema([], ['a'])),
    invalid('Invalid KeySchema: The first KeySchemaElement is not a HASH key type'),
  ),
  {
    name: 'a new index on several attributes takes up the items that have them all',
    source: alternator,
    given: {
      hash: [
        { pk: S('1'), a: S('a'), b: N(1) },
        { pk: S('2'), a: S('a') },
        { pk: S('3'), a: S('a'), b: S('wrong') },
      ],
    },
    steps: [
      step('UpdateTable', {
        TableName: '«hash»',
        AttributeDefinitions: attributeDefinitions({ a: 'S', b: 'N' }),
        GlobalSecondaryIndexUpdates: [
          {
            Create: {
              IndexName: 'index',
              KeySchema: keySchema(['a', 'b']),
              Projection: { ProjectionType: 'ALL' },
            },
          },
        ],
      }),
      step(
        'Query',
        {
          TableName: '«hash»',
          IndexName: 'index',
          KeyConditionExpression: 'a = :a AND b = :b',
          ExpressionAttributeValues: { ':a': S('a'), ':b': N('1.0') },
        },
        { Items: [{ pk: S('1'), a: S('a'), b: N(1) }], Count: 1, ScannedCount: 1 },
      ),
      refusal(
        'PutItem',
        { TableName: '«hash»', Item: { pk: S('4'), b: S('wrong') } },
        invalid(matching(/Type mismatch for Index Key b Expected: N Actual: S IndexName: index/)),
      ),
    ],
  },
]

export const multiAttributeSchemas: readonly ConformanceCase[] = [...creation]
