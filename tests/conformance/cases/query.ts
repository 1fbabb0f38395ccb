import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, Fields, Item, Value } from '../case.ts'
import { invalid } from '../errors.ts'
import { alternator, documentation, dynalite, extendDb, parity } from '../sources.ts'
import { B, base64, bytes, N, S } from '../values.ts'

const page = documentation('Query')

const key = (sk: Value): Item => ({ pk: S('p'), sk })

const p = { ':p': S('p') }

/** Sort keys in ascending order for three tables, all in the same partition. */
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

/** The same conditions in the legacy parameter. */
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
  ...hashOnly,
  binaryPrefix,
]
