import { answered, refusal, refused, step } from '../build-case.ts'
import type { ConformanceCase, ExpectedError, Fields, Item, Value } from '../case.ts'
import { conditionFailed, enumSet, enveloped, invalid, parameter, violation } from '../errors.ts'
import { matching } from '../matchers.ts'
import { alternator, documentation, dynalite, local, parity } from '../sources.ts'
import { B, BOOL, L, M, N, NS, NULL, S, SS, sample, samples } from '../values.ts'

const page = documentation('Legacy conditional parameters')

/** [operator, stored, operands, holds] */
const evaluations: readonly [string, Value | undefined, readonly Value[], boolean][] = [
  ['EQ', S('a'), [S('a')], true],
  ['EQ', S('a'), [S('b')], false],
  ['EQ', N('1.0'), [N('1')], true],
  ['EQ', N('1'), [S('1')], false],
  ['EQ', SS('a', 'b'), [SS('b', 'a')], true],
  ['EQ', L(N(1)), [L(N('1.0'))], true],
  ['EQ', M({ a: NULL }), [M({ a: NULL })], true],
  ['EQ', undefined, [S('a')], false],
  ['NE', S('a'), [S('b')], true],
  ['NE', S('a'), [S('a')], false],
  ['NE', S('a'), [N('1')], true],
  ['NE', undefined, [S('a')], true],
  ['LT', N('9'), [N('10')], true],
  ['LT', N('10'), [N('10')], false],
  ['LT', S('9'), [N('10')], false],
  ['LT', undefined, [N('10')], false],
  ['LE', N('10'), [N('10')], true],
  ['LE', S('b'), [S('a')], false],
  ['GT', S('b'), [S('a')], true],
  ['GT', B('AQ=='), [B('AQ==')], false],
  ['GE', B('/w=='), [B('fw==')], true],
  ['GE', N('-2'), [N('-1')], false],
  ['BETWEEN', N('5'), [N('1'), N('10')], true],
  ['BETWEEN', N('1'), [N('1'), N('10')], true],
  ['BETWEEN', N('11'), [N('1'), N('10')], false],
  ['BETWEEN', S('5'), [N('1'), N('10')], false],
  ['BEGINS_WITH', S('abc'), [S('ab')], true],
  ['BEGINS_WITH', S('abc'), [S('b')], false],
  ['BEGINS_WITH', B('AQI='), [B('AQ==')], true],
  ['BEGINS_WITH', N('12'), [S('1')], false],
  ['CONTAINS', S('abc'), [S('b')], true],
  ['CONTAINS', S('abc'), [S('x')], false],
  ['CONTAINS', SS('a', 'b'), [S('b')], true],
  ['CONTAINS', NS(1, 2), [N('2.0')], true],
  ['CONTAINS', L(S('a'), N(1)), [N(1)], true],
  ['CONTAINS', N('12'), [N('2')], false],
  ['CONTAINS', undefined, [S('b')], false],
  ['NOT_CONTAINS', S('abc'), [S('x')], true],
  ['NOT_CONTAINS', S('abc'), [S('b')], false],
  ['NOT_CONTAINS', SS('a'), [S('b')], true],
  ['NOT_CONTAINS', L(S('a')), [S('a')], false],
  ['NOT_CONTAINS', undefined, [S('b')], false],
  ['IN', S('a'), [S('x'), S('a')], true],
  ['IN', N('1'), [N('1.0')], true],
  ['IN', S('a'), [S('b')], false],
  ['IN', undefined, [S('b')], false],
  ['NULL', undefined, [], true],
  ['NULL', S('a'), [], false],
  ['NULL', NULL, [], false],
  ['NOT_NULL', S('a'), [], true],
  ['NOT_NULL', NULL, [], true],
  ['NOT_NULL', undefined, [], false],
]

const show = (value: Value | undefined): string => (value ? JSON.stringify(value) : 'nothing')

const evaluationCases = evaluations.flatMap(([operator, stored, operands, holds]): ConformanceCase[] => {
  const item: Item = { pk: S('k'), ...(stored ? { v: stored } : {}) }
  const condition = { v: { ComparisonOperator: operator, AttributeValueList: operands } }
  const name = `${operator} of ${show(stored)} with ${JSON.stringify(operands)} is ${holds}`
  const expected = { TableName: '«hash»', Key: { pk: S('k') }, Expected: condition }
  return [
    {
      name: `Expected: ${name}`,
      source: alternator,
      given: { hash: [item] },
      steps: [holds ? step('DeleteItem', expected, {}) : refusal('DeleteItem', expected, conditionFailed)],
    },
    answered(
      { name: `ScanFilter: ${name}`, source: alternator, given: { hash: [item] }, operation: 'Scan' },
      { TableName: '«hash»', ScanFilter: condition, Select: 'COUNT' },
      { Count: holds ? 1 : 0, ScannedCount: 1 },
    ),
  ]
})

