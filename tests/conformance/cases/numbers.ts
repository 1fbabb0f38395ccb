import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, OperationName, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { L, M, N, NS, S } from '../values.ts'

/** [as sent, as stored]: plain decimals without an exponent or unnecessary zeros. */
const forms: readonly [string, string][] = [
  ['0', '0'],
  ['-0', '0'],
  ['+0', '0'],
  ['+0.0', '0'],
  ['0.000', '0'],
  ['000', '0'],
  ['0e10', '0'],
  ['0e125', '0'],
  ['1', '1'],
  ['-1', '-1'],
  ['+5', '5'],
  ['+1.5', '1.5'],
  ['00042', '42'],
  ['-007', '-7'],
  ['0042.1200', '42.12'],
  ['1.0', '1'],
  ['1.', '1'],
  ['5.', '5'],
  ['.5', '0.5'],
  ['+.5', '0.5'],
  ['-.5', '-0.5'],
  ['1e2', '100'],
  ['1E2', '100'],
  ['1e+2', '100'],
  ['+1e2', '100'],
  ['1.5E2', '150'],
  ['1.5E+3', '1500'],
  ['1.e5', '100000'],
  ['+1e-2', '0.01'],
  ['1.23E10', '12300000000'],
  ['123e-5', '0.00123'],
  ['-0015.789e6', '-15789000'],
  ['100', '100'],
  ['1000000000000000000000', '1000000000000000000000'],
  ['0001.23', '1.23'],
  ['-17.4E37', `-174${'0'.repeat(36)}`],
  ['1e125', `1${'0'.repeat(125)}`],
  ['-1e125', `-1${'0'.repeat(125)}`],
  ['1e-130', `0.${'0'.repeat(129)}1`],
  ['-1e-130', `-0.${'0'.repeat(129)}1`],
  ['0001.000e-130', `0.${'0'.repeat(129)}1`],
  ['9'.repeat(38), '9'.repeat(38)],
  [`${'9'.repeat(38)}e88`, `${'9'.repeat(38)}${'0'.repeat(88)}`],
  ['0000012345678901234567890123456789012345678', '12345678901234567890123456789012345678'],
  ['-00001.23456789012345678901234567890123456780000', '-1.2345678901234567890123456789012345678'],
  [`0.${'0'.repeat(20)}${'1'.repeat(38)}`, `0.${'0'.repeat(20)}${'1'.repeat(38)}`],
  [`${'1'.repeat(38)}000`, `${'1'.repeat(38)}000`],
  ['12345678901234567890.12345678901234567800', '12345678901234567890.123456789012345678'],
]

const key = { TableName: '«hash»', Key: { pk: S('k') } }
const formCases = forms.map(
  ([sent, stored]): ConformanceCase => ({
    name: `the number ${sent} is stored as ${stored.length > 44 ? `${stored.slice(0, 20)}… (${stored.length} characters)` : stored}`,
    source: sent.length > 20 ? dynalite : parity,
    steps: [
      step(
        'PutItem',
        { TableName: '«hash»', Item: { pk: S('k'), n: N(sent), l: L(N(sent)), s: NS(sent) } },
        {},
      ),
      step('GetItem', key, { Item: { pk: S('k'), n: N(stored), l: L(N(stored)), s: NS(stored) } }),
    ],
  }),
)

const overflow = 'Number overflow. Attempting to store a number with magnitude larger than supported range'
const underflow = 'Number underflow. Attempting to store a number with magnitude smaller than supported range'
const digits = 'Attempting to store more than 38 significant digits in a Number'
const unreadable = (text: string): string => `The parameter cannot be converted to a numeric value: ${text}`

const refusedForms: readonly [string, string][] = [
  ...['abc', '1.2.3', ' 1', '1 ', '0x10', '1e', 'NaN', 'Infinity', '-Infinity', '+e2', 'e2', '1+2'].map(same),
  ...['++5', '+-5', '-+5', '+', '-', '1e+', '.', '1.2e3.4', '1_000', '1 5', '1,000', '+.', '.e5', '-NaN'].map(
    same,
  ),
  ['1e126', overflow],
  ['-1e126', overflow],
  ['11e125', overflow],
  ['1e2147483647', overflow],
  ['1e2147483648', overflow],
  ['1e99999999999', overflow],
  ['0e126', overflow],
  ['1e-131', underflow],
  ['-1e-131', underflow],
  ['0.9e-130', underflow],
  ['1e-99999999999', underflow],
  ['0e-131', underflow],
  ['1'.repeat(39), digits],
  [`1.${'1'.repeat(38)}`, digits],
  [`${'1'.repeat(20)}.${'1'.repeat(20)}`, digits],
]

function same(text: string): [string, string] {
  return [text, unreadable(text)]
}

/** In the older layer a zero with a huge exponent is simply zero, and huge exponents wrap around. */
const olderDiffers = new Set([
  '1e2147483647',
  '0e126',
  '0e-131',
  '1e2147483648',
  '1e99999999999',
  '1e-99999999999',
])
const anyNumberError = matching(/(overflow|underflow|numeric value)/)

