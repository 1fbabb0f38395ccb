import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Item } from '../case.ts'
import {
  capacityModes,
  invalid,
  minLength,
  namePattern,
  notFound,
  notNull,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { B, BOOL, L, M, N, NULL, S, SS } from '../values.ts'

const page = documentation('GetItem')
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const whole: Item = {
  pk: S('k'),
  a: M({ b: L(N(0), N(1), M({ x: S('x'), y: S('y') })), c: S('c') }),
  l: L(S('0'), S('1'), S('2'), S('3')),
  s: S('s'),
  'dotted.name': S('d'),
  name: S('reserved'),
}
const given = { hash: [whole] }

/** [projection, result, names] */
const projections: readonly [string, Item, { [name: string]: string }?][] = [
  ['s', { s: S('s') }],
  ['s, pk', { s: S('s'), pk: S('k') }],
  ['gone', {}],
  ['l[4294967294]', {}],
  ['s, gone', { s: S('s') }],
  ['a.c', { a: M({ c: S('c') }) }],
  ['a.gone', {}],
  ['a.b[1]', { a: M({ b: L(N(1)) }) }],
  ['a.b[2].y', { a: M({ b: L(M({ y: S('y') })) }) }],
  ['a.b[2].y, a.b[2].x', { a: M({ b: L(M({ x: S('x'), y: S('y') })) }) }],
  ['a.b[0], a.b[1]', { a: M({ b: L(N(0), N(1)) }) }],
  ['a.b[0], a.c', { a: M({ b: L(N(0)), c: S('c') }) }],
  ['l[2], l[0]', { l: L(S('0'), S('2')) }],
  ['l[3], l[1], l[2]', { l: L(S('1'), S('2'), S('3')) }],
  ['l[9]', {}],
  ['l[0], l[9]', { l: L(S('0')) }],
  ['l[0].x', {}],
  ['l.x', {}],
  ['a[0]', {}],
  ['s.x', {}],
  ['s[0]', {}],
  ['a.b[9].x', {}],
  ['#n', { name: S('reserved') }, { '#n': 'name' }],
  ['#d', { 'dotted.name': S('d') }, { '#d': 'dotted.name' }],
  ['#d', {}, { '#d': 'a.c' }],
  ['#a.#b[2].#x', { a: M({ b: L(M({ x: S('x') })) }) }, { '#a': 'a', '#b': 'b', '#x': 'x' }],
  [' s ,\n pk ', { s: S('s'), pk: S('k') }],
]

const projectionCases = projections.map(([expression, result, names]) =>
  answered(
    {
      name: `projection ${expression}${names ? ` with ${JSON.stringify(names)}` : ''}`,
      source: alternator,
      given,
      operation: 'GetItem',
    },
    { ...key, ProjectionExpression: expression, ...(names ? { ExpressionAttributeNames: names } : {}) },
    { Item: result },
  ),
)

const overlap = (one: string, two: string): string =>
  `Two document paths overlap with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`
const conflict = (one: string, two: string): string =>
  `Two document paths conflict with each other; must remove or rewrite one of these paths; path one: ${one}, path two: ${two}`

const projectionErrors: readonly [string, string, { [name: string]: string }?][] = [
  ['', 'The expression can not be empty;'],
  ['!!! INVALID !!!', 'Syntax error; token: "!", near: "!!"'],
  ['a, a', overlap('[a]', '[a]')],
  ['#a, #a', overlap('[a]', '[a]'), { '#a': 'a' }],
  ['#a, #b', overlap('[a]', '[a]'), { '#a': 'a', '#b': 'a' }],
  ['a, #a', overlap('[a]', '[a]'), { '#a': 'a' }],
  ['a, a.b', overlap('[a]', '[a, b]')],
  ['a.b, a', overlap('[a, b]', '[a]')],
  ['l, l[0]', overlap('[l]', '[l, [0]]')],
  ['a, a.b.c', overlap('[a]', '[a, b, c]')],
  ['a.b[0], a.b[0]', overlap('[a, b, [0]]', '[a, b, [0]]')],
  ['a.b, a[1]', conflict('[a, b]', '[a, [1]]')],
  ['#undef', 'An expression attribute name used in the document path is not defined; attribute name: #undef'],
  ['l[4294967295]', 'List index is not within the allowable range; index: [4294967295]'],
  ['l[001]', 'Syntax error; token: "0", near: "001"'],
  ['l[１２３]', 'Syntax error; token: "１", near: "[１２"'],
  ['name', 'Attribute name is a reserved keyword; reserved keyword: name'],
  ['s, m.ABSoLUTE', 'Attribute name is a reserved keyword; reserved keyword: ABSoLUTE'],
]

const projectionErrorCases = projectionErrors.map(([expression, message, names]) =>
  refused(
    {
      name: `projection refused: ${expression || '(empty)'}${names ? ` with ${JSON.stringify(names)}` : ''}`,
      source: parity,
      operation: 'GetItem',
    },
    { ...key, ProjectionExpression: expression, ...(names ? { ExpressionAttributeNames: names } : {}) },
    invalid(`Invalid ProjectionExpression: ${message}`),
  ),
)

const projectionSyntax = [
  'a,',
  ',a',
  'a,,b',
  'a b',
  '(a)',
  ':v',
  'a[',
  'a[]',
  'a[-1]',
  'a.',
  'size(a)',
  'a = b',
].map((expression) =>
  refused(
    { name: `syntax error in a projection: ${expression}`, source: alternator, operation: 'GetItem' },
    { ...key, ProjectionExpression: expression },
    invalid(matching(/^Invalid ProjectionExpression: Syntax error; token: ".+", near: ".+"$/)),
  ),
)

const behaviour: readonly ConformanceCase[] = [
  answered({ name: 'GetItem gives the whole item', source: page, given, operation: 'GetItem' }, key, {
    Item: whole,
  }),
  answered(
    { name: 'GetItem of a missing item answers an empty object', source: page, operation: 'GetItem' },
    key,
    {},
  ),
  answered(
    {
      name: 'GetItem of a missing item with a projection answers an empty object',
      source: page,
      operation: 'GetItem',
    },
    { ...key, ProjectionExpression: 's' },
    {},
  ),
  answered(
    { name: 'GetItem with ConsistentRead', source: page, given, operation: 'GetItem' },
    { ...key, ConsistentRead: true, AttributesToGet: ['s'] },
    { Item: { s: S('s') } },
  ),
  answered(
    {
      name: 'AttributesToGet gives exactly those attributes',
      source: alternator,
      given,
      operation: 'GetItem',
    },
    { ...key, AttributesToGet: ['s', 'gone', 'name'] },
    { Item: { s: S('s'), name: S('reserved') } },
  ),
  answered(
    {
      name: 'AttributesToGet that are not there give an empty item',
      source: alternator,
      given,
      operation: 'GetItem',
    },
    { ...key, AttributesToGet: ['gone'] },
    { Item: {} },
  ),
  answered(
    { name: 'AttributesToGet takes a dot literally', source: alternator, given, operation: 'GetItem' },
    { ...key, AttributesToGet: ['dotted.name', 'a.c'] },
    { Item: { 'dotted.name': S('d') } },
  ),
  {
    name: 'GetItem distinguishes items by their sort key',
    source: page,
    given: {
      rangeB: [
        { pk: S('p'), sk: B('AA=='), v: N(1) },
        { pk: S('p'), sk: B('AAA='), v: N(2) },
      ],
    },
    steps: [
      step(
        'GetItem',
        { TableName: '«rangeB»', Key: { pk: S('p'), sk: B('AAA=') } },
        { Item: { pk: S('p'), sk: B('AAA='), v: N(2) } },
      ),
      step(
        'GetItem',
        { TableName: '«rangeB»', Key: { sk: B('AA=='), pk: S('p') }, ProjectionExpression: 'v' },
        { Item: { v: N(1) } },
      ),
    ],
  },
  {
    name: 'keys that differ only in case, normalization or trailing spaces are different',
    source: page,
    given: { hash: [{ pk: S('a') }, { pk: S('A') }, { pk: S('a ') }, { pk: S('é') }, { pk: S('e\u0301') }] },
    steps: [
      step('Scan', { TableName: '«hash»', Select: 'COUNT' }, { Count: 5, ScannedCount: 5 }),
      step('GetItem', { TableName: '«hash»', Key: { pk: S('e\u0301') } }, { Item: { pk: S('e\u0301') } }),
    ],
  },
]

const mismatch = invalid('The provided key element does not match the schema')
const emptyKey = (kind: string): ExpectedError =>
  invalid(
    `One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty ${kind} value. Key: pk`,
  )

const keys: readonly [string, string, Item, ExpectedError][] = [
  ['no attributes', '«hash»', {}, mismatch],
  ['the wrong name', '«hash»', { other: S('k') }, mismatch],
  ['an attribute too many', '«hash»', { pk: S('k'), other: S('k') }, mismatch],
  ['no sort key', '«range»', { pk: S('p') }, mismatch],
  ['no partition key', '«range»', { sk: S('p') }, mismatch],
  ['a number for a string', '«hash»', { pk: N(1) }, mismatch],
  ['a binary for a string', '«hash»', { pk: B('AA==') }, mismatch],
  ['a boolean', '«hash»', { pk: BOOL(true) }, mismatch],
  ['a null', '«hash»', { pk: NULL }, mismatch],
  ['a set', '«hash»', { pk: SS('a') }, mismatch],
  ['a list', '«hash»', { pk: L() }, mismatch],
  ['a map', '«hash»', { pk: M({}) }, mismatch],
  ['a string for a number sort key', '«rangeN»', { pk: S('p'), sk: S('1') }, mismatch],
  ['an empty string', '«hash»', { pk: S('') }, emptyKey('string')],
  ['an empty binary', '«hashB»', { pk: B('') }, emptyKey('binary')],
  [
    'a partition key of 2,049 bytes',
    '«hash»',
    { pk: S('x'.repeat(2049)) },
    invalid(parameter('Size of hashkey has exceeded the maximum size limit of2048 bytes')),
  ],
  [
    'a sort key of 1,025 bytes',
    '«range»',
    { pk: S('p'), sk: S('x'.repeat(1025)) },
    invalid(parameter('Aggregated size of all range keys has exceeded the size limit of 1024 bytes')),
  ],
]

const keyCases = keys.map(([name, table, bad, error]) =>
  refused(
    {
      name: `GetItem refuses a key with ${name}`,
      source: name.includes('bytes') ? dynalite : parity,
      operation: 'GetItem',
    },
    { TableName: table, Key: bad },
    error,
  ),
)

const bothKinds = (projection: string): ExpectedError =>
  invalid(
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {${projection}}`,
  )

const parameters: readonly [string, { [name: string]: unknown }, ExpectedError][] = [
  [
    'AttributesToGet beside a projection',
    { ...key, AttributesToGet: ['a'], ProjectionExpression: 'a' },
    bothKinds('ProjectionExpression'),
  ],
  [
    'names without a projection',
    { ...key, ExpressionAttributeNames: { '#a': 'a' } },
    invalid('ExpressionAttributeNames can only be specified when using expressions'),
  ],
  [
    'empty names',
    { ...key, ProjectionExpression: 'a', ExpressionAttributeNames: {} },
    invalid('ExpressionAttributeNames must not be empty'),
  ],
  [
    'an unused name',
    { ...key, ProjectionExpression: 'a', ExpressionAttributeNames: { '#u': 'x' } },
    invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#u}'),
  ],
  [
    'a bad name placeholder',
    { ...key, ProjectionExpression: 'a', ExpressionAttributeNames: { u: 'x' } },
    invalid('ExpressionAttributeNames contains invalid key: Syntax error; key: "u"'),
  ],
  [
    'a duplicate in AttributesToGet',
    { ...key, AttributesToGet: ['a', 'a'] },
    invalid(parameter('Duplicate value in attribute name: a')),
  ],
  [
    'an empty AttributesToGet',
    { ...key, AttributesToGet: [] },
    invalid(
      oneOf(
        `1 validation error detected: ${violationText('[]', 'attributesToGet', minLength(1))}`,
        `1 validation error detected: Value at 'AttributesToGet' failed to satisfy constraint: ${minLength(1)}`,
      ),
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...key, ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  ['no key', { TableName: '«hash»' }, violation(null, 'key', notNull)],
  ['no table name', { Key: { pk: S('k') } }, violation(null, 'tableName', notNull)],
  [
    'a table name with bad characters',
    { ...key, TableName: 'a;b;c' },
    violation('a;b;c', 'tableName', namePattern),
  ],
  ['a table that is not there', { ...key, TableName: '«absent»' }, notFound],
  [
    'a bad projection before an unknown table',
    { ...key, TableName: '«absent»', ProjectionExpression: 'a, a' },
    invalid(`Invalid ProjectionExpression: ${overlap('[a]', '[a]')}`),
  ],
  [
    'a bad projection before a bad key',
    { TableName: '«hash»', Key: { pk: N(1) }, ProjectionExpression: 'a,' },
    invalid(matching(/^Invalid ProjectionExpression: Syntax error/)),
  ],
  ['an unknown table before a bad key', { TableName: '«absent»', Key: { other: N(1) } }, notFound],
  [
    'a path into a key attribute',
    { ...key, ProjectionExpression: 'pk.x' },
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
    ),
  ],
  [
    'an index into a key attribute',
    { ...key, ProjectionExpression: 'pk[0]' },
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
    ),
  ],
]

const parameterCases = parameters.map(([name, input, error]) =>
  refused(
    {
      name: `GetItem refuses ${name}`,
      source: name.includes('path') || name.includes('index') ? dynalite : parity,
      operation: 'GetItem',
    },
    input,
    error,
  ),
)

export const getItem: readonly ConformanceCase[] = [
  ...behaviour,
  ...projectionCases,
  ...projectionErrorCases,
  ...projectionSyntax,
  ...keyCases,
  ...parameterCases,
]
