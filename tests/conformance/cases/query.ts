import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, Value } from '../case.ts'
import { invalid } from '../errors.ts'
import { absent, partial } from '../matchers.ts'
import { alternator, documentation, dynalite, extendDb, parity } from '../sources.ts'
import { B, base64, bytes, N, S } from '../values.ts'

const page = documentation('Query')
const key = (sk: Value): Item => ({ pk: S('p'), sk })
const p = { ':p': S('p') }

/** Three tables with the same partition, their sort keys in ascending order. */
const strings = ['1', '10', '2', 'A', 'B', 'a', 'aa', 'ab', 'b', 'é', '漢', '\uffff', '😀']
const numbers = ['-10', '-9.5', '0', '0.5', '1', '2', '10', '100']
const binaries = [
  bytes(0),
  bytes(0, 0),
  bytes(1),
  bytes(0x7f),
  bytes(0x80),
  bytes(0xff),
  bytes(0xff, 0),
  bytes(0xff, 0xff),
]

const stringItems = strings.map((text) => key(S(text)))
const numberItems = numbers.map((text) => key(N(text)))
const binaryItems = binaries.map((text) => key(B(text)))
const other = { pk: S('other'), sk: S('a') }
const given = {
  range: [...[...stringItems].reverse(), other],
  rangeN: [...numberItems].reverse(),
  rangeB: [...binaryItems].reverse(),
}

interface Row {
  readonly table: 'range' | 'rangeN' | 'rangeB'
  readonly condition: string
  readonly values?: { readonly [name: string]: Value }
  readonly keys: readonly Value[]
  readonly extra?: Fields
  readonly source?: string
}

const s = (...texts: string[]): Value[] => texts.map((text) => S(text))
const n = (...texts: string[]): Value[] => texts.map((text) => N(text))
const b = (...texts: string[]): Value[] => texts.map((text) => B(text))

