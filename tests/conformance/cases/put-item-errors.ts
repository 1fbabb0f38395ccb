import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError } from '../case.ts'
import {
  capacityModes,
  enumSet,
  enveloped,
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
import { matching } from '../matchers.ts'
import { extendDb, local, parity } from '../sources.ts'
import { N, S } from '../values.ts'

const item = { pk: S('k'), v: S('new') }

const hash = { TableName: '«hash»' }

const mismatch = (actual: string): ExpectedError =>
  invalid(parameter(`Type mismatch for key pk expected: S actual: ${actual}`))

const badReturn = enumSet('ALL_NEW', 'UPDATED_OLD', 'ALL_OLD', 'NONE', 'UPDATED_NEW')

const currentReturn =
  'Failed to satisfy constraint: Member must satisfy enum value set: [ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE]'

const metricsModes = enumSet('SIZE', 'NONE')

const expressionsOnly = 'can only be specified when using expressions'

/** [name, the input besides TableName and Item, the error] */
const parameters: readonly [string, { [name: string]: unknown }, ExpectedError][] = [
  ['ALL_NEW', { ReturnValues: 'ALL_NEW' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  ['UPDATED_OLD', { ReturnValues: 'UPDATED_OLD' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  ['UPDATED_NEW', { ReturnValues: 'UPDATED_NEW' }, enveloped('ReturnValues can only be ALL_OLD or NONE')],
  [
    'an unknown ReturnConsumedCapacity',
    { ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'ReturnConsumedCapacity in lower case',
    { ReturnConsumedCapacity: 'total' },
    violation('total', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an unknown ReturnItemCollectionMetrics',
    { ReturnItemCollectionMetrics: 'INVALID' },
    violation('INVALID', 'returnItemCollectionMetrics', metricsModes),
  ],
  [
    'an unknown ReturnValuesOnConditionCheckFailure',
    { ReturnValuesOnConditionCheckFailure: 'BOGUS' },
    violation('BOGUS', 'returnValuesOnConditionCheckFailure', enumSet('ALL_OLD', 'NONE')),
  ],
  [
    'an unknown ReturnValues',
    { ReturnValues: 'INVALID' },
    invalid(
      `1 validation error detected: ${currentReturn}`,
      `1 validation error detected: ${violationText('INVALID', 'returnValues', badReturn)}`,
    ),
  ],
  [
    'three unknown modes at once',
    { ReturnValues: 'INVALID', ReturnConsumedCapacity: 'INVALID', ReturnItemCollectionMetrics: 'INVALID' },
    invalid(
      `3 validation errors detected: ${violationText('INVALID', 'returnConsumedCapacity', capacityModes)}; ${currentReturn}; ${violationText('INVALID', 'returnItemCollectionMetrics', metricsModes)}`,
      matching(
        /^3 validation errors detected: .*'returnValues'.*'returnItemCollectionMetrics'|^3 validation errors detected: .*'returnConsumedCapacity'/,
      ),
    ),
  ],
  [
    'values without an expression',
    { ExpressionAttributeValues: { ':v': S('x') } },
    enveloped(
      `ExpressionAttributeValues ${expressionsOnly}`,
      `ExpressionAttributeValues ${expressionsOnly}: ConditionExpression is null`,
    ),
  ],
  [
    'names without an expression',
    { ExpressionAttributeNames: { '#n': 'x' } },
    enveloped(`ExpressionAttributeNames ${expressionsOnly}`),
  ],
  [
    'empty values',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: {} },
    enveloped('ExpressionAttributeValues must not be empty'),
  ],
  [
    'empty names',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: {} },
    enveloped('ExpressionAttributeNames must not be empty'),
  ],
  [
    'an unused name',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#unused': 'x' } },
    enveloped('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}'),
  ],
  [
    'an unused value',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':unused': S('x') } },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:unused}'),
  ],
  [
    'two unused values',
    {
      ConditionExpression: 'a = :b',
      ExpressionAttributeValues: { ':a': S('x'), ':b': S('x'), ':c': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :c}'),
  ],
  [
    'an unused name before an unused value',
    {
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeNames: { '#u': 'x' },
      ExpressionAttributeValues: { ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeNames unused in expressions: keys: {#u}'),
  ],
  [
    'a value that is used only where evaluation does not come',
    {
      ConditionExpression: 'attribute_exists(a) OR b = :b',
      ExpressionAttributeValues: { ':b': S('x'), ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}'),
  ],
  [
    'a value placeholder without a colon',
    { ConditionExpression: 'a = :v', ExpressionAttributeValues: { v: S('x') } },
    enveloped('ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
  ],
  [
    'a name placeholder without #',
    { ConditionExpression: 'attribute_exists(#n)', ExpressionAttributeNames: { n: 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "n"'),
  ],
  [
    'a name placeholder that is only #',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#': 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'),
  ],
  [
    'a name placeholder with a hyphen',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeNames: { '#a-b': 'x' } },
    enveloped('ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'),
  ],
  [
    'a value placeholder that is only a colon',
    { ConditionExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':': S('x') } },
    enveloped('ExpressionAttributeValues contains invalid key: Syntax error; key: ":"'),
  ],
  [
    'a name placeholder of 256 bytes',
    {
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeNames: { [`#${'n'.repeat(255)}`]: 'x' },
    },
    enveloped(
      'ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; size of key: 256',
    ),
  ],
  [
    'a name placeholder for an empty name',
    { ConditionExpression: 'attribute_exists(#n)', ExpressionAttributeNames: { '#n': '' } },
    enveloped('ExpressionAttributeNames contains invalid value: Empty attribute name for key #n'),
  ],
  [
    'Expected beside a condition',
    { ConditionExpression: 'attribute_exists(a)', Expected: {} },
    enveloped(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    ),
  ],
  [
    'Expected beside an empty condition',
    { ConditionExpression: '', Expected: { a: { Exists: false } } },
    enveloped(
      'Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}',
    ),
  ],
]

const parameterCases = parameters.map(([name, extra, error]) =>
  refused(
    {
      name: `PutItem refuses ${name}`,
      source: name.includes('placeholder') ? extendDb : parity,
      operation: 'PutItem',
    },
    { ...hash, Item: item, ...extra },
    error,
  ),
)

/** An empty name is reported after a faulty value (DynamoDB Local). */
const nameAfterValue = refused(
  { name: 'PutItem refuses a bad value before an empty name', source: local, operation: 'PutItem' },
  {
    ...hash,
    Item: item,
    ConditionExpression: '#n = :v',
    ExpressionAttributeNames: { '#n': '' },
    ExpressionAttributeValues: { ':v': {} },
  },
  invalid(matching(/Supplied AttributeValue is empty, must contain exactly one of the supported datatypes/)),
)

const tableNames: readonly [string, { [name: string]: unknown }, ExpectedError][] = [
  ['no table name', { Item: item }, violation(null, 'tableName', notNull)],
  ['no item', { TableName: '«hash»' }, violation(null, 'item', notNull)],
  [
    'an empty table name',
    { TableName: '', Item: item },
    invalid(
      `1 validation error detected: Value at 'TableName' failed to satisfy constraint: ${minLength(1)}`,
      `1 validation error detected: ${violationText('', 'tableName', minLength(1))}`,
    ),
  ],
  [
    'a table name of 256 characters',
    { TableName: 'a'.repeat(256), Item: item },
    violation('a'.repeat(256), 'tableName', maxLength(255)),
  ],
  [
    'a table name with bad characters',
    { TableName: 'bad table!@#', Item: item },
    violation('bad table!@#', 'tableName', namePattern),
  ],
  ['a table that is not there', { TableName: '«absent»', Item: item }, notFound],
  [
    'a malformed condition before an unknown table',
    { TableName: '«absent»', Item: item, ConditionExpression: 'a =' },
    enveloped('Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "="'),
  ],
  [
    'a bad value before an unknown table',
    { TableName: '«absent»', Item: { pk: S('k'), v: N('abc') } },
    enveloped('The parameter cannot be converted to a numeric value: abc'),
  ],
  ['an unknown table before a missing key', { TableName: '«absent»', Item: { v: S('x') } }, notFound],
  [
    'an unused value before an unknown table',
    {
      TableName: '«absent»',
      Item: item,
      ConditionExpression: 'attribute_exists(a)',
      ExpressionAttributeValues: { ':u': S('x') },
    },
    enveloped('Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}'),
  ],
  [
    'a bad key before a failing condition',
    { ...hash, Item: { pk: N(1) }, ConditionExpression: 'attribute_exists(a)' },
    mismatch('N'),
  ],
]

const tableNameCases = tableNames.map(([name, input, error]) =>
  refused({ name: `PutItem tells of ${name}`, source: parity, operation: 'PutItem' }, input, error),
)

export const putItemErrors: readonly ConformanceCase[] = [
  ...parameterCases,
  nameAfterValue,
  ...tableNameCases,
]
