import { refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item, OperationName, Value } from '../case.ts'
import { enveloped, invalid } from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, dynalite, extendDb, local, parity } from '../sources.ts'
import { B, BOOL, BS, bytes, L, M, N, NS, NULL, nested, S, SS } from '../values.ts'

const types = documentation('Naming rules and data types')

/** [name, as sent, as returned when it differs] */
const roundTrips: readonly [string, Item, Item?][] = [
  ['a string', { v: S('hello') }],
  ['an empty string', { v: S('') }],
  ['a string with NUL, quotes, backslashes and line ends', { v: S('\u0000"\\\n\r\t/') }],
  ['a string of many scripts and emoji', { v: S('naïve Ελληνικά 漢字 😀👩‍👩‍👧') }],
  ['a string with U+2028 and U+2029', { v: S('\u2028\u2029') }],
  [
    'a binary of all bytes',
    { v: B(Buffer.from(Array.from({ length: 256 }, (_, at) => at)).toString('base64')) },
  ],
  ['an empty binary', { v: B('') }],
  ['true', { v: BOOL(true) }],
  ['false', { v: BOOL(false) }],
  ['null', { v: NULL }],
  ['an empty list', { v: L() }],
  ['an empty map', { v: M({}) }],
  [
    'a list of all types',
    { v: L(S('a'), N(1), B('AA=='), BOOL(true), NULL, SS('a'), NS(1), BS('AA=='), L(), M({})) },
  ],
  ['a map with an empty list and an empty string', { v: M({ a: L(), b: S('') }) }],
  ['a string set, in byte order', { v: SS('b', 'a', 'C') }, { v: SS('C', 'a', 'b') }],
  ['a string set with an empty member, which comes first', { v: SS('a', '') }, { v: SS('', 'a') }],
  ['a number set, by value', { v: NS('10', '9', '-1', '1.5') }, { v: NS('-1', '1.5', '9', '10') }],
  [
    'a binary set, in byte order',
    { v: BS(bytes(255), bytes(0), bytes(1, 2)) },
    { v: BS(bytes(0), bytes(1, 2), bytes(255)) },
  ],
  ['a binary set with an empty member', { v: BS('') }],
  ['a set inside a list inside a map', { v: M({ l: L(SS('x', 'y')) }) }],
  ['an attribute named __proto__', JSON.parse('{"__proto__":{"S":"x"}}')],
  ['an attribute named constructor', { constructor: S('x') } as unknown as Item],
  ['an attribute named toString', { toString: S('x') } as unknown as Item],
  ['an attribute named hasOwnProperty', { hasOwnProperty: S('x') } as unknown as Item],
  [
    'map members named __proto__ and constructor',
    { v: { M: JSON.parse('{"__proto__":{"N":"1"},"constructor":{"M":{"prototype":{"NULL":true}}}}') } },
  ],
  ['an attribute name of emoji', { '😀': S('x') }],
  ['an attribute name with spaces and dots', { 'a b.c[0]': S('x') }],
  ['an attribute name like a placeholder', { '#a': S('x'), ':b': S('y') }],
  ['a name of 65,535 bytes', { ['n'.repeat(65_535)]: S('x') }],
  ['400 attributes', Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`a${at}`, N(at)]))],
  ['31 maps within each other', { v: nested(31) }],
  [
    'a map in a list, 31 deep',
    { v: Array.from({ length: 31 }).reduce<Value>((inner) => L(inner), S('leaf')) },
  ],
]

const roundTripCases = roundTrips.map(
  ([name, sent, returned]): ConformanceCase => ({
    name: `round trip: ${name}`,
    source: returned ? parity : types,
    steps: [
      step('PutItem', { TableName: '«hash»', Item: { pk: S('k'), ...sent } }, {}),
      step(
        'GetItem',
        { TableName: '«hash»', Key: { pk: S('k') } },
        { Item: { pk: S('k'), ...(returned ?? sent) } },
      ),
      step(
        'Scan',
        { TableName: '«hash»' },
        { Items: [{ pk: S('k'), ...(returned ?? sent) }], Count: 1, ScannedCount: 1 },
      ),
    ],
  }),
)

const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
const several =
  'Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes'
const empty = 'Supplied AttributeValue is empty, must contain exactly one of the supported datatypes'
const p = (text: string): string => `One or more parameter values were invalid: ${text}`
const nullFalse = p('Null attribute value types must have the value of true')

