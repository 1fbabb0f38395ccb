import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item, Value } from '../case.ts'
import { invalid, parameter } from '../errors.ts'
import { tableOf } from '../fixtures.ts'
import { matching } from '../matchers.ts'
import { alternator, documentation, local, moto, parity } from '../sources.ts'
import { N, S } from '../values.ts'

const page = documentation('Multi-attribute keys in global secondary indexes')

const row = (r1: string, r2: number, r3: string): Item => ({
  pk: S(`${r1}${r2}${r3}`),
  h1: S('h'),
  h2: N(1),
  r1: S(r1),
  r2: N(r2),
  r3: S(r3),
})

/** In the order of the index: attribute by attribute, numbers by value. */
const sorted: readonly Item[] = [
  row('a', -1, 'x'),
  row('a', 2, 'x'),
  row('a', 2, 'y'),
  row('a', 10, 'x'),
  row('ab', 1, 'x'),
  row('b', 1, 'a'),
  row('b', 1, 'ab'),
  row('b', 1, 'b'),
]

const given = { multi: [...sorted].reverse() }

const hashes = { ':1': S('h'), ':2': N(1) }

const pick = (...at: number[]): unknown[] => at.map((index) => sorted[index])

const base = { TableName: '«multi»', IndexName: 'wide' }

/** [rest of the condition, values, positions found] */
const conditions: readonly [string, { [name: string]: Value }, readonly number[]][] = [
  ['', {}, [0, 1, 2, 3, 4, 5, 6, 7]],
  [' AND r1 = :a', { ':a': S('a') }, [0, 1, 2, 3]],
  [' AND r1 > :a', { ':a': S('a') }, [4, 5, 6, 7]],
  [' AND r1 < :a', { ':a': S('b') }, [0, 1, 2, 3, 4]],
  [' AND r1 <= :a', { ':a': S('ab') }, [0, 1, 2, 3, 4]],
  [' AND begins_with(r1, :a)', { ':a': S('a') }, [0, 1, 2, 3, 4]],
  [' AND r1 BETWEEN :a AND :b', { ':a': S('ab'), ':b': S('b') }, [4, 5, 6, 7]],
  [' AND r1 = :a AND r2 = :n', { ':a': S('a'), ':n': N('2.0') }, [1, 2]],
  [' AND r1 = :a AND r2 > :n', { ':a': S('a'), ':n': N(-1) }, [1, 2, 3]],
  [' AND r1 = :a AND r2 >= :n', { ':a': S('a'), ':n': N(2) }, [1, 2, 3]],
  [' AND r1 = :a AND r2 < :n', { ':a': S('a'), ':n': N(10) }, [0, 1, 2]],
  [' AND r1 = :a AND r2 BETWEEN :n AND :m', { ':a': S('a'), ':n': N(0), ':m': N(9) }, [1, 2]],
  [' AND r1 = :a AND r2 = :n AND r3 = :c', { ':a': S('a'), ':n': N(2), ':c': S('y') }, [2]],
  [' AND r1 = :a AND r2 = :n AND r3 > :c', { ':a': S('b'), ':n': N(1), ':c': S('a') }, [6, 7]],
  [' AND r1 = :a AND r2 = :n AND begins_with(r3, :c)', { ':a': S('b'), ':n': N(1), ':c': S('a') }, [5, 6]],
]

const conditionCases = conditions.map(([rest, values, positions]) =>
  answered(
    {
      name: `several key attributes: h1 and h2${rest} ${JSON.stringify(values)}`,
      source: page,
      given,
      operation: 'Query',
    },
    {
      ...base,
      KeyConditionExpression: `h1 = :1 AND h2 = :2${rest}`,
      ExpressionAttributeValues: { ...hashes, ...values },
    },
    { Items: pick(...positions), Count: positions.length, ScannedCount: positions.length },
  ),
)