/** The oldest forms, Value and Exists, and ConditionalOperator. */
const put = { TableName: '«hash»', Item: { pk: S('k'), v: S('new') } }
const olderForms: readonly [string, Fields, Item | undefined, boolean][] = [
  ['Value alone means equal', { Expected: { v: { Value: S('a') } } }, { v: S('a') }, true],
  ['Value alone, not equal', { Expected: { v: { Value: S('a') } } }, { v: S('b') }, false],
  ['Exists true with a value', { Expected: { v: { Exists: true, Value: S('a') } } }, { v: S('a') }, true],
  [
    'Exists false on an attribute that is there',
    { Expected: { v: { Exists: false } } },
    { v: S('a') },
    false,
  ],
  ['Exists false on an attribute that is missing', { Expected: { v: { Exists: false } } }, {}, true],
  ['Exists false on a missing item', { Expected: { pk: { Exists: false } } }, undefined, true],
  [
    'Value with a comparison operator',
    { Expected: { v: { ComparisonOperator: 'GT', Value: N(1) } } },
    { v: N(2) },
    true,
  ],
  ['an empty Expected', { Expected: {} }, { v: S('a') }, true],
  [
    'two conditions are joined by AND',
    { Expected: { v: { Value: S('a') }, w: { Value: S('b') } } },
    { v: S('a'), w: S('x') },
    false,
  ],
  [
    'ConditionalOperator AND',
    { Expected: { v: { Value: S('a') }, w: { Value: S('b') } }, ConditionalOperator: 'AND' },
    { v: S('a'), w: S('b') },
    true,
  ],
  [
    'ConditionalOperator OR, the first holds',
    { Expected: { v: { Value: S('a') }, w: { Value: S('b') } }, ConditionalOperator: 'OR' },
    { v: S('a'), w: S('x') },
    true,
  ],
  [
    'ConditionalOperator OR, the second holds',
    { Expected: { v: { Value: S('a') }, w: { Value: S('b') } }, ConditionalOperator: 'OR' },
    { v: S('x'), w: S('b') },
    true,
  ],
  [
    'ConditionalOperator OR, none holds',
    { Expected: { v: { Value: S('a') }, w: { Value: S('b') } }, ConditionalOperator: 'OR' },
    { v: S('x'), w: S('x') },
    false,
  ],
]

const olderCases = olderForms.map(([name, extra, item, holds]): ConformanceCase => {
  const input = { ...put, ...extra }
  return {
    name: `Expected: ${name}${holds ? '' : ' fails'}`,
    source: page,
    ...(item ? { given: { hash: [{ pk: S('k'), ...item }] } } : {}),
    steps: [holds ? step('PutItem', input, {}) : refusal('PutItem', input, conditionFailed)],
  }
})

const p = parameter
const argumentCount = (operator: string): string =>
  p(`Invalid number of argument(s) for the ${operator} ComparisonOperator`)
const condition = (operator: string, ...values: Value[]): Fields => ({
  ComparisonOperator: operator,
  AttributeValueList: values,
})