/** [name, the value, the error] of a put. */
const refusals: readonly [string, Value, ExpectedError][] = [
  ['no type', {}, invalid(empty)],
  ['an unknown type', { X: 'x' }, invalid(empty)],
  ['two types', { S: 'a', N: '1' }, invalid(several)],
  ['two types in a list', L({ S: 'a', BOOL: true }), invalid(several)],
  ['no type in a map', M({ a: {} }), invalid(empty)],
  ['no type in a list', L({}), invalid(empty)],
  [
    'a bad number beside a string',
    { S: 'a', N: 'b' },
    enveloped('The parameter cannot be converted to a numeric value: b'),
  ],
  ['NULL false', { NULL: false }, enveloped(nullFalse)],
  ['NULL false in a map', M({ a: { NULL: false } }), enveloped(nullFalse)],
  ['an empty SS', { SS: [] }, enveloped(p('An string set  may not be empty'))],
  ['an empty NS', { NS: [] }, enveloped(p('An number set  may not be empty'))],
  ['an empty BS', { BS: [] }, enveloped(p('Binary sets should not be empty'))],
  ['an empty SS in a list', L({ SS: [] }), enveloped(p('An string set  may not be empty'))],
  [
    'a string twice',
    SS('a', 'a'),
    enveloped(
      p('Input collection ["a", "a"] contains duplicates.'),
      p('Input collection [a, a] contains duplicates.'),
    ),
  ],
  [
    'a string twice among others',
    SS('b', 'a', 'b'),
    enveloped(
      p('Input collection ["a", "b", "b"] contains duplicates.'),
      p('Input collection [b, a, b] contains duplicates.'),
    ),
  ],
  [
    'the empty string twice',
    SS('', ''),
    enveloped(
      p('Input collection ["", ""] contains duplicates.'),
      p('Input collection [, ] contains duplicates.'),
    ),
  ],
  [
    'a number twice',
    NS('2', '1', '2'),
    enveloped(p('Input collection contains duplicates.'), 'Input collection contains duplicates'),
  ],
  [
    'a number twice in two forms',
    NS('1', '1.0'),
    enveloped(p('Input collection contains duplicates.'), 'Input collection contains duplicates'),
  ],
  [
    'a binary twice',
    BS('/w==', 'AA==', 'AA=='),
    enveloped(
      p('Input collection ["AA==","/w==","AA=="]of type BS contains duplicates.'),
      p('Input collection [/w==, AA==, AA==]of type BS contains duplicates.'),
    ),
  ],
  [
    'the empty binary twice',
    BS('', ''),
    enveloped(
      p('Input collection ["",""]of type BS contains duplicates.'),
      p('Input collection [, ]of type BS contains duplicates.'),
    ),
  ],
  [
    'a string twice in a nested set',
    M({ a: L(SS('x', 'x')) }),
    enveloped(
      p('Input collection ["x", "x"] contains duplicates.'),
      p('Input collection [x, x] contains duplicates.'),
    ),
  ],
  ['32 maps within each other', nested(32), enveloped(nesting)],
  ['40 maps within each other', nested(40), enveloped(nesting)],
]

const refusalCases = refusals.map(([name, value, error]) =>
  refused(
    { name: `a value is refused: ${name}`, source: parity, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), v: value } },
    error,
  ),
)

/** The same mistakes elsewhere: reads and batches return the messages without an envelope. */
const duplicate = SS('a', 'a')
const older = p('Input collection [a, a] contains duplicates.')
const current = p('Input collection ["a", "a"] contains duplicates.')
const values = { ExpressionAttributeValues: { ':v': duplicate } }
const places: readonly [string, OperationName, unknown, ExpectedError][] = [
  [
    'a duplicate in the key of a get, before the schema',
    'GetItem',
    { TableName: '«hash»', Key: { pk: duplicate } },
    invalid(current, older),
  ],
  [
    'a duplicate in a batch of writes',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: { pk: S('k'), v: duplicate } } }] } },
    invalid(older),
  ],
  [
    'a duplicate in a filter of a scan',
    'Scan',
    { TableName: '«hash»', FilterExpression: 'a = :v', ...values },
    invalid(`ExpressionAttributeValues contains invalid value: ${older} for key :v`),
  ],
  [
    'a duplicate in a filter of a query',
    'Query',
    {
      TableName: '«hash»',
      KeyConditionExpression: 'pk = :p',
      FilterExpression: 'a = :v',
      ExpressionAttributeValues: { ':p': S('k'), ':v': duplicate },
    },
    invalid(current, `ExpressionAttributeValues contains invalid value: ${older} for key :v`),
  ],
  [
    'a duplicate in a value of an update',
    'UpdateItem',
    { TableName: '«hash»', Key: { pk: S('k') }, UpdateExpression: 'SET a = :v', ...values },
    enveloped(current, `ExpressionAttributeValues contains invalid value: ${older} for key :v`),
  ],
  [
    'a duplicate in a transaction',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: { pk: S('k'), v: duplicate } } }] },
    invalid(oneOf(older, current), older),
  ],
  [
    'NULL false in a batch of writes',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: { pk: S('k'), v: { NULL: false } } } }] } },
    invalid(nullFalse),
  ],
  ['a value without a type in a key', 'GetItem', { TableName: '«hash»', Key: { pk: {} } }, invalid(empty)],
  [
    'a key of two types',
    'DeleteItem',
    { TableName: '«hash»', Key: { pk: { S: 'a', N: '1' } } },
    invalid(several),
  ],
  [
    'a value of an update without a type',
    'UpdateItem',
    {
      TableName: '«hash»',
      Key: { pk: S('k') },
      UpdateExpression: 'SET a = :v',
      ExpressionAttributeValues: { ':v': {} },
    },
    invalid(
      matching(/Supplied AttributeValue is empty, must contain exactly one of the supported datatypes/),
    ),
  ],
  [
    'a filter value without a type',
    'Scan',
    { TableName: '«hash»', FilterExpression: 'a = :v', ExpressionAttributeValues: { ':v': {} } },
    invalid(`ExpressionAttributeValues contains invalid value: ${empty} for key :v`),
  ],
  [
    '32 maps in a value of an update',
    'UpdateItem',
    {
      TableName: '«hash»',
      Key: { pk: S('k') },
      UpdateExpression: 'SET a = :v',
      ExpressionAttributeValues: { ':v': nested(32) },
    },
    invalid(
      matching(
        /Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit/,
      ),
    ),
  ],
  [
    '32 maps in a batch of writes',
    'BatchWriteItem',
    { RequestItems: { '«hash»': [{ PutRequest: { Item: { pk: S('k'), v: nested(32) } } }] } },
    invalid(nesting),
  ],
  [
    '32 maps in a transaction',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: { pk: S('k'), v: nested(32) } } }] },
    invalid(nesting),
  ],
  [
    'an empty attribute name in a transaction',
    'TransactWriteItems',
    { TransactItems: [{ Put: { TableName: '«hash»', Item: { pk: S('k'), '': S('x') } } }] },
    invalid('Empty attribute name'),
  ],
]

