import { answered, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item } from '../case.ts'
import {
  enumSet,
  enveloped,
  invalid,
  maxValue,
  minValue,
  notFound,
  parameter,
  violation,
  violationText,
} from '../errors.ts'
import { matching, partial, unordered } from '../matchers.ts'
import { alternator, documentation, dynalite, parity } from '../sources.ts'
import { N, S } from '../values.ts'

const page = documentation('Scan')
const three: readonly Item[] = [
  { pk: S('1'), n: N(1), x: S('x') },
  { pk: S('2'), n: N(2) },
  { pk: S('3'), n: N(3), x: S('y') },
]
const base = { TableName: '«hash»' }

const behaviour: readonly [string, Fields, unknown][] = [
  ['gives every item', {}, { Items: unordered(three), Count: 3, ScannedCount: 3 }],
  [
    'with a filter',
    { FilterExpression: 'n > :n', ExpressionAttributeValues: { ':n': N(1) } },
    { Items: unordered(three.slice(1)), Count: 2, ScannedCount: 3 },
  ],
  [
    'with a filter on the key',
    { FilterExpression: 'pk = :p', ExpressionAttributeValues: { ':p': S('2') } },
    { Items: [three[1]], Count: 1, ScannedCount: 3 },
  ],
  [
    'with a filter on the key by another type',
    { FilterExpression: 'pk = :p', ExpressionAttributeValues: { ':p': N(2) } },
    { Items: [], Count: 0, ScannedCount: 3 },
  ],
  [
    'with a projection',
    { ProjectionExpression: 'x' },
    { Items: unordered([{ x: S('x') }, {}, { x: S('y') }]), Count: 3, ScannedCount: 3 },
  ],
  [
    'with AttributesToGet',
    { AttributesToGet: ['pk'] },
    { Items: unordered(three.map(({ pk }) => ({ pk }))), Count: 3, ScannedCount: 3 },
  ],
  ['with COUNT', { Select: 'COUNT' }, { Count: 3, ScannedCount: 3 }],
  [
    'with COUNT and a filter',
    { Select: 'COUNT', FilterExpression: 'attribute_exists(x)' },
    { Count: 2, ScannedCount: 3 },
  ],
  [
    'with ALL_ATTRIBUTES',
    { Select: 'ALL_ATTRIBUTES' },
    { Items: unordered(three), Count: 3, ScannedCount: 3 },
  ],
  [
    'with SPECIFIC_ATTRIBUTES',
    { Select: 'SPECIFIC_ATTRIBUTES', ProjectionExpression: 'n' },
    { Items: unordered([1, 2, 3].map((n) => ({ n: N(n) }))), Count: 3, ScannedCount: 3 },
  ],
  ['with ConsistentRead', { ConsistentRead: true, Select: 'COUNT' }, { Count: 3, ScannedCount: 3 }],
  [
    'with a limit of three gives a LastEvaluatedKey',
    { Limit: 3 },
    partial({ Count: 3, LastEvaluatedKey: { pk: matchingKey() } }),
  ],
  ['with a limit of four gives none', { Limit: 4 }, { Items: unordered(three), Count: 3, ScannedCount: 3 }],
  [
    'as one segment of one',
    { Segment: 0, TotalSegments: 1 },
    { Items: unordered(three), Count: 3, ScannedCount: 3 },
  ],
]

function matchingKey(): unknown {
  return { S: matching(/^[123]$/) }
}

const behaviourCases = behaviour.map(([name, extra, output]) =>
  answered(
    { name: `Scan ${name}`, source: page, given: { hash: three }, operation: 'Scan' },
    { ...base, ...extra },
    output,
  ),
)

