import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import {
  capacityModes,
  conditionFailed,
  enumSet,
  enveloped,
  invalid,
  minLength,
  notFound,
  notNull,
  parameter,
  violation,
  violations,
  violationText,
} from '../errors.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { L, M, N, S, SS } from '../values.ts'

const page = documentation('UpdateItem')
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const before: Item = {
  pk: S('k'),
  n: N(1),
  s: S('old'),
  t: SS('a', 'b'),
  a: M({ b: S('b'), c: L(N(5), N(6), N(70), N(8)) }),
}

/** [update, ReturnValues, the returned attributes; nothing means no Attributes] */
const returns: readonly [string, string, Item | undefined, { [name: string]: unknown }?][] = [
  ['SET n = :v', 'NONE', undefined],
  ['SET n = :v', 'ALL_OLD', before],
  ['SET n = :v', 'ALL_NEW', { ...before, n: N(9) }],
  ['SET n = :v', 'UPDATED_OLD', { n: N(1) }],
  ['SET n = :v', 'UPDATED_NEW', { n: N(9) }],
  ['SET x = :v', 'UPDATED_OLD', undefined],
  ['SET x = :v', 'UPDATED_NEW', { x: N(9) }],
  ['SET x = :v, n = :v', 'UPDATED_OLD', { n: N(1) }],
  ['SET x = :v REMOVE s', 'UPDATED_OLD', { s: S('old') }],
  ['SET x = :v REMOVE s', 'UPDATED_NEW', { x: N(9) }],
  ['REMOVE s', 'UPDATED_OLD', { s: S('old') }],
  ['REMOVE s', 'UPDATED_NEW', undefined],
  ['REMOVE gone', 'UPDATED_OLD', undefined],
  ['REMOVE s', 'ALL_NEW', { pk: S('k'), n: N(1), t: SS('a', 'b'), a: before['a'] ?? {} }],
  ['SET n = n', 'UPDATED_OLD', { n: N(1) }],
  ['ADD n :v', 'UPDATED_OLD', { n: N(1) }],
  ['ADD n :v', 'UPDATED_NEW', { n: N(10) }],
  ['SET a.b = :v', 'UPDATED_OLD', { a: M({ b: S('b') }) }],
  ['SET a.b = :v', 'UPDATED_NEW', { a: M({ b: N(9) }) }],
  ['SET a.x = :v', 'UPDATED_OLD', undefined],
  ['SET a.x = :v', 'UPDATED_NEW', { a: M({ x: N(9) }) }],
  ['SET a.c[1] = :v', 'UPDATED_OLD', { a: M({ c: L(N(6)) }) }],
  ['SET a.c[1] = :v', 'UPDATED_NEW', { a: M({ c: L(N(9)) }) }],
  ['SET a.b = :v, a.c[0] = :v', 'UPDATED_NEW', { a: M({ b: N(9), c: L(N(9)) }) }],
  ['SET a.c[3] = :v, a.c[0] = :v', 'UPDATED_OLD', { a: M({ c: L(N(5), N(8)) }) }],
  ['SET a.c[100] = :v', 'UPDATED_NEW', undefined],
  ['REMOVE a.c[1]', 'UPDATED_NEW', { a: M({ c: L(N(70)) }) }],
  ['REMOVE a.c[1], a.c[3]', 'UPDATED_OLD', { a: M({ c: L(N(6), N(8)) }) }],
  ['REMOVE a.c[3]', 'UPDATED_NEW', undefined],
  ['REMOVE a.b', 'UPDATED_OLD', { a: M({ b: S('b') }) }],
]