/** Mistakes in one condition: [name, the condition, its message]. All legacy parameters report them alike. */
const mistakes: readonly [string, Fields, string][] = [
  ['EQ without a value', condition('EQ'), argumentCount('EQ')],
  ['EQ with two values', condition('EQ', S('a'), S('b')), argumentCount('EQ')],
  ['NULL with a value', condition('NULL', S('a')), argumentCount('NULL')],
  ['NOT_NULL with a value', condition('NOT_NULL', S('a')), argumentCount('NOT_NULL')],
  ['BETWEEN with one value', condition('BETWEEN', S('a')), argumentCount('BETWEEN')],
  ['BETWEEN with three values', condition('BETWEEN', S('a'), S('b'), S('c')), argumentCount('BETWEEN')],
  ['IN without values', condition('IN'), argumentCount('IN')],
  ['BEGINS_WITH with two values', condition('BEGINS_WITH', S('a'), S('b')), argumentCount('BEGINS_WITH')],
  ['CONTAINS without a value', condition('CONTAINS'), argumentCount('CONTAINS')],
  [
    'BETWEEN of different types',
    condition('BETWEEN', S('a'), N(1)),
    p('AttributeValues inside AttributeValueList must be of same type'),
  ],
  [
    'IN of different types',
    condition('IN', S('a'), N(1)),
    p('AttributeValues inside AttributeValueList must be of same type'),
  ],
  [
    'BETWEEN inverted',
    condition('BETWEEN', N(2), N(1)),
    'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
  ],
  ...['LT', 'LE', 'GT', 'GE'].flatMap((operator) =>
    ['SS', 'M'].map((type): [string, Fields, string] => [
      `${operator} of type ${type}`,
      condition(operator, sample(type)),
      p(`ComparisonOperator ${operator} is not valid for ${type} AttributeValue type`),
    ]),
  ),
  ...['N', 'BOOL', 'SS', 'L'].map((type): [string, Fields, string] => [
    `BEGINS_WITH of type ${type}`,
    condition('BEGINS_WITH', sample(type)),
    p(`ComparisonOperator BEGINS_WITH is not valid for ${type} AttributeValue type`),
  ]),
  ...['SS', 'L', 'M'].map((type): [string, Fields, string] => [
    `CONTAINS of type ${type}`,
    condition('CONTAINS', sample(type)),
    p(`ComparisonOperator CONTAINS is not valid for ${type} AttributeValue type`),
  ]),
  [
    'IN of sets',
    condition('IN', SS('a')),
    p('ComparisonOperator IN is not valid for SS AttributeValue type'),
  ],
]

const mistakeCases = mistakes.map(([name, bad, message]) =>
  refused(
    { name: `ScanFilter refuses ${name}`, source: dynalite, operation: 'Scan' },
    { TableName: '«hash»', ScanFilter: { v: bad } },
    invalid(message),
  ),
)

const expectedMistakes: readonly [string, Fields, ExpectedError][] = [
  [
    'Exists true without a value',
    { Exists: true },
    enveloped(p('Value must be provided when Exists is true for Attribute: v')),
  ],
  ['nothing at all', {}, enveloped(p('Value must be provided when Exists is null for Attribute: v'))],
  [
    'Exists false with a value',
    { Exists: false, Value: S('a') },
    enveloped(p('Value cannot be used when Exists is false for Attribute: v')),
  ],
  [
    'Value and AttributeValueList',
    { Value: S('a'), AttributeValueList: [S('a')], ComparisonOperator: 'EQ' },
    enveloped(p('Value and AttributeValueList cannot be used together for Attribute: v')),
  ],
  [
    'Exists and a ComparisonOperator',
    { Exists: true, ComparisonOperator: 'EQ', Value: S('a') },
    enveloped(p('Exists and ComparisonOperator cannot be used together for Attribute: v')),
  ],
  [
    'AttributeValueList without an operator',
    { AttributeValueList: [S('a')] },
    enveloped(p('AttributeValueList can only be used with a ComparisonOperator for Attribute: v')),
  ],
  [
    'an operator without values',
    { ComparisonOperator: 'EQ' },
    enveloped(p('Value or AttributeValueList must be used with ComparisonOperator: EQ for Attribute: v')),
  ],
  [
    'BETWEEN with one value',
    { ComparisonOperator: 'BETWEEN', AttributeValueList: [S('a')] },
    enveloped(argumentCount('BETWEEN')),
  ],
  ['NULL with a value', { ComparisonOperator: 'NULL', Value: S('a') }, enveloped(argumentCount('NULL'))],
]

const expectedCases = expectedMistakes.map(([name, bad, error]) =>
  refused(
    { name: `Expected refuses ${name}`, source: parity, operation: 'PutItem' },
    { ...put, Expected: { v: bad } },
    error,
  ),
)

const namelessCases = [
  ['Expected', 'PutItem', enveloped('Empty attribute name')] as const,
  ['ScanFilter', 'Scan', invalid('Empty attribute name')] as const,
  ['KeyConditions', 'Query', invalid('Empty attribute name')] as const,
].map(([parameter, operation, error]) =>
  refused(
    { name: `${parameter} refuses an empty attribute name`, source: local, operation },
    { ...(operation === 'PutItem' ? put : { TableName: '«hash»' }), [parameter]: { '': condition('NULL') } },
    error,
  ),
)

