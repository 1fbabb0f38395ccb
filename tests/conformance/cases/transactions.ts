import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import {
  cancelled,
  capacityModes,
  enumSet,
  failedCheck,
  faulty,
  invalid,
  maxLength,
  minLength,
  namePattern,
  notFound,
  notNull,
  violation,
  violationText,
} from '../errors.ts'
import { matching, oneOf } from '../matchers.ts'
import { alternator, documentation, extendDb, parity } from '../sources.ts'
import { L, N, nested, S } from '../values.ts'

const writePage = documentation('TransactWriteItems')
const getPage = documentation('TransactGetItems')
const key = (pk: string): Item => ({ pk: S(pk) })
const at = (pk: string): Fields => ({ TableName: '«hash»', Key: key(pk) })
const put = (item: Item, extra: Fields = {}): Fields => ({
  Put: { TableName: '«hash»', Item: item, ...extra },
})
const remove = (pk: string, extra: Fields = {}): Fields => ({ Delete: { ...at(pk), ...extra } })
const update = (pk: string, expression: string, extra: Fields = {}): Fields => ({
  Update: { ...at(pk), UpdateExpression: expression, ...extra },
})
const check = (pk: string, condition: string, extra: Fields = {}): Fields => ({
  ConditionCheck: { ...at(pk), ConditionExpression: condition, ...extra },
})
const transact = (...actions: unknown[]): Fields => ({ TransactItems: actions })
const n = (value: number): Fields => ({ ExpressionAttributeValues: { ':n': N(value) } })
const given = {
  hash: [
    { pk: S('a'), n: N(1) },
    { pk: S('b'), n: N(2) },
  ],
}
const unchanged = [
  step('GetItem', at('a'), { Item: { pk: S('a'), n: N(1) } }),
  step('GetItem', at('b'), { Item: { pk: S('b'), n: N(2) } }),
]

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'a transaction does all four kinds of action',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        transact(
          put({ pk: S('new') }),
          remove('a'),
          update('b', 'SET n = n + :n', n(5)),
          check('gone', 'attribute_not_exists(pk)'),
        ),
        {},
      ),
      step('GetItem', at('new'), { Item: { pk: S('new') } }),
      step('GetItem', at('a'), {}),
      step('GetItem', at('b'), { Item: { pk: S('b'), n: N(7) } }),
    ],
  },
  {
    name: 'a transaction may span tables',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        transact(put({ pk: S('x') }), { Put: { TableName: '«range»', Item: { pk: S('p'), sk: S('s') } } }),
        {},
      ),
      step('Scan', { TableName: '«range»', Select: 'COUNT' }, { Count: 1, ScannedCount: 1 }),
    ],
  },
  {
    name: 'a failed condition cancels everything',
    source: writePage,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(update('a', 'SET n = :n', n(9)), check('b', 'n = :n', n(9))),
        cancelled(undefined, failedCheck),
      ),
      ...unchanged,
    ],
  },
  {
    name: 'every failed condition is told',
    source: alternator,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(
          check('a', 'n = :n', n(9)),
          put({ pk: S('new') }),
          remove('b', { ConditionExpression: 'n = :n', ...n(9) }),
        ),
        cancelled(failedCheck, undefined, failedCheck),
      ),
    ],
  },
  ...['Put', 'Update', 'Delete', 'ConditionCheck'].map((kind): ConformanceCase => {
    const condition = {
      ConditionExpression: 'n = :n',
      ...n(9),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    }
    const actions: { [kind: string]: unknown } = {
      Put: put({ pk: S('a') }, condition),
      Update: { Update: { ...at('a'), UpdateExpression: 'SET m = :n', ...condition } },
      Delete: remove('a', condition),
      ConditionCheck: check('a', 'n = :n', condition),
    }
    return {
      name: `a failed condition of a ${kind} gives the item when asked`,
      source: writePage,
      given,
      steps: [
        refusal(
          'TransactWriteItems',
          transact(actions[kind]),
          cancelled({ ...failedCheck, Item: { pk: S('a'), n: N(1) } }),
        ),
      ],
    }
  }),
  {
    name: 'a failed condition on a missing item gives no item',
    source: writePage,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(check('a', 'attribute_exists(pk)', { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' })),
        cancelled(failedCheck),
      ),
    ],
  },
  {
    name: 'conditions see the state before the transaction',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        transact(remove('a'), put({ pk: S('b') }, { ConditionExpression: 'n = :n', ...n(2) })),
        {},
      ),
    ],
  },
  {
    name: 'an update that fails on the item cancels with a validation error',
    source: parity,
    given,
    steps: [
      refusal(
        'TransactWriteItems',
        transact(put({ pk: S('new') }), update('a', 'SET x = gone')),
        cancelled(
          undefined,
          faulty('The provided expression refers to an attribute that does not exist in the item'),
        ),
      ),
      step('GetItem', at('new'), {}),
    ],
  },
  {
    name: 'a hundred actions are accepted',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        transact(...Array.from({ length: 100 }, (_, index) => put({ pk: S(`k${index}`) }))),
        {},
      ),
      step('Scan', { TableName: '«hash»', Select: 'COUNT' }, { Count: 100, ScannedCount: 100 }),
    ],
  },
  {
    name: 'a request with the same token is not done twice',
    source: writePage,
    given,
    steps: [
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'token-1' },
        {},
      ),
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'token-1' },
        {},
      ),
      step('GetItem', at('a'), { Item: { pk: S('a'), n: N(2) } }),
      refusal(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(2))), ClientRequestToken: 'token-1' },
        { name: 'IdempotentParameterMismatchException', message: matching(/./) },
      ),
      step(
        'TransactWriteItems',
        { ...transact(update('a', 'SET n = n + :n', n(1))), ClientRequestToken: 'token-2' },
        {},
      ),
      step('GetItem', at('a'), { Item: { pk: S('a'), n: N(3) } }),
    ],
  },
  {
    name: 'a token of 36 characters is accepted',
    source: alternator,
    steps: [
      step(
        'TransactWriteItems',
        { ...transact(put({ pk: S('x') })), ClientRequestToken: 'x'.repeat(36) },
        {},
      ),
    ],
  },
  {
    name: 'a transaction gives ItemCollectionMetrics of tables with a local index',
    source: writePage,
    steps: [
      step(
        'TransactWriteItems',
        {
          ...transact({ Put: { TableName: '«priced»', Item: { pk: S('p'), sk: S('1') } } }),
          ReturnItemCollectionMetrics: 'SIZE',
        },
        {
          ItemCollectionMetrics: {
            '«priced»': [{ ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] }],
          },
        },
      ),
    ],
  },
]