const refusedCases = refusedForms.map(([sent, message]) =>
  refused(
    { name: `the number "${sent}" is refused`, source: parity, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), n: N(sent) } },
    olderDiffers.has(sent)
      ? invalid(`1 validation error detected: ${message}`, anyNumberError)
      : enveloped(message),
  ),
)

const emptyNumber = invalid(
  '1 validation error detected: The parameter cannot be converted to a numeric value: ',
  'The parameter cannot be converted to a numeric value',
)
const emptyCases: readonly ConformanceCase[] = [
  refused(
    { name: 'an empty number is refused', source: parity, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), n: N('') } },
    emptyNumber,
  ),
  refused(
    { name: 'an empty member of a number set is refused', source: parity, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), n: NS('') } },
    emptyNumber,
  ),
]

/** How the message is wrapped depends on where a bad number is sent. */
const bad = N('abc')
const wrapped = `ExpressionAttributeValues contains invalid value: ${unreadable('abc')} for key :v`
const bare = invalid(unreadable('abc'))
const inValues = { ExpressionAttributeValues: { ':v': bad } }
const transacted = invalid(oneOf(wrapped, unreadable('abc')), wrapped)
const places: readonly [string, OperationName, unknown, ExpectedError][] = [
  [
    'in a nested value',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k'), m: M({ l: L(bad) }) } },
    enveloped(unreadable('abc')),
  ],
  [
    'in a number set',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k'), m: NS('1', 'abc') } },
    enveloped(unreadable('abc')),
  ],
  [
    'as the key of a put',
    'PutItem',
    { TableName: '«hashN»', Item: { pk: bad } },
    enveloped(unreadable('abc')),
  ],
  ['as the key of a get', 'GetItem', { TableName: '«hashN»', Key: { pk: bad } }, bare],
  [
    'as the key of an update',
    'UpdateItem',
    { TableName: '«hashN»', Key: { pk: bad } },
    enveloped(unreadable('abc')),
  ],
  [
    'as the key of a delete',
    'DeleteItem',
    { TableName: '«hashN»', Key: { pk: bad } },
    enveloped(unreadable('abc')),
  ],
  [
    'as a value of an update',
    'UpdateItem',
    { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: 'SET a = :v', ...inValues },
    enveloped(unreadable('abc'), wrapped),
  ],
  [
    'as a value of a condition',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k') }, ConditionExpression: 'a = :v', ...inValues },
    enveloped(unreadable('abc'), wrapped),
  ],
  [
    'in AttributeUpdates',
    'UpdateItem',
    { TableName: '«hash»', Key: { pk: S('k') }, AttributeUpdates: { a: { Value: bad } } },
    enveloped(unreadable('abc')),
  ],
  [
    'in Expected',
    'PutItem',
    { TableName: '«hash»', Item: { pk: S('k') }, Expected: { a: { Value: bad } } },
    enveloped(unreadable('abc')),
  ],
  [
    'as a value of a query',
    'Query',
    { TableName: '«hashN»', KeyConditionExpression: 'pk = :v', ...inValues },
    invalid(unreadable('abc'), wrapped),
  ],
  [
    'as a value of a scan',
    'Scan',
    { TableName: '«hash»', FilterExpression: 'a = :v', ...inValues },
    invalid(wrapped),
  ],
  ['in a starting key', 'Scan', { TableName: '«hashN»', ExclusiveStartKey: { pk: bad } }, bare],
  ['in a batch of gets', 'BatchGetItem', { RequestItems: { '«hashN»': { Keys: [{ pk: bad }] } } }, bare],
  [
    'in a batch of writes',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: { pk: S('k'), a: bad } } }] } },
    bare,
  ],
  [
    'in a transaction of gets',
    'TransactGetItems',
    { TransactItems: [{ Get: { TableName: '«hashN»', Key: { pk: bad } } }] },
    bare,
  ],
  [
    'in a transaction of puts',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: { pk: S('k'), a: bad } } }] },
    bare,
  ],
  [
    'as a value in a transaction',
    'TransactWriteItems',
    {
      TransactItems: [
        { Update: { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: 'SET a = :v', ...inValues } },
      ],
    },
    transacted,
  ],
]

const placeCases = places.map(([where, operation, input, error]) =>
  refused({ name: `a bad number ${where} is refused`, source: parity, operation }, input, error),
)