const rows: readonly Row[] = [
  { table: 'range', condition: 'pk = :p', keys: s(...strings) },
  {
    table: 'range',
    condition: 'pk = :p',
    keys: s(...[...strings].reverse()),
    extra: { ScanIndexForward: false },
  },
  { table: 'range', condition: 'pk = :p', keys: s(...strings), extra: { ScanIndexForward: true } },
  { table: 'range', condition: 'pk = :p AND sk = :v', values: { ':v': S('a') }, keys: s('a') },
  { table: 'range', condition: 'pk = :p AND sk = :v', values: { ':v': S('nothing') }, keys: [] },
  { table: 'range', condition: 'pk = :p AND sk < :v', values: { ':v': S('A') }, keys: s('1', '10', '2') },
  {
    table: 'range',
    condition: 'pk = :p AND sk <= :v',
    values: { ':v': S('A') },
    keys: s('1', '10', '2', 'A'),
  },
  { table: 'range', condition: 'pk = :p AND sk > :v', values: { ':v': S('漢') }, keys: s('\uffff', '😀') },
  {
    table: 'range',
    condition: 'pk = :p AND sk >= :v',
    values: { ':v': S('漢') },
    keys: s('漢', '\uffff', '😀'),
  },
  {
    table: 'range',
    condition: 'pk = :p AND sk BETWEEN :v AND :w',
    values: { ':v': S('10'), ':w': S('A') },
    keys: s('10', '2', 'A'),
  },
  { table: 'range', condition: 'pk = :p AND sk BETWEEN :v AND :v', values: { ':v': S('aa') }, keys: s('aa') },
  {
    table: 'range',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': S('a') },
    keys: s('a', 'aa', 'ab'),
  },
  {
    table: 'range',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': S('1') },
    keys: s('1', '10'),
  },
  { table: 'range', condition: 'pk = :p AND begins_with(sk, :v)', values: { ':v': S('😀') }, keys: s('😀') },
  {
    table: 'range',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': S('\uffff') },
    keys: s('\uffff'),
  },
  {
    table: 'range',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': S('a') },
    keys: s('ab', 'aa', 'a'),
    extra: { ScanIndexForward: false },
  },
  {
    table: 'range',
    condition: 'sk = :v AND pk = :p',
    values: { ':v': S('a') },
    keys: s('a'),
    source: alternator,
  },
  {
    table: 'range',
    condition: ':p = pk AND :v <= sk',
    values: { ':v': S('漢') },
    keys: s('漢', '\uffff', '😀'),
    source: extendDb,
  },
  {
    table: 'range',
    condition: ':v > sk AND pk = :p',
    values: { ':v': S('10') },
    keys: s('1'),
    source: alternator,
  },
  {
    table: 'range',
    condition: '(pk = :p) AND (sk = :v)',
    values: { ':v': S('a') },
    keys: s('a'),
    source: parity,
  },
  {
    table: 'range',
    condition: '(pk = :p AND sk = :v)',
    values: { ':v': S('a') },
    keys: s('a'),
    source: parity,
  },
  {
    table: 'range',
    condition: 'pk = :p and sk bEtWeEn :v aNd :w',
    values: { ':v': S('10'), ':w': S('2') },
    keys: s('10', '2'),
    source: alternator,
  },
  { table: 'rangeN', condition: 'pk = :p', keys: n(...numbers) },
  { table: 'rangeN', condition: 'pk = :p AND sk = :v', values: { ':v': N('1.0') }, keys: n('1') },
  { table: 'rangeN', condition: 'pk = :p AND sk < :v', values: { ':v': N('0') }, keys: n('-10', '-9.5') },
  { table: 'rangeN', condition: 'pk = :p AND sk <= :v', values: { ':v': N('-9.5') }, keys: n('-10', '-9.5') },
  { table: 'rangeN', condition: 'pk = :p AND sk > :v', values: { ':v': N('2') }, keys: n('10', '100') },
  { table: 'rangeN', condition: 'pk = :p AND sk >= :v', values: { ':v': N('1e1') }, keys: n('10', '100') },
  {
    table: 'rangeN',
    condition: 'pk = :p AND sk BETWEEN :v AND :w',
    values: { ':v': N('-9.75'), ':w': N('0.75') },
    keys: n('-9.5', '0', '0.5'),
  },
  { table: 'rangeB', condition: 'pk = :p', keys: b(...binaries) },
  {
    table: 'rangeB',
    condition: 'pk = :p AND sk = :v',
    values: { ':v': B(bytes(0, 0)) },
    keys: b(bytes(0, 0)),
  },
  {
    table: 'rangeB',
    condition: 'pk = :p AND sk < :v',
    values: { ':v': B(bytes(1)) },
    keys: b(bytes(0), bytes(0, 0)),
  },
  {
    table: 'rangeB',
    condition: 'pk = :p AND sk > :v',
    values: { ':v': B(bytes(0xff)) },
    keys: b(bytes(0xff, 0), bytes(0xff, 0xff)),
  },
  {
    table: 'rangeB',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': B(bytes(0xff)) },
    keys: b(bytes(0xff), bytes(0xff, 0), bytes(0xff, 0xff)),
  },
  {
    table: 'rangeB',
    condition: 'pk = :p AND begins_with(sk, :v)',
    values: { ':v': B(bytes(0xff, 0xff)) },
    keys: b(bytes(0xff, 0xff)),
  },
  {
    table: 'rangeB',
    condition: 'pk = :p AND sk BETWEEN :v AND :w',
    values: { ':v': B(bytes(0x80)), ':w': B(bytes(0xff)) },
    keys: b(bytes(0x80), bytes(0xff)),
  },
]