const mismatch = faulty('The provided key element does not match the schema')
const typeMismatch = (actual: string): Fields =>
  faulty(`One or more parameter values were invalid: Type mismatch for key pk expected: S actual: ${actual}`)
const emptyKey = invalid(
  'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
)
const nesting =
  'Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit'
const multiple = invalid('Transaction request cannot include multiple operations on one item')
const badKey = { TableName: '«hash»', Key: { pk: N(1) } }

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
      get('b', { ProjectionExpression: 'gone' }),
    ),
    { Responses: [{ Item: { n: N(1) } }, { Item: {} }] },
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
    { name: 'TransactGetItems takes a hundred keys', source: getPage, operation: 'TransactGetItems' },
    transact(...Array.from({ length: 100 }, (_, index) => get(`k${index}`))),
    { Responses: Array.from({ length: 100 }, () => ({})) },
  ),
]

const readErrors: readonly [string, Fields, ExpectedError, string?][] = [
  ['one item twice', transact(get('a'), get('a')), multiple, extendDb],
  ['an unknown table', transact({ Get: { TableName: '«absent»', Key: key('a') } }), notFound],
  ['a key of the wrong type', transact(get('a'), { Get: badKey }), cancelled(undefined, mismatch)],
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
    parity,
  ],
]

const readErrorCases = readErrors.map(([name, input, error, source]) =>
  refused(
    { name: `TransactGetItems refuses ${name}`, source: source ?? parity, operation: 'TransactGetItems' },
    input,
    error,
  ),
)

export const transactions: readonly ConformanceCase[] = [
  ...behaviour,
  ...refusalCases,
  ...reads,
  ...readErrorCases,
]