const returnCases = returns.map(([expression, mode, attributes]) =>
  answered(
    {
      name: `UpdateItem ${mode} of ${expression}`,
      source: alternator,
      given: { hash: [before] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: expression,
      ReturnValues: mode,
      ...(expression.includes(':v') ? { ExpressionAttributeValues: { ':v': N(9) } } : {}),
    },
    attributes ? { Attributes: attributes } : {},
  ),
)

const setReturns: readonly ConformanceCase[] = [
  answered(
    {
      name: 'UpdateItem UPDATED_NEW of a set gives the whole set',
      source: page,
      given: { hash: [before] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'ADD t :t',
      ExpressionAttributeValues: { ':t': SS('c') },
      ReturnValues: 'UPDATED_NEW',
    },
    { Attributes: { t: SS('a', 'b', 'c') } },
  ),
  answered(
    {
      name: 'UpdateItem UPDATED_OLD of a set gives the whole set',
      source: page,
      given: { hash: [before] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'DELETE t :t',
      ExpressionAttributeValues: { ':t': SS('a') },
      ReturnValues: 'UPDATED_OLD',
    },
    { Attributes: { t: SS('a', 'b') } },
  ),
  answered(
    {
      name: 'UpdateItem UPDATED_NEW of a set that vanishes gives nothing',
      source: page,
      given: { hash: [before] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'DELETE t :t',
      ExpressionAttributeValues: { ':t': SS('a', 'b') },
      ReturnValues: 'UPDATED_NEW',
    },
    {},
  ),
  ...['ALL_OLD', 'UPDATED_OLD'].map((mode) =>
    answered(
      { name: `UpdateItem ${mode} of a new item gives nothing`, source: alternator, operation: 'UpdateItem' },
      {
        ...key,
        UpdateExpression: 'SET n = :v',
        ExpressionAttributeValues: { ':v': N(1) },
        ReturnValues: mode,
      },
      {},
    ),
  ),
  answered(
    {
      name: 'UpdateItem UPDATED_NEW of a new item gives what was set, without the key',
      source: parity,
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'SET n = :v',
      ExpressionAttributeValues: { ':v': N(1) },
      ReturnValues: 'UPDATED_NEW',
    },
    { Attributes: { n: N(1) } },
  ),
  answered(
    {
      name: 'UpdateItem ALL_NEW without an expression gives the item',
      source: alternator,
      operation: 'UpdateItem',
    },
    { ...key, ReturnValues: 'ALL_NEW' },
    { Attributes: { pk: S('k') } },
  ),
  answered(
    {
      name: 'UpdateItem ALL_NEW of a REMOVE on a missing item gives nothing',
      source: alternator,
      operation: 'UpdateItem',
    },
    { ...key, UpdateExpression: 'REMOVE b', ReturnValues: 'ALL_NEW' },
    {},
  ),
  answered(
    {
      name: 'UpdateItem: a long expression over a deep item gives exactly the addressed paths',
      source: dynalite,
      given: { hash: [{ pk: S('k'), b: M({ a: N(1), b: N(2), c: N(3) }), c: L(N(1), N(3)) }] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression:
        'set b.c=((c[1])+(b.a)),b.a = pk,c[1] = pk, c[4] = b.a - b.b, c[2] = b.c add c[8] :b, c[6] :a',
      ExpressionAttributeValues: { ':a': N(2), ':b': SS('a') },
      ReturnValues: 'UPDATED_NEW',
    },
    { Attributes: { b: M({ a: S('k'), c: N(4) }), c: L(S('k'), N(3), N(2)) } },
  ),
]

const conditions: readonly ConformanceCase[] = [
  {
    name: 'UpdateItem with a condition that fails changes nothing and gives the item when asked',
    source: page,
    given: { hash: [before] },
    steps: [
      refusal(
        'UpdateItem',
        {
          ...key,
          UpdateExpression: 'SET n = :v',
          ConditionExpression: 'n = :v',
          ExpressionAttributeValues: { ':v': N(9) },
          ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
        },
        { ...conditionFailed, fields: { Item: before } },
      ),
      step('GetItem', key, { Item: before }),
    ],
  },
  refused(
    {
      name: 'UpdateItem with attribute_exists on a missing item does not make it',
      source: page,
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'SET n = :v',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':v': N(9) },
    },
    conditionFailed,
  ),
  refused(
    {
      name: 'UpdateItem tests its condition before it applies the update',
      source: dynalite,
      given: { hash: [before] },
      operation: 'UpdateItem',
    },
    {
      ...key,
      UpdateExpression: 'SET gone.x = :v',
      ConditionExpression: 'n = :v',
      ExpressionAttributeValues: { ':v': N(9) },
    },
    conditionFailed,
  ),
  {
    name: 'UpdateItem evaluates its condition on the item as it was',
    source: page,
    given: { hash: [before] },
    steps: [
      step(
        'UpdateItem',
        {
          ...key,
          UpdateExpression: 'SET n = :new',
          ConditionExpression: 'n = :old',
          ExpressionAttributeValues: { ':new': N(2), ':old': N(1) },
        },
        {},
      ),
    ],
  },
  {
    name: 'UpdateItem gives ItemCollectionMetrics for a table with a local index',
    source: parity,
    steps: [
      step(
        'UpdateItem',
        { TableName: '«priced»', Key: { pk: S('p'), sk: S('1') }, ReturnItemCollectionMetrics: 'SIZE' },
        { ItemCollectionMetrics: { ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] } },
      ),
    ],
  },
]

const both = (legacy: string, expression: string): ExpectedError =>
  enveloped(
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${legacy}} Expression parameters: {${expression}}`,
  )
const set = { UpdateExpression: 'SET n = :v', ExpressionAttributeValues: { ':v': N(9) } }
const currentReturn =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'
const returnSet = enumSet('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')
const onlyUsing = 'can only be specified when using expressions'

const parameters: readonly [string, Fields, ExpectedError][] = [
  [
    'AttributeUpdates beside an expression',
    { ...key, ...set, AttributeUpdates: {} },
    both('AttributeUpdates', 'UpdateExpression'),
  ],
  ['Expected beside an expression', { ...key, ...set, Expected: {} }, both('Expected', 'UpdateExpression')],
  [
    'AttributeUpdates beside a condition',
    { ...key, AttributeUpdates: {}, ConditionExpression: 'attribute_exists(a)' },
    both('AttributeUpdates', 'ConditionExpression'),
  ],
  [
    'every kind together',
    { ...key, ...set, AttributeUpdates: {}, Expected: {}, ConditionExpression: 'attribute_exists(a)' },
    both('AttributeUpdates, Expected', 'UpdateExpression, ConditionExpression'),
  ],
  [
    'values without an expression',
    { ...key, ExpressionAttributeValues: { ':v': N(1) } },
    enveloped(
      `ExpressionAttributeValues ${onlyUsing}`,
      `ExpressionAttributeValues ${onlyUsing}: UpdateExpression and ConditionExpression are null`,
    ),
  ],
  [
    'names without an expression',
    { ...key, ExpressionAttributeNames: { '#n': 'n' } },
    enveloped(`ExpressionAttributeNames ${onlyUsing}`),
  ],
  [
    'names beside AttributeUpdates',
    { ...key, AttributeUpdates: {}, ExpressionAttributeNames: { '#n': 'n' } },
    enveloped(`ExpressionAttributeNames ${onlyUsing}`),
  ],
  [
    'an unused value',
    { ...key, UpdateExpression: 'REMOVE a', ExpressionAttributeValues: { ':unused': N(1) } },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}'),
  ],
  [
    'an unused name',
    { ...key, UpdateExpression: 'REMOVE a', ExpressionAttributeNames: { '#unused': 'n' } },
    enveloped('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}'),
  ],
  [
    'a key with an attribute too many',
    { TableName: '«hash»', Key: { pk: S('k'), x: S('x') } },
    invalid('The provided key element does not match the schema'),
  ],
  [
    'a key of the wrong type',
    { TableName: '«hash»', Key: { pk: N(1) } },
    invalid('The provided key element does not match the schema'),
  ],
  [
    'an empty key',
    { TableName: '«hash»', Key: { pk: S('') } },
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    ),
  ],
  ['a table that is not there', { ...key, TableName: '«absent»' }, notFound],
  [
    'an empty table name',
    { ...key, TableName: '' },
    invalid(
      `1 validation error detected: Value at 'TableName' failed to satisfy constraint: ${minLength(1)}`,
      `1 validation error detected: ${violationText('', 'tableName', minLength(1))}`,
    ),
  ],
  ['no key', { TableName: '«hash»' }, violation(null, 'key', notNull)],
  [
    'no key and an empty table name',
    { TableName: '' },
    violations(violationText('', 'tableName', minLength(1)), violationText(null, 'key', notNull)),
  ],
  [
    'no key and every mode wrong',
    { TableName: '', ReturnConsumedCapacity: 'INVALID', ReturnValues: 'INVALID' },
    violations(
      violationText('INVALID', 'returnConsumedCapacity', capacityModes),
      violationText('', 'tableName', minLength(1)),
      violationText('INVALID', 'returnValues', returnSet),
      violationText(null, 'key', notNull),
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...key, ReturnConsumedCapacity: 'BOGUS' },
    invalid(
      violationText('BOGUS', 'returnConsumedCapacity', capacityModes),
      `1 validation error detected: ${violationText('BOGUS', 'returnConsumedCapacity', capacityModes)}`,
    ),
  ],
  [
    'two unknown modes',
    { ...key, ReturnConsumedCapacity: 'INVALID', ReturnValues: 'INVALID' },
    invalid(
      `1 validation error detected: ${currentReturn}`,
      `2 validation errors detected: ${violationText('INVALID', 'returnConsumedCapacity', capacityModes)}; ${violationText('INVALID', 'returnValues', returnSet)}`,
    ),
  ],
  [
    'an unknown ReturnValuesOnConditionCheckFailure',
    { ...key, ReturnValuesOnConditionCheckFailure: 'BOGUS' },
    invalid(
      violationText('BOGUS', 'returnValuesOnConditionCheckFailure', enumSet('ALL_OLD', 'NONE')),
      `1 validation error detected: ${violationText('BOGUS', 'returnValuesOnConditionCheckFailure', enumSet('ALL_OLD', 'NONE'))}`,
    ),
  ],
  [
    'a malformed update before an unknown table',
    { ...key, TableName: '«absent»', UpdateExpression: 'SET' },
    enveloped('Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "SET"'),
  ],
  [
    'an unknown table before a key update',
    { ...key, TableName: '«absent»', UpdateExpression: 'REMOVE pk' },
    notFound,
  ],
  [
    'a bad key before a key update',
    { TableName: '«hash»', Key: { pk: N(1) }, UpdateExpression: 'REMOVE pk' },
    invalid('The provided key element does not match the schema'),
  ],
  [
    'a key update before a failing condition',
    { ...key, UpdateExpression: 'REMOVE pk', ConditionExpression: 'attribute_exists(n)' },
    invalid(parameter('Cannot update attribute pk. This attribute is part of the key')),
  ],
]

const parameterCases = parameters.map(([name, input, error]) =>
  refused({ name: `UpdateItem refuses ${name}`, source: parity, operation: 'UpdateItem' }, input, error),
)

export const updateItem: readonly ConformanceCase[] = [
  ...returnCases,
  ...setReturns,
  ...conditions,
  ...parameterCases,
]