const placeCases = places.map(([name, operation, input, error]) =>
  refused({ name: `refused: ${name}`, source: parity, operation }, input, error),
)

/** Updates that add levels of nesting have the same limit. */
const deepening: readonly ConformanceCase[] = [
  {
    name: 'an update may make an item 32 levels deep and no deeper',
    source: local,
    given: { hash: [{ pk: S('k'), v: nested(30, M({})) }] },
    steps: [
      step(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          UpdateExpression: `SET v${'.m'.repeat(30)}.m = :v`,
          ExpressionAttributeValues: { ':v': S('leaf') },
        },
        {},
      ),
      refusal(
        'UpdateItem',
        {
          TableName: '«hash»',
          Key: { pk: S('k') },
          UpdateExpression: `SET v${'.m'.repeat(30)}.m = :v`,
          ExpressionAttributeValues: { ':v': M({ m: S('leaf') }) },
        },
        invalid(matching(/^Nesting Levels have exceeded supported limits$/)),
      ),
    ],
  },
]

/** Invalid base64. */
const binaries = ['YWJjZGVmZ2g', 'YWJj??!!', '====', 'a'].map(
  (text): ConformanceCase => ({
    name: `the base64 "${text}" is refused`,
    source: alternator,
    steps: [
      refusal(
        'PutItem',
        { TableName: '«hash»', Item: { pk: S('k'), v: B(text) } },
        { name: 'SerializationException', message: matching(/./) },
      ),
    ],
  }),
)

const nullMember = refused(
  { name: 'a null member of a string set is refused', source: extendDb, operation: 'PutItem' },
  { TableName: '«hash»', Item: { pk: S('k'), v: { SS: ['a', null] } } },
  invalid(matching(/An string set may not have a null string as a member/)),
)

const tooLongName = invalid(
  '1 validation error detected: Attribute name is too large, must be less than 65536 bytes',
  matching(/6553[56]/),
)

const longName: readonly ConformanceCase[] = [
  refused(
    { name: 'an attribute name of 65,536 bytes is refused', source: extendDb, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), ['n'.repeat(65_536)]: S('x') } },
    tooLongName,
  ),
  refused(
    { name: 'a name of 65,536 bytes in a map is refused', source: extendDb, operation: 'UpdateItem' },
    {
      TableName: '«hash»',
      Key: { pk: S('k') },
      UpdateExpression: 'SET v = :v',
      ExpressionAttributeValues: { ':v': M({ ['n'.repeat(65_536)]: S('x') }) },
    },
    tooLongName,
  ),
  refused(
    { name: 'an empty attribute name is refused', source: dynalite, operation: 'PutItem' },
    { TableName: '«hash»', Item: { pk: S('k'), '': S('x') } },
    invalid(matching(/Empty attribute name/)),
  ),
]

const badNames: readonly [string, string, RegExp][] = [
  ['an empty name', '', /Empty attribute name$/],
  [
    'a name of 65,536 bytes',
    'n'.repeat(65_536),
    /Attribute name is too large, must be less than 65536 bytes$/,
  ],
]
const legacyNames = badNames.flatMap(([what, name, message]) => [
  refused(
    { name: `${what} in AttributesToGet is refused`, source: alternator, operation: 'GetItem' },
    { TableName: '«hash»', Key: { pk: S('k') }, AttributesToGet: [name] },
    invalid(matching(message)),
  ),
  refused(
    { name: `${what} in AttributeUpdates is refused`, source: alternator, operation: 'UpdateItem' },
    { TableName: '«hash»', Key: { pk: S('k') }, AttributeUpdates: { [name]: { Value: S('x') } } },
    invalid(matching(message)),
  ),
])

export const attributeValues: readonly ConformanceCase[] = [
  ...roundTripCases,
  ...refusalCases,
  ...placeCases,
  ...deepening,
  ...binaries,
  nullMember,
  ...longName,
  ...legacyNames,
]