/** [a, operator, b, result] */
const sums: readonly [string, '+' | '-', string, string][] = [
  ['1', '+', '1', '2'],
  ['0.1', '+', '0.2', '0.3'],
  ['1', '-', '1', '0'],
  ['-1', '-', '-1', '0'],
  ['1', '-', '0.9', '0.1'],
  ['99', '+', '1', '100'],
  ['-99.5', '+', '100', '0.5'],
  ['1', '+', '1e22', '10000000000000000000001'],
  ['1e37', '+', '1', `1${'0'.repeat(36)}1`],
  ['9'.repeat(38), '-', '1', `${'9'.repeat(37)}8`],
  ['9'.repeat(37), '+', '1', `1${'0'.repeat(37)}`],
  ['1e125', '+', '1e125', `2${'0'.repeat(125)}`],
  ['1e-130', '+', '1e-130', `0.${'0'.repeat(129)}2`],
  ['5e-130', '-', '4e-130', `0.${'0'.repeat(129)}1`],
  ['9007199254740993', '+', '2', '9007199254740995'],
  ['12345678901234567890123456789012345678', '-', '12345678901234567890123456789012345677', '1'],
  ['0.00000000000000000001', '+', '1', '1.00000000000000000001'],
  ['-0', '+', '0', '0'],
  ['1.10', '+', '2.20', '3.3'],
  ['1e125', '-', '1e125', '0'],
]

const sumCases = sums.map(
  ([a, operator, b, result]): ConformanceCase => ({
    name: `arithmetic: ${a} ${operator} ${b} is exact`,
    source: alternator,
    given: { hash: [{ pk: S('k'), n: N(a) }] },
    steps: [
      step(
        'UpdateItem',
        {
          ...key,
          UpdateExpression: `SET n = n ${operator} :v`,
          ExpressionAttributeValues: { ':v': N(b) },
          ReturnValues: 'UPDATED_NEW',
        },
        { Attributes: { n: N(result) } },
      ),
    ],
  }),
)

const tooFar: readonly [string, string, string][] = [
  ['9e125', '9e125', 'larger than the largest'],
  ['-9e125', '-9e125', 'larger than the largest, negative'],
  ['1e50', '1', 'with more than 38 digits'],
]
const tooFarCases = tooFar.flatMap(([a, b, what]) =>
  ['SET n = n + :v', 'ADD n :v'].map(
    (expression): ConformanceCase => ({
      name: `arithmetic: a sum ${what} is refused by ${expression.slice(0, 3)}`,
      source: alternator,
      given: { hash: [{ pk: S('k'), n: N(a) }] },
      steps: [
        refusal(
          'UpdateItem',
          { ...key, UpdateExpression: expression, ExpressionAttributeValues: { ':v': N(b) } },
          invalid(matching(/[Nn]umber/)),
        ),
      ],
    }),
  ),
)

const sortedNumbers = [
  '-1e125',
  '-100',
  '-99.9',
  '-10',
  '-9',
  '-1',
  '-0.5',
  '-1e-130',
  '0',
  '1e-130',
  '0.0001',
  '0.5',
  '1',
  '1.5',
  '9',
  '10',
  '11',
  '99.9',
  '100',
  '1e38',
  '1e125',
]
const expanded = new Map(forms)
const stored = (text: string): Value => N(expanded.get(text) ?? plain(text))

function plain(text: string): string {
  return text === '1e38' ? `1${'0'.repeat(38)}` : text
}

const keyCases: readonly ConformanceCase[] = [
  {
    name: 'number sort keys are ordered by value over the whole range',
    source: documentation('Naming rules and data types: number'),
    given: { rangeN: [...sortedNumbers].reverse().map((text) => ({ pk: S('p'), sk: N(text) })) },
    steps: [
      step(
        'Query',
        {
          TableName: '«rangeN»',
          KeyConditionExpression: 'pk = :p',
          ExpressionAttributeValues: { ':p': S('p') },
        },
        {
          Items: sortedNumbers.map((text) => ({ pk: S('p'), sk: stored(text) })),
          Count: sortedNumbers.length,
          ScannedCount: sortedNumbers.length,
        },
      ),
    ],
  },
  ...[
    ['1', '1.0'],
    ['100', '1e2'],
    ['0', '-0'],
    ['0.5', '.50'],
    ['-3', '-03.00'],
  ].map(
    ([written, asked]): ConformanceCase => ({
      name: `the number key ${written} is found as ${asked}`,
      source: documentation('Naming rules and data types: number'),
      given: { hashN: [{ pk: N(String(written)) }] },
      steps: [
        step(
          'GetItem',
          { TableName: '«hashN»', Key: { pk: N(String(asked)) } },
          { Item: { pk: N(String(written)) } },
        ),
      ],
    }),
  ),
  refused(
    {
      name: 'two forms of one number key are duplicates in a batch',
      source: documentation('BatchGetItem'),
      operation: 'BatchGetItem',
    },
    { RequestItems: { '«hashN»': { Keys: [{ pk: N('1') }, { pk: N('1.0') }] } } },
    invalid('Provided list of item keys contains duplicates'),
  ),
]

export const numbers: readonly ConformanceCase[] = [
  ...formCases,
  ...refusedCases,
  ...emptyCases,
  ...placeCases,
  ...sumCases,
  ...tooFarCases,
  ...keyCases,
]
