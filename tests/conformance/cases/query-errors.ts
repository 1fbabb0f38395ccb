import { refused } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Value } from '../case.ts'
import {
  capacityModes,
  enumSet,
  enveloped,
  invalid,
  minValue,
  namePattern,
  notFound,
  notNull,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching } from '../matchers.ts'
import { alternator, dynalite, extendDb, parity } from '../sources.ts'
import { N, S } from '../values.ts'

const p: { [name: string]: Value } = { ':p': S('p') }

const v: { [name: string]: Value } = { ...p, ':v': S('v') }

const k = (text: string): ExpectedError => invalid(`Invalid KeyConditionExpression: ${text}`)

const operand = (operator: string, type: string): ExpectedError =>
  k(
    `Incorrect operand type for operator or function; operator or function: ${operator}, operand type: ${type}`,
  )

const wrongType = invalid(parameter('Condition parameter type does not match schema type'))

const missed = (name: string): ExpectedError => invalid(`Query condition missed key schema element: ${name}`)

const base = { TableName: '«range»', KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: p }

const condition = (operator: string, ...values: Value[]): Fields => ({
  ComparisonOperator: operator,
  AttributeValueList: values,
})

const legacyBase = { TableName: '«range»', KeyConditions: { pk: condition('EQ', S('p')) } }

const legacyWith = (sk: Fields): Fields => ({
  TableName: '«range»',
  KeyConditions: { pk: condition('EQ', S('p')), sk },
})

const notIndexable = invalid('Attempted conditional constraint is not an indexable operation')