const rowCases = rows.map((row) =>
  answered(
    {
      name: `key condition ${row.condition} ${JSON.stringify(row.values ?? {})}${row.extra ? ` ${JSON.stringify(row.extra)}` : ''} on ${row.table}`,
      source: row.source ?? page,
      given: { [row.table]: given[row.table] },
      operation: 'Query',
    },
    {
      TableName: `«${row.table}»`,
      KeyConditionExpression: row.condition,
      ExpressionAttributeValues: { ...p, ...row.values },
      ...row.extra,
    },
    { Items: row.keys.map(key), Count: row.keys.length, ScannedCount: row.keys.length },
  ),
)

/** The same by the legacy parameter. */
const legacy: readonly [string, readonly Value[], readonly Value[]][] = [
  ['EQ', n('1.0'), n('1')],
  ['LT', n('0'), n('-10', '-9.5')],
  ['LE', n('0'), n('-10', '-9.5', '0')],
  ['GT', n('2'), n('10', '100')],
  ['GE', n('2'), n('2', '10', '100')],
  ['BETWEEN', n('0', '1'), n('0', '0.5', '1')],
]

const legacyCases = legacy.map(([operator, operands, keys]) =>
  answered(
    {
      name: `KeyConditions ${operator} ${JSON.stringify(operands)}`,
      source: page,
      given: { rangeN: given.rangeN },
      operation: 'Query',
    },
    {
      TableName: '«rangeN»',
      KeyConditions: {
        sk: { ComparisonOperator: operator, AttributeValueList: operands },
        pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('p')] },
      },
    },
    { Items: keys.map(key), Count: keys.length, ScannedCount: keys.length },
  ),
)

const legacyPrefix = answered(
  { name: 'KeyConditions BEGINS_WITH', source: page, given: { range: given.range }, operation: 'Query' },
  {
    TableName: '«range»',
    KeyConditions: {
      pk: { ComparisonOperator: 'EQ', AttributeValueList: [S('p')] },
      sk: { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [S('a')] },
    },
  },
  { Items: s('a', 'aa', 'ab').map(key), Count: 3, ScannedCount: 3 },
)

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

const hashOnly: readonly ConformanceCase[] = [
  {
    name: 'Query of a hash-only table gives its one item or none',
    source: page,
    given: { hash: [{ pk: S('p'), v: N(1) }] },
    steps: [
      step(
        'Query',
        { TableName: '«hash»', KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: p },
        { Items: [{ pk: S('p'), v: N(1) }], Count: 1, ScannedCount: 1 },
      ),
      step(
        'Query',
        {
          TableName: '«hash»',
          KeyConditionExpression: '#k = :p',
          ExpressionAttributeNames: { '#k': 'pk' },
          ExpressionAttributeValues: { ':p': S('nobody') },
        },
        { Items: [], Count: 0, ScannedCount: 0 },
      ),
    ],
  },
  refused(
    {
      name: 'Query of a hash-only table cannot be restarted',
      source: dynalite,
      given: { hash: [{ pk: S('p') }] },
      operation: 'Query',
    },
    {
      TableName: '«hash»',
      KeyConditionExpression: 'pk = :p',
      ExpressionAttributeValues: p,
      ExclusiveStartKey: { pk: S('x') },
    },
    invalid('The provided starting key is outside query boundaries based on provided conditions'),
  ),
]

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

const binaryPrefix = answered(
  {
    name: 'begins_with on a binary sort key is by bytes',
    source: alternator,
    given: { rangeB: [key(B(base64('ab'))), key(B(base64('b')))] },
    operation: 'Query',
  },
  {
    TableName: '«rangeB»',
    KeyConditionExpression: 'pk = :p AND begins_with(sk, :v)',
    ExpressionAttributeValues: { ...p, ':v': B(base64('a')) },
  },
  { Items: [key(B(base64('ab')))], Count: 1, ScannedCount: 1 },
)

export const query: readonly ConformanceCase[] = [
  ...rowCases,
  ...legacyCases,
  legacyPrefix,
  ...pageCases,
  ...filterCases,
  ...hashOnly,
  megabyte,
  binaryPrefix,
]