/** Partitions are ordered by a hash of their keys, as recorded on AWS. */
const stringOrder = ['2', '8', '9', '1', '6', 'hello', '0', '5', '4', 'äáöü', 'aardman', '7', '3', 'zapf']
const numberOrder = ['7', '999.9', '8', '3', '2', '-999.9', '9', '4', '-0.09', '6', '1', '0', '0.012345', '5']
const order: readonly ConformanceCase[] = [
  answered(
    {
      name: 'Scan orders string partition keys by their hash',
      source: dynalite,
      given: { hash: [...stringOrder].sort().map((pk) => ({ pk: S(pk) })) },
      operation: 'Scan',
    },
    base,
    { Items: stringOrder.map((pk) => ({ pk: S(pk) })), Count: 14, ScannedCount: 14 },
  ),
  answered(
    {
      name: 'Scan orders number partition keys by their hash',
      source: dynalite,
      given: { hashN: [...numberOrder].sort().map((pk) => ({ pk: N(pk) })) },
      operation: 'Scan',
    },
    { TableName: '«hashN»' },
    { Items: numberOrder.map((pk) => ({ pk: N(pk) })), Count: 14, ScannedCount: 14 },
  ),
  {
    name: 'Scan resumes after the starting key in that order',
    source: dynalite,
    given: { hash: stringOrder.map((pk) => ({ pk: S(pk) })) },
    steps: [
      step(
        'Scan',
        { ...base, Limit: 2 },
        {
          Items: [{ pk: S('2') }, { pk: S('8') }],
          Count: 2,
          ScannedCount: 2,
          LastEvaluatedKey: { pk: S('8') },
        },
      ),
      step(
        'Scan',
        { ...base, Limit: 1, ExclusiveStartKey: { pk: S('hello') } },
        { Items: [{ pk: S('0') }], Count: 1, ScannedCount: 1, LastEvaluatedKey: { pk: S('0') } },
      ),
      step(
        'Scan',
        { ...base, ExclusiveStartKey: { pk: S('3') } },
        { Items: [{ pk: S('zapf') }], Count: 1, ScannedCount: 1 },
      ),
      step(
        'Scan',
        { ...base, ExclusiveStartKey: { pk: S('zapf') } },
        { Items: [], Count: 0, ScannedCount: 0 },
      ),
    ],
  },
  {
    name: 'Scan keeps a partition together and sorted, and resumes inside it',
    source: alternator,
    given: { rangeN: ['a', 'b', 'c'].flatMap((pk) => [3, 1, 2].map((sk) => ({ pk: S(pk), sk: N(sk) }))) },
    steps: ['a', 'b', 'c'].map((pk) =>
      step(
        'Scan',
        { TableName: '«rangeN»', ExclusiveStartKey: { pk: S(pk), sk: N(1) }, Limit: 2 },
        {
          Items: [2, 3].map((sk) => ({ pk: S(pk), sk: N(sk) })),
          Count: 2,
          ScannedCount: 2,
          LastEvaluatedKey: { pk: S(pk), sk: N(3) },
        },
      ),
    ),
  },
  ...[
    ['3635', 0],
    ['228', 0],
    ['1668', 1],
    ['3435', 4],
  ].map(([pk, segment]) =>
    answered(
      {
        name: `Scan finds the key ${pk} in segment ${segment} of 4,096`,
        source: dynalite,
        given: { hash: [{ pk: S(String(pk)) }] },
        operation: 'Scan',
      },
      { ...base, Segment: segment, TotalSegments: 4096 },
      { Items: [{ pk: S(String(pk)) }], Count: 1, ScannedCount: 1 },
    ),
  ),
  ...[
    ['251', 1],
    ['2388', 4095],
  ].map(([pk, segment]) =>
    answered(
      {
        name: `Scan finds the number key ${pk} in segment ${segment} of 4,096`,
        source: dynalite,
        given: { hashN: [{ pk: N(String(pk)) }] },
        operation: 'Scan',
      },
      { TableName: '«hashN»', Segment: segment, TotalSegments: 4096 },
      { Items: [{ pk: N(String(pk)) }], Count: 1, ScannedCount: 1 },
    ),
  ),
  {
    name: 'two segments part the keys of the string order in the middle of the hash',
    source: dynalite,
    given: { hash: stringOrder.map((pk) => ({ pk: S(pk) })) },
    steps: [
      step(
        'Scan',
        { ...base, Segment: 0, TotalSegments: 2 },
        partial({ Items: stringOrder.slice(0, 5).map((pk) => ({ pk: S(pk) })) }),
      ),
      step(
        'Scan',
        { ...base, Segment: 1, TotalSegments: 2 },
        partial({ Items: stringOrder.slice(5).map((pk) => ({ pk: S(pk) })) }),
      ),
    ],
  },
]