const bothKinds = (legacy: string, expressions: string): ExpectedError =>
  invalid(
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${legacy}} Expression parameters: {${expressions}}`,
  )

const primaryKey = (name: string): ExpectedError =>
  invalid(`Filter Expression can only contain non-primary key attributes: Primary key attribute: ${name}`)

const startingKey = invalid('The provided starting key is invalid')

const selectSet = enumSet('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES')

/** Start keys of a Query without a condition on the partition key, with the mistake that is reported first. */
const startingKeys: readonly [string, Fields, ExpectedError][] = [
  ['without its sort key before a missing key condition', { pk: S('p') }, startingKey],
  ['without its partition key before a missing key condition', { sk: S('a'), x: S('x') }, startingKey],
  [
    'with a partition key of the wrong type before a missing key condition, whatever else it has',
    { pk: N(1), x: S('x') },
    invalid('The provided key element does not match the schema'),
  ],
  ['with a sort key of the wrong type after a missing key condition', { pk: S('p'), sk: N(1) }, missed('pk')],
  ['with another sort key after a missing key condition', { pk: S('p'), x: S('x') }, missed('pk')],
]

const parameters: readonly [string, Fields, ExpectedError, string?][] = [
  [
    'no key condition',
    { TableName: '«range»' },
    invalid('Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.'),
  ],
  ['an unknown table', { ...base, TableName: '«absent»' }, notFound],
  [
    'a bad condition before an unknown table',
    {
      ...base,
      TableName: '«absent»',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :n)',
      ExpressionAttributeValues: { ...p, ':n': N(1) },
    },
    operand('begins_with', 'N'),
  ],
  [
    'an unknown index',
    { ...base, IndexName: 'whatever' },
    invalid('The table does not have the specified index: whatever'),
  ],
  [
    'an unused name',
    { ...base, ExpressionAttributeNames: { '#unused': 'x' } },
    invalid('Value provided in ExpressionAttributeNames unused in expressions: keys: {#unused}'),
  ],
  [
    'an unused value',
    { ...base, ExpressionAttributeValues: v },
    invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}'),
  ],
  [
    'an undefined name in a filter',
    { ...base, FilterExpression: '#missing = :p' },
    invalid(
      'Invalid FilterExpression: An expression attribute name used in the document path is not defined; attribute name: #missing',
    ),
  ],
  [
    'an empty filter',
    { ...base, FilterExpression: '' },
    invalid('Invalid FilterExpression: The expression can not be empty;'),
  ],
  ['a filter on the partition key', { ...base, FilterExpression: 'pk = :p' }, primaryKey('pk')],
  ['a filter on the sort key', { ...base, FilterExpression: 'a = :p AND sk = :p' }, primaryKey('sk')],
  ['a filter with the sort key on the right', { ...base, FilterExpression: 'a = sk' }, primaryKey('sk')],
  [
    'a QueryFilter on a key',
    { ...legacyBase, QueryFilter: { sk: condition('EQ', S('x')) } },
    invalid('QueryFilter can only contain non-primary key attributes: Primary key attribute: sk'),
  ],
  [
    'an unknown Select',
    { ...base, Select: 'INVALID_VALUE' },
    violation('INVALID_VALUE', 'select', selectSet),
  ],
  [
    'SPECIFIC_ATTRIBUTES without a projection',
    { ...base, Select: 'SPECIFIC_ATTRIBUTES' },
    enveloped(
      'Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES',
    ),
  ],
  [
    'ALL_ATTRIBUTES with a projection',
    { ...base, Select: 'ALL_ATTRIBUTES', ProjectionExpression: 'a' },
    enveloped('Cannot specify the ProjectionExpression when choosing to get ALL_ATTRIBUTES'),
  ],
  [
    'COUNT with a projection',
    { ...base, Select: 'COUNT', ProjectionExpression: 'a' },
    enveloped('Cannot specify the ProjectionExpression when choosing to get only the Count'),
  ],
  [
    'ALL_PROJECTED_ATTRIBUTES without an index',
    { ...base, Select: 'ALL_PROJECTED_ATTRIBUTES' },
    enveloped('ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName'),
  ],
  [
    'ALL_PROJECTED_ATTRIBUTES with a projection',
    { ...base, Select: 'ALL_PROJECTED_ATTRIBUTES', ProjectionExpression: 'a' },
    enveloped('Cannot specify the ProjectionExpression when choosing to get ALL_PROJECTED_ATTRIBUTES'),
  ],
  [
    'COUNT with AttributesToGet',
    { ...legacyBase, Select: 'COUNT', AttributesToGet: ['a'] },
    invalid(matching(/Cannot specify the AttributesToGet when choosing to get only the Count$/)),
  ],
  [
    'Limit 0',
    { ...base, Limit: 0 },
    invalid(
      `1 validation error detected: Value at 'Limit' failed to satisfy constraint: ${minValue(1)}`,
      `1 validation error detected: ${violationText('0', 'limit', minValue(1))}`,
    ),
  ],
  [
    'an unknown ReturnConsumedCapacity',
    { ...base, ReturnConsumedCapacity: 'BOGUS' },
    violation('BOGUS', 'returnConsumedCapacity', capacityModes),
  ],
  [
    'an index name with bad characters',
    { ...base, IndexName: 'abc;' },
    violation('abc;', 'indexName', namePattern),
    dynalite,
  ],
  [
    'no table name',
    { KeyConditionExpression: 'pk = :p', ExpressionAttributeValues: p },
    violation(null, 'tableName', notNull),
  ],
  [
    'both kinds of key condition',
    { ...base, KeyConditions: {} },
    bothKinds('KeyConditions', 'KeyConditionExpression'),
    dynalite,
  ],
  [
    'AttributesToGet beside a key condition expression',
    { ...base, AttributesToGet: ['a'] },
    bothKinds('AttributesToGet', 'KeyConditionExpression'),
    dynalite,
  ],
  [
    'every legacy parameter beside every expression',
    {
      ...base,
      AttributesToGet: ['a'],
      QueryFilter: {},
      ConditionalOperator: 'AND',
      KeyConditions: {},
      ProjectionExpression: 'a',
      FilterExpression: 'a = :p',
    },
    bothKinds(
      'AttributesToGet, QueryFilter, ConditionalOperator, KeyConditions',
      'ProjectionExpression, FilterExpression, KeyConditionExpression',
    ),
    dynalite,
  ],
  [
    'values without an expression',
    { ...legacyBase, ExpressionAttributeValues: p },
    invalid(
      matching(
        /^ExpressionAttributeValues can only be specified when using expressions(: FilterExpression and KeyConditionExpression are null)?$/,
      ),
      'ExpressionAttributeValues can only be specified when using expressions: FilterExpression and KeyConditionExpression are null',
    ),
    dynalite,
  ],
  [
    'names without an expression',
    { ...legacyBase, ExpressionAttributeNames: { '#a': 'a' } },
    invalid('ExpressionAttributeNames can only be specified when using expressions'),
    dynalite,
  ],
  [
    'a duplicate in AttributesToGet',
    { ...legacyBase, AttributesToGet: ['a', 'a'] },
    invalid(parameter('Duplicate value in attribute name: a')),
    dynalite,
  ],
  [
    'a duplicate in AttributesToGet before a bad starting key and missing key conditions',
    { TableName: '«range»', AttributesToGet: ['a', 'a'], ExclusiveStartKey: { a: {} } },
    invalid(parameter('Duplicate value in attribute name: a')),
    dynalite,
  ],
  [
    'a ConditionalOperator without a filter before missing key conditions',
    { TableName: '«range»', ConditionalOperator: 'AND' },
    invalid('ConditionalOperator cannot be used without Filter or Expected'),
    extendDb,
  ],
  ['an empty KeyConditions', { TableName: '«range»', KeyConditions: {} }, invalid(matching(/./)), alternator],
  [
    'three KeyConditions',
    {
      TableName: '«range»',
      KeyConditions: { pk: condition('EQ', S('p')), sk: condition('EQ', S('p')), a: condition('EQ', S('p')) },
    },
    invalid('Conditions can be of length 1 or 2 only'),
    alternator,
  ],
  [
    'KeyConditions without the partition key',
    { TableName: '«range»', KeyConditions: { sk: condition('EQ', S('p')) } },
    missed('pk'),
    alternator,
  ],
  [
    'KeyConditions on another attribute',
    { TableName: '«range»', KeyConditions: { pk: condition('EQ', S('p')), a: condition('EQ', S('p')) } },
    missed('sk'),
    alternator,
  ],
  [
    'KeyConditions LT on the partition key',
    { TableName: '«range»', KeyConditions: { pk: condition('LT', S('p')) } },
    invalid('Query key condition not supported'),
    alternator,
  ],
  [
    'KeyConditions EQ with two values',
    { TableName: '«range»', KeyConditions: { pk: condition('EQ', S('p'), S('q')) } },
    invalid(parameter('Invalid number of argument(s) for the EQ ComparisonOperator')),
    alternator,
  ],
  ['KeyConditions of the wrong type', legacyWith(condition('EQ', N(1))), wrongType, dynalite],
  ['KeyConditions NE', legacyWith(condition('NE', S('x'))), notIndexable, dynalite],
  ['KeyConditions IN', legacyWith(condition('IN', S('x'))), notIndexable, dynalite],
  ['KeyConditions NULL', legacyWith(condition('NULL')), notIndexable, dynalite],
  ['KeyConditions NOT_NULL', legacyWith(condition('NOT_NULL')), notIndexable, dynalite],
  ['KeyConditions CONTAINS', legacyWith(condition('CONTAINS', S('x'))), notIndexable, dynalite],
  ['KeyConditions NOT_CONTAINS', legacyWith(condition('NOT_CONTAINS', S('x'))), notIndexable, dynalite],
  [
    'KeyConditions BETWEEN inverted',
    legacyWith(condition('BETWEEN', S('b'), S('a'))),
    invalid(
      'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
    ),
    dynalite,
  ],
  [
    'a starting key without its sort key',
    { ...base, ExclusiveStartKey: { pk: S('p') } },
    startingKey,
    parity,
  ],
  [
    'a starting key with an attribute too many',
    { ...base, ExclusiveStartKey: { pk: S('p'), sk: S('a'), x: S('x') } },
    startingKey,
    parity,
  ],
  [
    'a starting key of another partition',
    { ...base, ExclusiveStartKey: { pk: S('q'), sk: S('a') } },
    invalid('The provided starting key is outside query boundaries based on provided conditions'),
    dynalite,
  ],
  [
    'a starting key outside the sort condition',
    {
      ...base,
      KeyConditionExpression: 'pk = :p AND sk > :v',
      ExpressionAttributeValues: v,
      ExclusiveStartKey: { pk: S('p'), sk: S('a') },
    },
    invalid('The provided starting key does not match the range key predicate'),
    dynalite,
  ],
  [
    'a starting key of the wrong type',
    { ...base, ExclusiveStartKey: { pk: S('p'), sk: N(1) } },
    invalid(matching(/The provided key element does not match the schema$/)),
    dynalite,
  ],
  ...startingKeys.map(([name, startKey, error]): [string, Fields, ExpectedError, string] => [
    `a starting key ${name}`,
    { ...base, KeyConditionExpression: 'z = :p', ExclusiveStartKey: startKey },
    error,
    dynalite,
  ]),
  [
    'three conditions before a bad starting key',
    { ...base, KeyConditionExpression: 'pk = :p AND sk = :p AND z = :p', ExclusiveStartKey: {} },
    invalid(
      matching(/^(The number of query conditions \(3\) exceeds|Conditions can be of length 1 or 2 only$)/),
    ),
    dynalite,
  ],
  [
    'a path into a key in a projection',
    { ...base, ProjectionExpression: 'sk.a' },
    invalid(
      "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: Key: sk",
    ),
    dynalite,
  ],
  [
    'a bad projection',
    { ...base, ProjectionExpression: 'a, a.b' },
    invalid(
      'Invalid ProjectionExpression: Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]',
    ),
  ],
  [
    'begins_with on a number sort key',
    {
      TableName: '«rangeN»',
      KeyConditionExpression: 'pk = :p AND begins_with(sk, :v)',
      ExpressionAttributeValues: v,
    },
    invalid(matching(/begins_with|Condition parameter type does not match schema type/)),
    alternator,
  ],
]

const parameterCases = parameters.map(([name, input, error, source]) =>
  refused({ name: `Query refuses ${name}`, source: source ?? parity, operation: 'Query' }, input, error),
)

export const queryErrors: readonly ConformanceCase[] = [...parameterCases]