const operatorSet = enumSet(
  'IN',
  'NULL',
  'BETWEEN',
  'LT',
  'NOT_CONTAINS',
  'EQ',
  'GT',
  'NOT_NULL',
  'NE',
  'LE',
  'BEGINS_WITH',
  'GE',
  'CONTAINS',
)
const operators: readonly ConformanceCase[] = [
  refused(
    { name: 'ScanFilter refuses an unknown operator', source: dynalite, operation: 'Scan' },
    { TableName: '«hash»', ScanFilter: { v: condition('DOG', S('a')) } },
    violation('DOG', 'scanFilter.v.member.comparisonOperator', operatorSet),
  ),
  refused(
    { name: 'ScanFilter refuses a missing operator', source: dynalite, operation: 'Scan' },
    { TableName: '«hash»', ScanFilter: { v: { AttributeValueList: [] } } },
    violation(null, 'scanFilter.v.member.comparisonOperator', 'Member must not be null'),
  ),
  refused(
    { name: 'KeyConditions refuse an operator in lower case', source: alternator, operation: 'Query' },
    { TableName: '«hash»', KeyConditions: { pk: condition('eq', S('a')) } },
    invalid(matching(/[cC]omparison[oO]perator/)),
  ),
  refused(
    { name: 'ConditionalOperator is refused with an unknown value', source: parity, operation: 'PutItem' },
    { ...put, Expected: { v: { Value: S('a') }, w: { Value: S('b') } }, ConditionalOperator: 'XOR' },
    invalid(
      '1 validation error detected: Failed to satisfy constraint: Member must satisfy enum value set: [ALL, OR]',
      "1 validation error detected: Value 'XOR' at 'conditionalOperator' failed to satisfy constraint: Member must satisfy enum value set: [OR, AND]",
    ),
  ),
  refused(
    { name: 'ConditionalOperator needs two conditions', source: parity, operation: 'PutItem' },
    { ...put, Expected: { v: { Value: S('a') } }, ConditionalOperator: 'AND' },
    invalid(
      matching(/ConditionalOperator can only be used when Filter or Expected has two or more elements$/),
    ),
  ),
  refused(
    { name: 'ConditionalOperator without Expected is refused', source: alternator, operation: 'PutItem' },
    { ...put, ConditionalOperator: 'AND' },
    invalid(matching(/ConditionalOperator/)),
  ),
  answered(
    {
      name: 'ScanFilter with ConditionalOperator OR',
      source: page,
      given: { hash: [{ pk: S('1'), a: N(1) }, { pk: S('2'), b: N(1) }, { pk: S('3') }] },
      operation: 'Scan',
    },
    {
      TableName: '«hash»',
      ScanFilter: { a: condition('NOT_NULL'), b: condition('NOT_NULL') },
      ConditionalOperator: 'OR',
      Select: 'COUNT',
    },
    { Count: 2, ScannedCount: 3 },
  ),
  answered(
    {
      name: 'ScanFilter may name key attributes',
      source: alternator,
      given: { hash: [{ pk: S('1') }, { pk: S('2') }] },
      operation: 'Scan',
    },
    { TableName: '«hash»', ScanFilter: { pk: condition('EQ', S('2')) } },
    { Items: [{ pk: S('2') }], Count: 1, ScannedCount: 2 },
  ),
  answered(
    {
      name: 'an empty ScanFilter lets everything through',
      source: page,
      given: { hash: [{ pk: S('1') }] },
      operation: 'Scan',
    },
    { TableName: '«hash»', ScanFilter: {}, Select: 'COUNT' },
    { Count: 1, ScannedCount: 1 },
  ),
  ...samples
    .filter(({ type }) => !['S', 'N', 'B'].includes(type))
    .map(({ type, value }) =>
      answered(
        {
          name: `ScanFilter: EQ takes a value of type ${type}`,
          source: page,
          given: { hash: [{ pk: S('k'), v: value }] },
          operation: 'Scan',
        },
        { TableName: '«hash»', ScanFilter: { v: condition('EQ', value) }, Select: 'COUNT' },
        { Count: 1, ScannedCount: 1 },
      ),
    ),
  answered(
    {
      name: 'ScanFilter: CONTAINS takes a boolean',
      source: dynalite,
      given: { hash: [{ pk: S('k'), v: L(BOOL(true)) }] },
      operation: 'Scan',
    },
    { TableName: '«hash»', ScanFilter: { v: condition('CONTAINS', BOOL(true)) }, Select: 'COUNT' },
    { Count: 1, ScannedCount: 1 },
  ),
]

export const legacyConditions: readonly ConformanceCase[] = [
  ...evaluationCases,
  ...olderCases,
  ...mistakeCases,
  ...expectedCases,
  ...namelessCases,
  ...operators,
]
