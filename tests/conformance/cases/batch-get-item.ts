import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import { capacityModes, invalid, minLength, notFound, notNull, violation, violationText } from '../errors.ts'
import { matching, oneOf, partial, unordered } from '../matchers.ts'
import { documentation, dynalite, extendDb, local, parity } from '../sources.ts'
import { B, N, S } from '../values.ts'

const getPage = documentation('BatchGetItem')

const items = (count: number): Item[] =>
  Array.from({ length: count }, (_, at) => ({ pk: S(`k${at}`), n: N(at), x: S('x') }))

const keys = (count: number): Item[] => items(count).map((item) => ({ pk: item['pk'] ?? {} }))

const get = (request: Fields, table = '«hash»'): Fields => ({ RequestItems: { [table]: request } })

const reads: readonly [string, Fields, unknown][] = [
  [
    'gives the items that are there',
    get({ Keys: [...keys(2), { pk: S('gone') }] }),
    { Responses: { '«hash»': unordered(items(2)) }, UnprocessedKeys: {} },
  ],
  [
    'gives an empty list when none is there',
    get({ Keys: [{ pk: S('gone') }] }),
    { Responses: { '«hash»': [] }, UnprocessedKeys: {} },
  ],
  [
    'takes a projection',
    get({ Keys: keys(1), ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'n' } }),
    { Responses: { '«hash»': [{ n: N(0) }] }, UnprocessedKeys: {} },
  ],
  [
    'takes AttributesToGet',
    get({ Keys: keys(1), AttributesToGet: ['x', 'gone'] }),
    { Responses: { '«hash»': [{ x: S('x') }] }, UnprocessedKeys: {} },
  ],
  [
    'takes ConsistentRead',
    get({ Keys: keys(1), ConsistentRead: true }),
    { Responses: { '«hash»': items(1) }, UnprocessedKeys: {} },
  ],
  [
    'takes a hundred keys',
    get({ Keys: keys(100), AttributesToGet: ['n'] }),
    {
      Responses: { '«hash»': unordered(Array.from({ length: 100 }, (_, at) => ({ n: N(at) }))) },
      UnprocessedKeys: {},
    },
  ],
  [
    'reads several tables, each in its own way',
    {
      RequestItems: {
        '«hash»': { Keys: keys(1), ProjectionExpression: 'n' },
        '«range»': { Keys: [{ pk: S('p'), sk: S('1') }] },
      },
    },
    { Responses: { '«hash»': [{ n: N(0) }], '«range»': [{ pk: S('p'), sk: S('1') }] }, UnprocessedKeys: {} },
  ],
]

const readCases = reads.map(([name, input, output]) =>
  answered(
    {
      name: `BatchGetItem ${name}`,
      source: getPage,
      given: { hash: items(100), range: [{ pk: S('p'), sk: S('1') }] },
      operation: 'BatchGetItem',
    },
    input,
    output,
  ),
)

const named: readonly ConformanceCase[] = [
  answered(
    {
      name: 'BatchGetItem answers once for a table that is named by its name and by its ARN',
      source: extendDb,
      given: { hash: items(1) },
      operation: 'BatchGetItem',
    },
    { RequestItems: { '«hash:arn»': { Keys: keys(1) }, '«hash»': { Keys: keys(1) } } },
    oneOf(
      { Responses: { '«hash:arn»': items(1) }, UnprocessedKeys: {} },
      { Responses: { '«hash»': items(1) }, UnprocessedKeys: {} },
    ),
  ),
]

const both = (legacy: string, expression: string): ExpectedError =>
  invalid(
    matching(
      new RegExp(
        `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: \\{${legacy}\\} Expression parameters: \\{${expression}\\}`,
      ),
    ),
  )

const duplicates = invalid('Provided list of item keys contains duplicates')

const mismatch = invalid('The provided key element does not match the schema')

const emptyKey = invalid(
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
)

const required = (operation: string): ExpectedError =>
  invalid(
    oneOf(
      `The requestItems parameter is required for ${operation}`,
      `1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: ${minLength(1)}`,
    ),
    `The requestItems parameter is required for ${operation}`,
  )

const currentLength = (table: string, constraint: string): string =>
  `1 validation error detected: Value at 'RequestItems.${table}.member.Keys' failed to satisfy constraint: ${constraint}`

const mapKeys =
  'Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]'

