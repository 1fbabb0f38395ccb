import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields } from '../case.ts'
import {
  capacityModes,
  conditionFailed,
  enumSet,
  enveloped,
  invalid,
  minLength,
  notFound,
  notNull,
  violation,
  violationText,
} from '../errors.ts'
import { documentation, parity } from '../sources.ts'
import { B, N, S } from '../values.ts'

const page = documentation('DeleteItem')
const key = { TableName: '«hash»', Key: { pk: S('k') } }
const item = { pk: S('k'), n: N(1) }
const given = { hash: [item] }
const gone = step('GetItem', key, {})

const behaviour: readonly ConformanceCase[] = [
  {
    name: 'DeleteItem answers an empty object and removes the item',
    source: page,
    given,
    steps: [step('DeleteItem', key, {}), gone],
  },
  {
    name: 'DeleteItem of a missing item answers the same',
    source: page,
    steps: [step('DeleteItem', key, {}), step('DeleteItem', key, {})],
  },
  {
    name: 'DeleteItem with ALL_OLD gives the item',
    source: page,
    given,
    steps: [step('DeleteItem', { ...key, ReturnValues: 'ALL_OLD' }, { Attributes: item }), gone],
  },
  answered(
    {
      name: 'DeleteItem with ALL_OLD of a missing item gives nothing',
      source: page,
      operation: 'DeleteItem',
    },
    { ...key, ReturnValues: 'ALL_OLD' },
    {},
  ),
  {
    name: 'DeleteItem removes only the item with that sort key',
    source: page,
    given: {
      range: [
        { pk: S('p'), sk: S('1') },
        { pk: S('p'), sk: S('2') },
      ],
    },
    steps: [
      step('DeleteItem', { TableName: '«range»', Key: { pk: S('p'), sk: S('1') } }, {}),
      step(
        'Scan',
        { TableName: '«range»' },
        { Items: [{ pk: S('p'), sk: S('2') }], Count: 1, ScannedCount: 1 },
      ),
    ],
  },
  {
    name: 'DeleteItem with a condition that fails leaves the item',
    source: page,
    given,
    steps: [
      refusal(
        'DeleteItem',
        { ...key, ConditionExpression: 'n = :v', ExpressionAttributeValues: { ':v': N(2) } },
        conditionFailed,
      ),
      step('GetItem', key, { Item: item }),
    ],
  },
  refused(
    {
      name: 'DeleteItem with a condition on a missing item is refused',
      source: page,
      operation: 'DeleteItem',
    },
    { ...key, ConditionExpression: 'attribute_exists(pk)' },
    conditionFailed,
  ),
  refused(
    {
      name: 'DeleteItem gives the item of a failed condition when asked',
      source: page,
      given,
      operation: 'DeleteItem',
    },
    {
      ...key,
      ConditionExpression: 'attribute_not_exists(pk)',
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
    { ...conditionFailed, fields: { Item: item } },
  ),
  refused(
    {
      name: 'DeleteItem gives no item of a failed condition with NONE',
      source: page,
      given,
      operation: 'DeleteItem',
    },
    { ...key, ConditionExpression: 'attribute_not_exists(pk)', ReturnValuesOnConditionCheckFailure: 'NONE' },
    conditionFailed,
  ),
  answered(
    {
      name: 'DeleteItem gives ItemCollectionMetrics for a table with a local index',
      source: parity,
      operation: 'DeleteItem',
    },
    { TableName: '«priced»', Key: { pk: S('p'), sk: S('1') }, ReturnItemCollectionMetrics: 'SIZE' },
    { ItemCollectionMetrics: { ItemCollectionKey: { pk: S('p') }, SizeEstimateRangeGB: [0, 1] } },
  ),
]

const both = enveloped(
  'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
)
const currentReturn =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'
const returnSet = enumSet('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')
const onlyUsing = 'can only be specified when using expressions'

const parameters: readonly [string, Fields, ExpectedError][] = [
  ['ALL_NEW', { ...key, ReturnValues: 'ALL_NEW' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  [
    'UPDATED_NEW',
    { ...key, ReturnValues: 'UPDATED_NEW' },
    enveloped('ReturnValues can only be ALL_OLD or NONE'),
  ],
  [
    'two unknown modes',
    { ...key, ReturnValues: 'INVALID', ReturnConsumedCapacity: 'INVALID' },
    invalid(
      `2 validation errors detected: ${violationText('INVALID', 'returnConsumedCapacity', capacityModes)}; ${currentReturn}`,
      `2 validation errors detected: ${violationText('INVALID', 'returnValues', returnSet)}; ${violationText('INVALID', 'returnConsumedCapacity', capacityModes)}`,
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...key, ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an unknown ReturnValuesOnConditionCheckFailure',
    { ...key, ReturnValuesOnConditionCheckFailure: 'BOGUS' },
    violation('BOGUS', 'returnValuesOnConditionCheckFailure', enumSet('ALL_OLD', 'NONE')),
  ],
  [
    'values without an expression',
    { ...key, ExpressionAttributeValues: { ':v': N(1) } },
    enveloped(
      `ExpressionAttributeValues ${onlyUsing}`,
      `ExpressionAttributeValues ${onlyUsing}: ConditionExpression is null`,
    ),
  ],
  [
    'names without an expression',
    { ...key, ExpressionAttributeNames: { '#n': 'n' } },
    enveloped(`ExpressionAttributeNames ${onlyUsing}`),
  ],
  [
    'names beside Expected',
    { ...key, Expected: { n: { Exists: false } }, ExpressionAttributeNames: { '#n': 'n' } },
    enveloped(`ExpressionAttributeNames ${onlyUsing}`),
  ],
  [
    'Expected beside a condition',
    { ...key, Expected: { n: { Exists: false } }, ConditionExpression: 'attribute_exists(n)' },
    both,
  ],
  [
    'an empty condition',
    { ...key, ConditionExpression: '' },
    enveloped('Invalid ConditionExpression: The expression can not be empty;'),
  ],
  [
    'empty values',
    { ...key, ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: {} },
    enveloped('ExpressionAttributeValues must not be empty'),
  ],
  [
    'empty names',
    { ...key, ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: {} },
    enveloped('ExpressionAttributeNames must not be empty'),
  ],
  [
    'a key of the wrong type',
    { TableName: '«hash»', Key: { pk: N(1) } },
    invalid('The provided key element does not match the schema'),
  ],
  [
    'a key without its sort key',
    { TableName: '«range»', Key: { pk: S('p') } },
    invalid('The provided key element does not match the schema'),
  ],
  [
    'an empty key',
    { TableName: '«hash»', Key: { pk: S('') } },
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty string value. Key: pk',
    ),
  ],
  [
    'an empty binary key',
    { TableName: '«hashB»', Key: { pk: B('') } },
    invalid(
      'One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty binary value. Key: pk',
    ),
  ],
  ['no key', { TableName: '«hash»' }, violation(null, 'key', notNull)],
  [
    'an empty table name',
    { ...key, TableName: '' },
    invalid(
      `1 validation error detected: Value at 'TableName' failed to satisfy constraint: ${minLength(1)}`,
      `1 validation error detected: ${violationText('', 'tableName', minLength(1))}`,
    ),
  ],
  ['a table that is not there', { ...key, TableName: '«absent»' }, notFound],
  [
    'a malformed condition before an unknown table',
    { ...key, TableName: '«absent»', ConditionExpression: 'a =' },
    enveloped('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "="'),
  ],
]

const parameterCases = parameters.map(([name, input, error]) =>
  refused({ name: `DeleteItem refuses ${name}`, source: parity, operation: 'DeleteItem' }, input, error),
)

export const deleteItem: readonly ConformanceCase[] = [...behaviour, ...parameterCases]
