import { answered, refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import {
  cancelled,
  capacityModes,
  faulty,
  invalid,
  maxLength,
  minLength,
  namePattern,
  notFound,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, extendDb, local, parity } from '../sources.ts'
import { at, badKey, given, key, mismatch, multiple, transact } from '../transact-actions.ts'
import { N, S } from '../values.ts'

const getPage = documentation('TransactGetItems')

const get = (pk: string, extra: Fields = {}): Fields => ({ Get: { ...at(pk), ...extra } })

const reads: readonly ConformanceCase[] = [
  answered(
    {
      name: 'TransactGetItems answers in the order asked, with an empty entry for a missing item',
      source: getPage,
      given,
      operation: 'TransactGetItems',
    },
    transact(get('b'), get('gone'), get('a')),
    { Responses: [{ Item: { pk: S('b'), n: N(2) } }, {}, { Item: { pk: S('a'), n: N(1) } }] },
  ),
  answered(
    { name: 'TransactGetItems takes projections', source: getPage, given, operation: 'TransactGetItems' },
    transact(
      get('a', { ProjectionExpression: '#n', ExpressionAttributeNames: { '#n': 'n' } }),
      get('b', { ProjectionExpression: 'n' }),
    ),
    { Responses: [{ Item: { n: N(1) } }, { Item: { n: N(2) } }] },
  ),
  answered(
    {
      name: 'TransactGetItems answers without an Item when the item has nothing of the projection',
      source: parity,
      given,
      operation: 'TransactGetItems',
    },
    transact(get('a', { ProjectionExpression: 'gone' })),
    { Responses: [{}] },
  ),
  answered(
    {
      name: 'TransactGetItems spans tables',
      source: getPage,
      given: { ...given, range: [{ pk: S('p'), sk: S('s') }] },
      operation: 'TransactGetItems',
    },
    transact(get('a'), { Get: { TableName: '«range»', Key: { pk: S('p'), sk: S('s') } } }),
    { Responses: [{ Item: { pk: S('a'), n: N(1) } }, { Item: { pk: S('p'), sk: S('s') } }] },
  ),
  answered(
    {
      name: 'TransactGetItems takes names without an expression',
      source: extendDb,
      given,
      operation: 'TransactGetItems',
    },
    transact(get('a', { ExpressionAttributeNames: { '#n': 'n' } })),
    { Responses: [{ Item: { pk: S('a'), n: N(1) } }] },
  ),
  answered(
    { name: 'TransactGetItems takes a hundred keys', source: getPage, operation: 'TransactGetItems' },
    transact(...Array.from({ length: 100 }, (_, index) => get(`k${index}`))),
    { Responses: Array.from({ length: 100 }, () => ({})) },
  ),
]

const readErrors: readonly [string, Fields, ExpectedError, string?][] = [
  ['one item twice', transact(get('a'), get('a')), multiple, extendDb],
  [
    'one item under the name and under the ARN of its table',
    transact(get('a'), { Get: { TableName: '«hash:arn»', Key: key('a') } }),
    multiple,
    documentation('TransactGetItems'),
  ],
  ['an unknown table', transact({ Get: { TableName: '«absent»', Key: key('a') } }), notFound],
  ['a key of the wrong type', transact(get('a'), { Get: badKey }), cancelled(undefined, mismatch)],
  [
    'a key that is too long',
    transact(get('a'), get('k'.repeat(2049))),
    cancelled(
      undefined,
      faulty(parameter('Size of hashkey has exceeded the maximum size limit of2048 bytes')),
    ),
    extendDb,
  ],
  ['an empty Key', transact({ Get: { TableName: '«hash»', Key: {} } }), cancelled(mismatch)],
  [
    '101 keys',
    transact(...Array.from({ length: 101 }, (_, index) => get(`k${index}`))),
    invalid(
      `1 validation error detected: Value at 'TransactItems' failed to satisfy constraint: ${maxLength(100)}`,
      matching(
        /at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100$/,
      ),
    ),
  ],
  [
    'no keys',
    transact(),
    invalid(
      oneOf(
        `1 validation error detected: Value at 'TransactItems' failed to satisfy constraint: ${minLength(1)}`,
        `1 validation error detected: ${violationText('[]', 'transactItems', minLength(1))}`,
      ),
      `1 validation error detected: ${violationText('[]', 'transactItems', minLength(1))}`,
    ),
  ],
  [
    'a malformed projection',
    transact(get('a', { ProjectionExpression: '!!!' })),
    invalid('Invalid ProjectionExpression: Syntax error; token: "!", near: "!!"'),
  ],
  [
    'an unused name',
    transact(get('a', { ProjectionExpression: 'a', ExpressionAttributeNames: { '#qq': 'x' } })),
    invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#qq}'),
    alternator,
  ],
  [
    'an undefined name',
    transact(get('a', { ProjectionExpression: '#zz' })),
    invalid(
      'Invalid ProjectionExpression: An expression attribute name used in the document path is not defined; attribute name: #zz',
    ),
    alternator,
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...transact(get('a')), ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'a bad table name',
    transact(get('a'), { Get: { TableName: 'bad!name', Key: key('a') } }),
    violation('bad!name', 'transactItems.2.member.get.tableName', namePattern),
  ],
  ['an action without Get', transact({}), invalid(matching(/./)), getPage],
  [
    'an empty string key',
    transact({ Get: { TableName: '«hash»', Key: { pk: S('') } } }),
    invalid(matching(/empty string value. Key: pk$/)),
    local,
  ],
]

const readErrorCases = readErrors.map(([name, input, error, source]) =>
  refused(
    { name: `TransactGetItems refuses ${name}`, source: source ?? parity, operation: 'TransactGetItems' },
    input,
    error,
  ),
)

export const transactGetItems: readonly ConformanceCase[] = [...reads, ...readErrorCases]