const readErrors: readonly [string, Fields, ExpectedError, string?][] = [
  ['no RequestItems', {}, violation(null, 'requestItems', notNull), dynalite],
  ['empty RequestItems', { RequestItems: {} }, required('BatchGetItem')],
  [
    '101 keys',
    get({ Keys: keys(101) }),
    invalid(
      currentLength('«hash»', 'Member must have length less than or equal to 100'),
      matching(
        /at 'requestItems.«hash».member.keys' failed to satisfy constraint: Member must have length less than or equal to 100$/,
      ),
    ),
  ],
  [
    'no keys',
    get({ Keys: [] }),
    invalid(
      currentLength('«hash»', minLength(1)),
      `1 validation error detected: ${violationText('[]', 'requestItems.«hash».member.keys', minLength(1))}`,
    ),
  ],
  [
    '101 keys over two tables',
    { RequestItems: { '«hash»': { Keys: keys(60) }, '«hash2»': { Keys: keys(41) } } },
    invalid('Too many items requested for the BatchGetItem call'),
    dynalite,
  ],
  ['a key twice', get({ Keys: [{ pk: S('a') }, { pk: S('b') }, { pk: S('a') }] }), duplicates],
  [
    'a key twice with its attributes in another order',
    get(
      {
        Keys: [
          { pk: S('a'), sk: S('1') },
          { sk: S('1'), pk: S('a') },
        ],
      },
      '«range»',
    ),
    duplicates,
    dynalite,
  ],
  [
    'a key twice before one with a bad value',
    get({ Keys: [{ pk: S('a') }, { pk: S('a') }, { pk: { SS: [] } }] }),
    duplicates,
    local,
  ],
  [
    '101 keys over two tables before a key twice',
    { RequestItems: { '«hash»': { Keys: keys(60) }, '«hash2»': { Keys: [...keys(41), { pk: S('k0') }] } } },
    invalid('Too many items requested for the BatchGetItem call'),
    local,
  ],
  [
    'a key twice before an unknown table',
    get({ Keys: [{ pk: S('a') }, { pk: S('a') }] }, '«absent»'),
    duplicates,
    extendDb,
  ],
  ['an unknown table', get({ Keys: keys(1) }, '«absent»'), notFound],
  [
    'one unknown table of two',
    { RequestItems: { '«hash»': { Keys: keys(1) }, '«absent»': { Keys: keys(1) } } },
    notFound,
  ],
  ['a key that does not fit', get({ Keys: [{ pk: N(1) }] }), mismatch],
  ['an empty key', get({ Keys: [{ pk: S('') }] }), emptyKey],
  [
    'an empty binary key',
    get({ Keys: [{ pk: B('') }] }, '«hashB»'),
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty binary value. Key: pk',
    ),
  ],
  [
    'both kinds of projection',
    get({ Keys: keys(1), AttributesToGet: ['a'], ProjectionExpression: 'a' }),
    both('AttributesToGet', 'ProjectionExpression'),
  ],
  [
    'a bad projection for one of two tables',
    {
      RequestItems: {
        '«hash»': { Keys: keys(1) },
        '«hash2»': { Keys: keys(1), ProjectionExpression: 'a, a' },
      },
    },
    invalid(
      'Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]',
    ),
  ],
  [
    'an undefined name',
    get({ Keys: keys(1), ProjectionExpression: '#undef' }),
    invalid(
      'Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; attribute name: #undef',
    ),
  ],
  [
    'an unused name',
    get({ Keys: keys(1), ProjectionExpression: 'a', ExpressionAttributeNames: { '#u': 'x' } }),
    invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#u}'),
  ],
  [
    'empty names',
    get({ Keys: keys(1), ProjectionExpression: 'a', ExpressionAttributeNames: {} }),
    invalid('ExpressionAttributeNames must not be empty'),
  ],
  [
    'a duplicate in AttributesToGet',
    get({ Keys: keys(1), AttributesToGet: ['a', 'a'] }),
    invalid('One or more parameter values were invalid: Duplicate value in attribute name: a'),
    dynalite,
  ],
  [
    'a bad table name',
    { RequestItems: { 'bad!name': { Keys: [{ pk: S('a') }] } } },
    invalid(
      `1 validation error detected: ${violationText('{"bad!name":{"Keys":[{"pk":{"S":"a"}}]}}', 'requestItems', mapKeys)}`,
      matching(/at 'requestItems' failed to satisfy constraint: Map keys must satisfy constraint/),
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...get({ Keys: keys(1) }), ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an unknown ReturnConsumedCapacity before an unknown table',
    { ...get({ Keys: keys(1) }, '«absent»'), ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'a path into a key',
    get({ Keys: keys(1), ProjectionExpression: 'pk.x' }),
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: pk",
    ),
    dynalite,
  ],
]

const readErrorCases = readErrors.map(([name, input, error, source]) =>
  refused(
    { name: `BatchGetItem refuses ${name}`, source: source ?? parity, operation: 'BatchGetItem' },
    input,
    error,
  ),
)

/** A response is limited to 16 MB; here 42 items of 400,000 bytes are requested. */
const large = (at: number): Item => ({ pk: S(`k${at}`), d: S('x'.repeat(400_000)) })

const unprocessed: ConformanceCase = {
  name: 'BatchGetItem leaves keys unprocessed when the answer would be larger than 16 MB',
  source: getPage,
  steps: [
    ...Array.from({ length: 42 }, (_, at) => step('PutItem', { TableName: '«hash»', Item: large(at) }, {})),
    step(
      'BatchGetItem',
      get({ Keys: keys(42), ProjectionExpression: 'pk', ConsistentRead: true }),
      partial({
        UnprocessedKeys: { '«hash»': partial({ ProjectionExpression: 'pk', ConsistentRead: true }) },
      }),
    ),
  ],
}

export const batchGetItem: readonly ConformanceCase[] = [
  ...readCases,
  ...named,
  ...readErrorCases,
  unprocessed,
]