const forms: readonly ConformanceCase[] = [
  answered(
    { name: 'several key attributes: conditions in any order', source: parity, given, operation: 'Query' },
    {
      ...base,
      KeyConditionExpression: 'r2 > :n AND h2 = :2 AND r1 = :a AND :1 = h1',
      ExpressionAttributeValues: { ...hashes, ':a': S('a'), ':n': N(2) },
    },
    { Items: pick(3), Count: 1, ScannedCount: 1 },
  ),
  answered(
    { name: 'several key attributes: backwards', source: page, given, operation: 'Query' },
    {
      ...base,
      KeyConditionExpression: 'h1 = :1 AND h2 = :2 AND r1 = :a',
      ExpressionAttributeValues: { ...hashes, ':a': S('a') },
      ScanIndexForward: false,
    },
    { Items: pick(3, 2, 1, 0), Count: 4, ScannedCount: 4 },
  ),
  {
    name: 'several key attributes: pages',
    source: parity,
    given,
    steps: [
      step(
        'Query',
        {
          ...base,
          KeyConditionExpression: 'h1 = :1 AND h2 = :2',
          ExpressionAttributeValues: hashes,
          Limit: 3,
        },
        { Items: pick(0, 1, 2), Count: 3, ScannedCount: 3, LastEvaluatedKey: sorted[2] },
      ),
      step(
        'Query',
        {
          ...base,
          KeyConditionExpression: 'h1 = :1 AND h2 = :2',
          ExpressionAttributeValues: hashes,
          ExclusiveStartKey: sorted[2],
          Limit: 2,
        },
        { Items: pick(3, 4), Count: 2, ScannedCount: 2, LastEvaluatedKey: sorted[4] },
      ),
    ],
  },
  {
    name: 'several key attributes: partitions are told apart by each attribute',
    source: page,
    given: {
      multi: [
        { pk: S('1'), h1: S('a'), h2: N(1) },
        { pk: S('2'), h1: S('a'), h2: N(2) },
        { pk: S('3'), h1: S('a1'), h2: N(1) },
      ],
    },
    steps: [
      step(
        'Query',
        {
          TableName: '«multi»',
          IndexName: 'pair',
          KeyConditionExpression: 'h1 = :1 AND h2 = :2',
          ExpressionAttributeValues: { ':1': S('a'), ':2': N(1) },
        },
        { Items: [{ pk: S('1'), h1: S('a'), h2: N(1) }], Count: 1, ScannedCount: 1 },
      ),
    ],
  },
  ...['h1', 'h2', 'r1', 'r2', 'r3'].map((name) =>
    answered(
      {
        name: `several key attributes: an item without ${name} is not in the index`,
        source: alternator,
        given: {
          multi: [Object.fromEntries(Object.entries(row('a', 1, 'x')).filter(([key]) => key !== name))],
        },
        operation: 'Scan',
      },
      { ...base, Select: 'COUNT' },
      { Count: 0, ScannedCount: 0 },
    ),
  ),
  answered(
    {
      name: 'several key attributes: a filter may use the table key',
      source: alternator,
      given,
      operation: 'Query',
    },
    {
      ...base,
      KeyConditionExpression: 'h1 = :1 AND h2 = :2',
      FilterExpression: 'pk = :p',
      ExpressionAttributeValues: { ...hashes, ':p': S('a2x') },
      Select: 'COUNT',
    },
    { Count: 1, ScannedCount: 8 },
  ),
]

const mustEqual = (before: string, present: string): ExpectedError =>
  invalid(
    `RANGE key attributes ${before} must have equality conditions specified in the query because a condition is present on key attribute ${present}`,
  )
// Only the beginning of the message was observed; what follows "equality conditions" was not recorded.
const hashMustEqual = (names: string): ExpectedError =>
  invalid(matching(new RegExp(`^HASH key attributes ${names} must have equality conditions`)))

