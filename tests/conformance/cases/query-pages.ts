import { answered, refusal, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, Value } from '../case.ts'
import { invalid } from '../errors.ts'
import { absent, partial } from '../matchers.ts'
import { alternator, documentation, dynalite, local, reported } from '../sources.ts'
import { N, S } from '../values.ts'

const page = documentation('Query')

const key = (sk: Value): Item => ({ pk: S('p'), sk })

const p = { ':p': S('p') }

/** Pages. */
const ten = Array.from({ length: 10 }, (_, at) => ({
  pk: S('p'),
  sk: N(at),
  even: { BOOL: at % 2 === 0 },
  d: S(`d${at}`),
}))

const tenKeys = (from: number, to: number): Item[] =>
  (from <= to ? ten.slice(from, to + 1) : ten.slice(to, from + 1).reverse()).map(({ pk, sk }) => ({ pk, sk }))

const all = {
  TableName: '«rangeN»',
  KeyConditionExpression: 'pk = :p',
  ExpressionAttributeValues: p,
  ProjectionExpression: 'pk, sk',
}

const keysOf = (at: number): Item[] => tenKeys(at, at)

const backwards = { ScanIndexForward: false }

const at = (sk: number): Fields => ({ ExclusiveStartKey: key(N(sk)) })

const counted = (items: Item[], last?: number): Fields => ({
  Items: items,
  Count: items.length,
  ScannedCount: items.length,
  ...(last === undefined ? {} : { LastEvaluatedKey: key(N(last)) }),
})

const pages: readonly [string, Fields, Fields, string?][] = [
  ['Limit 3 gives the first three and where it stopped', { Limit: 3 }, counted(tenKeys(0, 2), 2)],
  ['the next page begins after the starting key', { Limit: 3, ...at(2) }, counted(tenKeys(3, 5), 5)],
  ['the last page has no LastEvaluatedKey', { Limit: 3, ...at(8) }, counted(tenKeys(9, 9))],
  [
    'Limit equal to what is left gives a LastEvaluatedKey all the same',
    { Limit: 10 },
    counted(tenKeys(0, 9), 9),
    dynalite,
  ],
  ['Limit one more than what is left gives none', { Limit: 11 }, counted(tenKeys(0, 9)), dynalite],
  ['a page after the last item is empty', at(9), counted([])],
  ['backwards', { Limit: 3, ScanIndexForward: false }, counted(tenKeys(9, 7), 7)],
  [
    'backwards from a starting key',
    { Limit: 3, ScanIndexForward: false, ...at(7) },
    counted(tenKeys(6, 4), 4),
  ],
  [
    'a starting key that is no item',
    { Limit: 2, ExclusiveStartKey: key(N('2.5')) },
    counted(tenKeys(3, 4), 4),
    alternator,
  ],
  [
    'a starting key that is no item, backwards',
    { Limit: 2, ScanIndexForward: false, ExclusiveStartKey: key(N('2.5')) },
    counted(tenKeys(2, 1), 1),
    alternator,
  ],
  [
    'a starting key in another number form',
    { Limit: 1, ExclusiveStartKey: key(N('2.0')) },
    counted(tenKeys(3, 3), 3),
  ],
  ['Limit of sixteen million', { Limit: 16_000_000 }, counted(tenKeys(0, 9)), alternator],
]

const pageCases = pages.map(([name, extra, output, source]) =>
  answered(
    { name: `Query pages: ${name}`, source: source ?? page, given: { rangeN: ten }, operation: 'Query' },
    { ...all, ...extra },
    output,
  ),
)

const evens = { FilterExpression: 'even = :t', ExpressionAttributeValues: { ...p, ':t': { BOOL: true } } }