const totalMissing = invalid(
  'The TotalSegments parameter is required but was not present in the request when Segment parameter is present',
)
const start = (text = ''): ExpectedError => invalid(`The provided starting key is invalid${text}`)
const mismatched = invalid(
  'The provided starting key is invalid',
  'The provided starting key is invalid: The provided key element does not match the schema',
)
/** The error for a number out of range: named and echoed in the classic wording, only named in the current one. */
const outside = (value: string, member: string, constraint: string): ExpectedError =>
  invalid(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: ${constraint}`,
    `1 validation error detected: ${violationText(value, `${member.charAt(0).toLowerCase()}${member.slice(1)}`, constraint)}`,
  )
const both = (legacy: string, expressions: string): ExpectedError =>
  invalid(
    `Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {${legacy}} Expression parameters: {${expressions}}`,
  )

const parameters: readonly [string, Fields, ExpectedError, string?][] = [
  ['a segment without a total', { ...base, Segment: 1 }, totalMissing],
  [
    'a total without a segment',
    { ...base, TotalSegments: 2 },
    invalid(
      'The Segment parameter is required but was not present in the request when parameter TotalSegments is present',
    ),
  ],
  [
    'segment 5 of 5',
    { ...base, Segment: 5, TotalSegments: 5 },
    invalid(
      'The Segment parameter is zero-based and must be less than parameter TotalSegments',
      'The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: 5 is not less than TotalSegments: 5',
    ),
  ],
  ['segment -1', { ...base, Segment: -1, TotalSegments: 5 }, outside('-1', 'Segment', minValue(0))],
  ['no segments', { ...base, Segment: 0, TotalSegments: 0 }, outside('0', 'TotalSegments', minValue(1))],
  [
    'a million and one segments',
    { ...base, Segment: 0, TotalSegments: 1_000_001 },
    outside('1000001', 'TotalSegments', maxValue(1_000_000)),
    alternator,
  ],
  ['limit 0', { ...base, Limit: 0 }, outside('0', 'Limit', minValue(1))],
  [
    'a starting key of another segment',
    { ...base, Segment: 0, TotalSegments: 2, ExclusiveStartKey: { pk: S('zapf') } },
    start(
      ': Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 0',
    ),
    dynalite,
  ],
  [
    'an unknown Select',
    { ...base, Select: 'UNKNOWN' },
    violation(
      'UNKNOWN',
      'select',
      enumSet('SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'),
    ),
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
    'AttributesToGet beside a filter',
    { ...base, AttributesToGet: ['a'], FilterExpression: 'attribute_exists(a)' },
    both('AttributesToGet', 'FilterExpression'),
    dynalite,
  ],
  [
    'every legacy parameter beside every expression',
    {
      ...base,
      AttributesToGet: ['a'],
      ScanFilter: {},
      ConditionalOperator: 'AND',
      FilterExpression: 'attribute_exists(a)',
      ProjectionExpression: 'a',
    },
    both('AttributesToGet, ScanFilter, ConditionalOperator', 'ProjectionExpression, FilterExpression'),
    dynalite,
  ],
  [
    'values without a filter',
    { ...base, ExpressionAttributeValues: { ':v': S('x') } },
    invalid(
      'ExpressionAttributeValues can only be specified when using expressions: FilterExpression is null',
    ),
    dynalite,
  ],
  [
    'names without an expression',
    { ...base, ExpressionAttributeNames: { '#a': 'a' } },
    invalid('ExpressionAttributeNames can only be specified when using expressions'),
    dynalite,
  ],
  [
    'an unused value',
    { ...base, FilterExpression: 'attribute_exists(a)', ExpressionAttributeValues: { ':u': S('x') } },
    invalid('Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}'),
  ],
  [
    'redundant parentheses in a filter',
    { ...base, FilterExpression: '((attribute_exists(a)))' },
    invalid('Invalid FilterExpression: The expression has redundant parentheses;'),
  ],
  ['a malformed starting key', { ...base, ExclusiveStartKey: { bad: S('x') } }, mismatched],
  [
    'a starting key with an attribute too many',
    { ...base, ExclusiveStartKey: { pk: S('1'), x: S('x') } },
    mismatched,
    dynalite,
  ],
  ['a starting key of the wrong type', { ...base, ExclusiveStartKey: { pk: N(1) } }, mismatched, dynalite],
  [
    'a starting key without its sort key',
    { TableName: '«range»', ExclusiveStartKey: { pk: S('1') } },
    mismatched,
    alternator,
  ],
  [
    'a duplicate in AttributesToGet',
    { ...base, AttributesToGet: ['a', 'a'] },
    invalid(parameter('Duplicate value in attribute name: a')),
    dynalite,
  ],
  [
    'a duplicate in AttributesToGet before a bad segment, filter and starting key',
    {
      ...base,
      AttributesToGet: ['a', 'a'],
      Segment: 1,
      ScanFilter: { a: { ComparisonOperator: 'EQ', AttributeValueList: [] } },
      ExclusiveStartKey: { a: {} },
    },
    invalid(parameter('Duplicate value in attribute name: a')),
    dynalite,
  ],
  [
    'an unknown index',
    { ...base, IndexName: 'whatever' },
    invalid('The table does not have the specified index: whatever'),
  ],
  ['an unknown table', { TableName: '«absent»' }, notFound],
  [
    'a bad filter before an unknown table',
    { TableName: '«absent»', FilterExpression: 'attribute_exists(' },
    invalid('Invalid FilterExpression: Syntax error; token: "<EOF>", near: "("'),
  ],
  ['a bad segment before an unknown table', { TableName: '«absent»', Segment: 1 }, totalMissing],
]

const parameterCases = parameters.map(([name, input, error, source]) =>
  refused({ name: `Scan refuses ${name}`, source: source ?? parity, operation: 'Scan' }, input, error),
)

export const scan: readonly ConformanceCase[] = [...behaviourCases, ...order, ...parameterCases]
