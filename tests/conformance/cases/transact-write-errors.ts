import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import {
  cancelled,
  capacityModes,
  enumSet,
  faulty,
  invalid,
  maxLength,
  minLength,
  namePattern,
  notFound,
  notNull,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, extendDb, parity } from '../sources.ts'
import { at, badKey, check, mismatch, multiple, put, remove, transact, update } from '../transact-actions.ts'
import { L, N, nested, S } from '../values.ts'

const typeMismatch = (actual: string): Fields =>
  faulty(`One or more parameter values were invalid: Type mismatch for key pk expected: S actual: ${actual}`)

const emptyKey = invalid(
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
)

const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'

const longKey = { pk: S('k'.repeat(2049)) }

const longKeys: readonly [string, Fields][] = [
  ['a put', put(longKey)],
  ['a delete', { Delete: { TableName: '«hash»', Key: longKey } }],
  ['an update', { Update: { TableName: '«hash»', Key: longKey, UpdateExpression: 'REMOVE a' } }],
  [
    'a check',
    { ConditionCheck: { TableName: '«hash»', Key: longKey, ConditionExpression: 'attribute_exists(pk)' } },
  ],
]

const refusals: readonly [string, Fields, ExpectedError, string?][] = [
  ['a put with a key of the wrong type', transact(put({ pk: N(1) })), cancelled(typeMismatch('N'))],
  ['a put with a list for a key', transact(put({ pk: L() })), cancelled(typeMismatch('L'))],
  [
    'a put without its key',
    transact(put({ x: S('x') })),
    cancelled(faulty('One or more parameter values were invalid: Missing the key pk in the item')),
  ],
  [
    'an update with a key of the wrong type',
    transact({ Update: { ...badKey, UpdateExpression: 'REMOVE a' } }),
    cancelled(mismatch),
  ],
  ['a delete with a key of the wrong type', transact({ Delete: badKey }), cancelled(mismatch)],
  [
    'a check with a key of the wrong type',
    transact({ ConditionCheck: { ...badKey, ConditionExpression: 'attribute_exists(a)' } }),
    cancelled(mismatch),
  ],
  [
    'only the first bad key is told',
    transact(put({ pk: S('fine') }), { Delete: badKey }, put({ pk: L() })),
    cancelled(undefined, mismatch, undefined),
    alternator,
  ],
  ...longKeys.map(([name, action]): [string, Fields, ExpectedError, string] => [
    `${name} with a key that is too long`,
    transact(action),
    cancelled(faulty(parameter('Size of hashkey has exceeded the maximum size limit of2048 bytes'))),
    extendDb,
  ]),
  ['a put with an empty key', transact(put({ pk: S('') })), emptyKey],
  ['a delete with an empty key', transact({ Delete: { TableName: '«hash»', Key: { pk: S('') } } }), emptyKey],
  [
    'an update with an empty key',
    transact({ Update: { TableName: '«hash»', Key: { pk: S('') }, UpdateExpression: 'REMOVE a' } }),
    emptyKey,
  ],
  [
    'a check with an empty key',
    transact({
      ConditionCheck: { TableName: '«hash»', Key: { pk: S('') }, ConditionExpression: 'attribute_exists(a)' },
    }),
    emptyKey,
  ],
  ['two puts of one item', transact(put({ pk: S('a') }), put({ pk: S('a') })), multiple],
  [
    'a check and an update of one item',
    transact(check('a', 'attribute_exists(pk)'), update('a', 'REMOVE x')),
    multiple,
  ],
  [
    'one item under the name and under the ARN of its table',
    transact(put({ pk: S('a') }), { Delete: { TableName: '«hash:arn»', Key: { pk: S('a') } } }),
    multiple,
    documentation('TransactWriteItems'),
  ],
  [
    'two checks of one item',
    transact(check('a', 'attribute_exists(pk)'), check('a', 'attribute_exists(n)')),
    multiple,
    alternator,
  ],
  [
    'an unknown table',
    transact(put({ pk: S('a') }), { Put: { TableName: '«absent»', Item: { pk: S('a') } } }),
    notFound,
  ],
  [
    'no actions',
    transact(),
    invalid(
      oneOf(
        `1 validation error detected: Value at 'TransactItems' failed to satisfy constraint: ${minLength(1)}`,
        `1 validation error detected: ${violationText('[]', 'transactItems', minLength(1))}`,
      ),
      `1 validation error detected: ${violationText('[]', 'transactItems', minLength(1))}`,
    ),
  ],
  ['no TransactItems', {}, violation(null, 'transactItems', notNull)],
  [
    '101 actions',
    transact(...Array.from({ length: 101 }, (_, index) => put({ pk: S(`k${index}`) }))),
    invalid(
      `1 validation error detected: Value at 'TransactItems' failed to satisfy constraint: ${maxLength(100)}`,
      matching(
        /at 'transactItems' failed to satisfy constraint: Member must have length less than or equal to 100$/,
      ),
    ),
  ],
  [
    'an empty action',
    transact({}),
    invalid(
      "1 validation error detected: Value '' at 'transactItems' failed to satisfy constraint: TransactWriteRequest should contain Delete or Put or Update or ConditionCheck",
      'Invalid Request: TransactWriteRequest should contain Delete or Put or Update request',
    ),
  ],
  [
    'an action of two kinds',
    transact({ ...put({ pk: S('a') }), ...remove('a') }),
    invalid('TransactItems can only contain one of Check, Put, Update or Delete'),
  ],
  [
    'a token of 37 characters',
    { ...transact(put({ pk: S('a') })), ClientRequestToken: 'x'.repeat(37) },
    invalid(
      `1 validation error detected: Value at 'ClientRequestToken' failed to satisfy constraint: ${maxLength(36)}`,
      `1 validation error detected: ${violationText('x'.repeat(37), 'clientRequestToken', maxLength(36))}`,
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...transact(put({ pk: S('a') })), ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'both modes unknown',
    {
      ...transact(put({ pk: S('a') })),
      ReturnConsumedCapacity: 'BOGUS',
      ReturnItemCollectionMetrics: 'BOGUS2',
    },
    invalid(
      `2 validation errors detected: ${violationText('BOGUS', 'returnConsumedCapacity', capacityModes)}; ${violationText('BOGUS2', 'returnItemCollectionMetrics', enumSet('SIZE', 'NONE'))}`,
    ),
  ],
  [
    'an unknown mode before an unknown table',
    {
      ...transact({ Put: { TableName: '«absent»', Item: { pk: S('a') } } }),
      ReturnConsumedCapacity: 'BOGUS',
    },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'a bad table name',
    transact({ Put: { TableName: 'bad!name', Item: { pk: S('a') } } }),
    violation('bad!name', 'transactItems.1.member.put.tableName', namePattern),
  ],
  [
    'an unknown ReturnValuesOnConditionCheckFailure',
    transact(put({ pk: S('a') }, { ReturnValuesOnConditionCheckFailure: 'BOGUS' })),
    violation(
      'BOGUS',
      'transactItems.1.member.put.returnValuesOnConditionCheckFailure',
      enumSet('ALL_OLD', 'NONE'),
    ),
  ],
  [
    'a check without a condition',
    transact({ ConditionCheck: at('a') }),
    violation(null, 'transactItems.1.member.conditionCheck.conditionExpression', notNull),
    alternator,
  ],
  [
    'an update without an expression',
    transact({ Update: at('a') }),
    violation(null, 'transactItems.1.member.update.updateExpression', notNull),
    documentation('TransactWriteItems'),
  ],
  [
    'a put without an item',
    transact({ Put: { TableName: '«hash»' } }),
    violation(null, 'transactItems.1.member.put.item', notNull),
    documentation('TransactWriteItems'),
  ],
  [
    'an empty condition',
    transact(put({ pk: S('a') }, { ConditionExpression: '' })),
    invalid('Invalid ConditionExpression: The expression can not be empty;'),
  ],
  [
    'an unused value',
    transact(
      put(
        { pk: S('a') },
        { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':v': S('x') } },
      ),
    ),
    invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}'),
  ],
  [
    'an unused name',
    transact(
      put(
        { pk: S('a') },
        { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#xyz': 'x' } },
      ),
    ),
    invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#xyz}'),
    alternator,
  ],
  [
    'empty names',
    transact(
      put({ pk: S('a') }, { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: {} }),
    ),
    invalid('ExpressionAttributeNames must not be empty'),
  ],
  [
    'a bad value placeholder',
    transact(
      put({ pk: S('a') }, { ConditionExpression: 'a = :v', ExpressionAttributeValues: { v: S('x') } }),
    ),
    invalid('ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
  ],
  [
    'a malformed condition before an unknown table',
    transact(
      { Put: { TableName: '«absent»', Item: { pk: S('a') } } },
      put({ pk: S('a') }, { ConditionExpression: 'a = = b' }),
    ),
    invalid('Invalid ConditionExpression: Syntax error; token: "=", near: "= = b"'),
  ],
  [
    'an unused value before two operations on one item',
    transact(
      put({ pk: S('a') }),
      put(
        { pk: S('a') },
        { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':v': S('x') } },
      ),
    ),
    invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}'),
  ],
  [
    'the fault of the first faulty action',
    transact(put({ pk: S('a') }, { ConditionExpression: '' }), put({ pk: S('b'), v: nested(40) })),
    invalid('Invalid ConditionExpression: The expression can not be empty;'),
  ],
  [
    'a value too deep before a later malformed condition',
    transact(put({ pk: S('b'), v: nested(40) }), put({ pk: S('a') }, { ConditionExpression: '' })),
    invalid(nesting),
  ],
  [
    'a condition of 4,109 bytes',
    transact(put({ pk: S('a') }, { ConditionExpression: 'attribute_exists(a)'.padEnd(4109, ' ') })),
    invalid(
      'Invalid ConditionExpression: Expression size has exceeded the maximum allowed size; expression size: 4109',
    ),
  ],
  [
    'an oversized update',
    transact(update('a', 'REMOVE a'.padEnd(4109, ' '))),
    invalid('Invalid UpdateExpression: Expression size has exceeded the maximum allowed size;'),
  ],
  [
    'a key update',
    transact(update('a', 'REMOVE pk')),
    cancelled(
      faulty(
        'One or more parameter values were invalid: Cannot update attribute pk. This attribute is part of the key',
      ),
    ),
    extendDb,
  ],
]

const refusalCases = refusals.map(([name, input, error, source]) =>
  refused(
    { name: `TransactWriteItems refuses ${name}`, source: source ?? parity, operation: 'TransactWriteItems' },
    input,
    error,
  ),
)

export const transactWriteErrors: readonly ConformanceCase[] = [...refusalCases]