const refusals: readonly [string, string, { [name: string]: Value }, ExpectedError][] = [
  ['only one of two partition attributes', 'h1 = :1', { ':1': S('h') }, hashMustEqual('h2')],
  ['sort attributes alone', 'r1 = :a', { ':a': S('a') }, hashMustEqual('h1, h2')],
  ['an inequality on a partition attribute', 'h1 = :1 AND h2 > :2', hashes, hashMustEqual('h2')],
  ['begins_with on a partition attribute', 'begins_with(h1, :1) AND h2 = :2', hashes, hashMustEqual('h1')],
  [
    'a gap in the sort attributes',
    'h1 = :1 AND h2 = :2 AND r1 = :a AND r3 = :c',
    { ...hashes, ':a': S('a'), ':c': S('x') },
    mustEqual('r2', 'r3'),
  ],
  [
    'the first sort attribute left out',
    'h1 = :1 AND h2 = :2 AND r2 = :n',
    { ...hashes, ':n': N(1) },
    mustEqual('r1', 'r2'),
  ],
  [
    'an inequality before the last',
    'h1 = :1 AND h2 = :2 AND r1 > :a AND r2 = :n',
    { ...hashes, ':a': S('a'), ':n': N(1) },
    mustEqual('r1', 'r2'),
  ],
  [
    'begins_with before the last',
    'h1 = :1 AND h2 = :2 AND begins_with(r1, :a) AND r2 = :n',
    { ...hashes, ':a': S('a'), ':n': N(1) },
    mustEqual('r1', 'r2'),
  ],
  [
    'begins_with on a number',
    'h1 = :1 AND h2 = :2 AND r1 = :a AND begins_with(r2, :n)',
    { ...hashes, ':a': S('a'), ':n': N(1) },
    invalid(matching(/begins_with/)),
  ],
  [
    'a value of the wrong type',
    'h1 = :1 AND h2 = :2 AND r1 = :a',
    { ...hashes, ':a': N(1) },
    invalid(parameter('Condition parameter type does not match schema type')),
  ],
  [
    'an attribute that is no key',
    'h1 = :1 AND h2 = :2 AND other = :a',
    { ...hashes, ':a': S('a') },
    invalid(matching(/./)),
  ],
]

const refusalCases = refusals.map(([name, condition, values, error]) =>
  refused(
    { name: `several key attributes: refuses ${name}`, source: alternator, operation: 'Query' },
    { ...base, KeyConditionExpression: condition, ExpressionAttributeValues: values },
    error,
  ),
)

const otherRefusals: readonly ConformanceCase[] = [
  refused(
    {
      name: 'several key attributes: a filter may not use index keys',
      source: alternator,
      operation: 'Query',
    },
    {
      ...base,
      KeyConditionExpression: 'h1 = :1 AND h2 = :2',
      FilterExpression: 'r3 = :1',
      ExpressionAttributeValues: hashes,
    },
    invalid(matching(/[fF]ilter.*key.*r3/)),
  ),
  refused(
    { name: 'several key attributes: consistent reads are refused', source: alternator, operation: 'Query' },
    {
      ...base,
      KeyConditionExpression: 'h1 = :1 AND h2 = :2',
      ExpressionAttributeValues: hashes,
      ConsistentRead: true,
    },
    invalid('Consistent reads are not supported on global secondary indexes'),
  ),
  refused(
    { name: 'several key attributes: a starting key needs them all', source: alternator, operation: 'Query' },
    {
      ...base,
      KeyConditionExpression: 'h1 = :1 AND h2 = :2',
      ExpressionAttributeValues: hashes,
      ExclusiveStartKey: { pk: S('1'), h1: S('h'), h2: N(1) },
    },
    invalid(matching(/The provided starting key is invalid/)),
  ),
  refused(
    {
      name: 'several key attributes: a value of the wrong type is refused',
      source: alternator,
      operation: 'PutItem',
    },
    { TableName: '«multi»', Item: { pk: S('1'), h2: S('x') } },
    invalid(matching(/Type mismatch for Index Key h2 Expected: N Actual: S IndexName: (pair|wide)/)),
  ),
  refused(
    { name: 'several key attributes: an empty value is refused', source: alternator, operation: 'PutItem' },
    { TableName: '«multi»', Item: { pk: S('1'), r3: S('') } },
    invalid(matching(/empty string value. IndexName: wide, IndexKey: r3/)),
  ),
]

const equal = (value: Value) => ({ ComparisonOperator: 'EQ', AttributeValueList: [value] })
const legacyHashes = { h1: equal(S('h')), h2: equal(N(1)) }