const filters: readonly [string, Fields, unknown, string?][] = [
  [
    'a filter counts what it saw and what it let through',
    evens,
    { Items: [0, 2, 4, 6, 8].flatMap((sk) => tenKeys(sk, sk)), Count: 5, ScannedCount: 10 },
  ],
  [
    'Limit counts before the filter',
    { ...evens, Limit: 3 },
    {
      Items: [0, 2].flatMap((sk) => tenKeys(sk, sk)),
      Count: 2,
      ScannedCount: 3,
      LastEvaluatedKey: key(N(2)),
    },
  ],
  [
    'a page may be empty and yet not the last',
    { ...evens, Limit: 1, ...at(0) },
    { Items: [], Count: 0, ScannedCount: 1, LastEvaluatedKey: key(N(1)) },
    alternator,
  ],
  [
    'a filter sees attributes that are not projected',
    { ...evens, ProjectionExpression: 'd', Limit: 1 },
    { Items: [{ d: S('d0') }], Count: 1, ScannedCount: 1, LastEvaluatedKey: key(N(0)) },
  ],
  [
    'COUNT has no Items',
    { Select: 'COUNT', ProjectionExpression: undefined },
    { Count: 10, ScannedCount: 10 },
  ],
  [
    'COUNT with a filter and a limit',
    { ...evens, Select: 'COUNT', ProjectionExpression: undefined, Limit: 5 },
    { Count: 3, ScannedCount: 5, LastEvaluatedKey: key(N(4)) },
  ],
  [
    'SPECIFIC_ATTRIBUTES with a projection',
    { Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: 'd', Limit: 1 },
    { Items: [{ d: S('d0') }], Count: 1, ScannedCount: 1, LastEvaluatedKey: key(N(0)) },
  ],
  [
    'ALL_ATTRIBUTES',
    { Select: 'ALL_ATTRIBUTES', ProjectionExpression: undefined, Limit: 1 },
    partial({ Items: [ten[0]], Count: 1 }),
  ],
  [
    'a legacy filter beside a legacy key condition',
    {
      KeyConditionExpression: undefined,
      ExpressionAttributeValues: undefined,
      ProjectionExpression: undefined,
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('p')] } },
      QueryFilter: { even: { ComparisonOperator: 'EQ', AttributeValueList: [{ BOOL: false }] } },
      AttributesToGet: ['sk'],
    },
    { Items: [1, 3, 5, 7, 9].map((sk) => ({ sk: N(sk) })), Count: 5, ScannedCount: 10 },
  ],
  [
    'ConsistentRead changes nothing here',
    { ConsistentRead: true, Limit: 1 },
    partial({ Count: 1, ConsumedCapacity: absent }),
  ],
  [
    'KeyConditions may go with a filter expression',
    {
      KeyConditionExpression: undefined,
      ...evens,
      KeyConditions: { pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('p')] } },
      ExpressionAttributeValues: { ':t': { BOOL: true } },
      ProjectionExpression: undefined,
      Select: 'COUNT',
    },
    { Count: 5, ScannedCount: 10 },
    dynalite,
  ],
]

const filterCases = filters.map(([name, extra, output, source]) =>
  answered(
    { name: `Query: ${name}`, source: source ?? page, given: { rangeN: ten }, operation: 'Query' },
    { ...all, ...extra },
    output,
  ),
)

/** A condition that excludes everything after an item of a table: that item ends the last page, without a start key. */
const ends = (
  [
    ['sk >= :v', backwards, [2, 1], 1, reported],
    ['sk <= :v', {}, [0, 1], 1, local],
    ['sk BETWEEN :v AND :w', {}, [1, 2], 2, local],
    ['sk BETWEEN :v AND :w', backwards, [2, 1], 1, local],
  ] as const
).map(([condition, direction, found, last, source]): ConformanceCase => {
  const values = { ...p, ':v': N(1), ...(condition.includes(':w') && { ':w': N(2) }) }
  const asked = { ...all, ...direction, KeyConditionExpression: `pk = :p AND ${condition}` }
  const input = { ...asked, ExpressionAttributeValues: values }
  return {
    name: `Query pages: ${condition} ends at its last item${direction === backwards ? ', backwards' : ''}`,
    source,
    given: { rangeN: ten.slice(0, 3) },
    steps: [
      step('Query', { ...input, Limit: 1 }, counted(keysOf(found[0]), found[0])),
      step('Query', { ...input, Limit: 1, ...at(found[0]) }, counted(keysOf(found[1]))),
      refusal(
        'Query',
        { ...input, ...at(last) },
        invalid('The provided starting key does not match the range key predicate'),
      ),
    ],
  }
})

const goesOn = answered(
  {
    name: 'Query pages: a page may start at the first item that a condition leaves',
    source: reported,
    given: { rangeN: ten.slice(0, 3) },
    operation: 'Query',
  },
  {
    ...all,
    KeyConditionExpression: 'pk = :p AND sk >= :v',
    ExpressionAttributeValues: { ...p, ':v': N(1) },
    ...at(1),
  },
  counted(tenKeys(2, 2)),
)

/** Pages of one megabyte. */
const big = (at: number): Item => ({ pk: S('p'), sk: S(String(at)), data: S('x'.repeat(300_000)) })

const megabyte: ConformanceCase = {
  name: 'a page ends once it holds a megabyte',
  source: page,
  steps: [
    ...[0, 1, 2, 3, 4].map((at) => step('PutItem', { TableName: '«range»', Item: big(at) }, {})),
    step(
      'Query',
      {
        TableName: '«range»',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: p,
        Select: 'COUNT',
      },
      { Count: 4, ScannedCount: 4, LastEvaluatedKey: { pk: S('p'), sk: S('3') } },
    ),
    step(
      'Query',
      {
        TableName: '«range»',
        KeyConditionExpression: 'pk = :p',
        ExpressionAttributeValues: p,
        Select: 'COUNT',
        ExclusiveStartKey: { pk: S('p'), sk: S('3') },
      },
      { Count: 1, ScannedCount: 1 },
    ),
    step(
      'Query',
      {
        TableName: '«range»',
        KeyConditionExpression: 'pk = :p',
        FilterExpression: 'attribute_not_exists(#d)',
        ExpressionAttributeNames: { '#d': 'data' },
        ExpressionAttributeValues: p,
        ScanIndexForward: false,
      },
      { Items: [], Count: 0, ScannedCount: 4, LastEvaluatedKey: { pk: S('p'), sk: S('1') } },
    ),
  ],
}

export const queryPages: readonly ConformanceCase[] = [
  ...pageCases,
  ...filterCases,
  ...ends,
  goesOn,
  megabyte,
]