const legacyCases: readonly ConformanceCase[] = [
  answered(
    { name: 'several key attributes: KeyConditions on all of them', source: moto, given, operation: 'Query' },
    {
      ...base,
      KeyConditions: {
        ...legacyHashes,
        r1: equal(S('a')),
        r2: { ComparisonOperator: 'GT', AttributeValueList: [N(-1)] },
      },
    },
    { Items: pick(1, 2, 3), Count: 3, ScannedCount: 3 },
  ),
  refused(
    { name: 'several key attributes: KeyConditions with a gap', source: moto, operation: 'Query' },
    { ...base, KeyConditions: { ...legacyHashes, r2: equal(N(1)) } },
    mustEqual('r1', 'r2'),
  ),
]

/** An index with two attributes in each part of its key. */
const paired = tableOf({
  attributes: { pk: 'S', h1: 'S', h2: 'S', r1: 'S', r2: 'S' },
  hash: 'pk',
  global: [
    { name: 'paired', hash: ['h1', 'h2'], range: ['r1', 'r2'], projection: { ProjectionType: 'KEYS_ONLY' } },
  ],
})

const texts = (bytes: { readonly [name: string]: number }): Item => ({
  pk: S('p'),
  ...Object.fromEntries(Object.entries(bytes).map(([name, count]) => [name, S('x'.repeat(count))])),
})

const tooLong = (role: 'HASH' | 'RANGE', names: string, limit: number, size: number) =>
  `Aggregate size for ${role} key attributes ${names} of index paired has exceeded limit ${limit} bytes, ` +
  `with actual size ${size} bytes`

const longest = texts({ h1: 1000, h2: 1048, r1: 24, r2: 1000 })

const sizeCases: readonly ConformanceCase[] = [
  {
    name: 'several key attributes: together they may be as long as one alone',
    source: local,
    tables: { own: paired },
    steps: [
      step('PutItem', { TableName: '«own»', Item: longest }, {}),
      step(
        'Query',
        {
          TableName: '«own»',
          IndexName: 'paired',
          KeyConditionExpression: 'h1 = :1 AND h2 = :2 AND r1 = :3 AND r2 = :4',
          ExpressionAttributeValues: {
            ':1': longest['h1'],
            ':2': longest['h2'],
            ':3': longest['r1'],
            ':4': longest['r2'],
          },
        },
        { Items: [longest], Count: 1, ScannedCount: 1 },
      ),
      refusal(
        'PutItem',
        { TableName: '«own»', Item: texts({ h1: 1001, h2: 1048, r1: 1024, r2: 1024 }) },
        invalid(tooLong('HASH', 'h1, h2', 2048, 2049)),
      ),
      refusal(
        'PutItem',
        { TableName: '«own»', Item: texts({ r1: 25, r2: 1000 }) },
        invalid(tooLong('RANGE', 'r1, r2', 1024, 1025)),
      ),
      refusal(
        'BatchWriteItem',
        { RequestItems: { '«own»': [{ PutRequest: { Item: texts({ r1: 25, r2: 1000 }) } }] } },
        invalid(tooLong('RANGE', 'r1, r2', 1024, 1025)),
      ),
      refusal(
        'TransactWriteItems',
        { TransactItems: [{ Put: { TableName: '«own»', Item: texts({ r1: 25, r2: 1000 }) } }] },
        invalid(tooLong('RANGE', 'r1, r2', 1024, 1025)),
      ),
    ],
  },
  {
    name: 'several key attributes: an update may not make them too long together',
    source: documentation('Index key violations: the limits of an index key hold for every write'),
    tables: { own: paired },
    steps: [
      step('PutItem', { TableName: '«own»', Item: longest }, {}),
      refusal(
        'UpdateItem',
        {
          TableName: '«own»',
          Key: { pk: S('p') },
          UpdateExpression: 'SET r1 = :r',
          ExpressionAttributeValues: { ':r': S('x'.repeat(25)) },
        },
        invalid(tooLong('RANGE', 'r1, r2', 1024, 1025)),
      ),
      step(
        'UpdateItem',
        {
          TableName: '«own»',
          Key: { pk: S('p') },
          UpdateExpression: 'SET r1 = :r, r2 = :r',
          ExpressionAttributeValues: { ':r': S('x'.repeat(512)) },
        },
        {},
      ),
    ],
  },
]

export const multiAttributeKeys: readonly ConformanceCase[] = [
  ...conditionCases,
  ...legacyCases,
  ...forms,
  ...refusalCases,
  ...otherRefusals,
  ...sizeCases,
]
