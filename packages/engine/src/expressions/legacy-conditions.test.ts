import type { AttributeMap, ExpectedAttributes, LegacyConditions } from '@monotable/protocol'
import { describe, expect, it } from 'vitest'
import { conditionFromExpected } from './condition-from-expected.ts'
import { conditionFromFilter } from './condition-from-filter.ts'
import { keyConditionsFromLegacy } from './key-conditions-from-legacy.ts'

const S = { S: 'a' }
const N = { N: '1' }
const invalid = 'One or more parameter values were invalid: '

const item: AttributeMap = {
  n: { N: '5' },
  s: { S: 'abc' },
  b: { B: 'AQID' },
  ss: { SS: ['a', 'b'] },
  l: { L: [{ N: '1' }, { S: 'abc' }] },
  z: { NULL: true },
}

const refusedExpected: [ExpectedAttributes, string][] = [
  [{ '': { Exists: false } }, 'Empty attribute name'],
  [{ '': { Value: S } }, 'Empty attribute name'],
  [{ '': { ComparisonOperator: 'EQ', Value: S } }, 'Empty attribute name'],
  [{ a: {} }, `${invalid}Value must be provided when Exists is null for Attribute: a`],
  [{ a: { Exists: true } }, `${invalid}Value must be provided when Exists is true for Attribute: a`],
  [
    { a: { Exists: false, Value: S } },
    `${invalid}Value cannot be used when Exists is false for Attribute: a`,
  ],
  [
    { a: { Value: S, AttributeValueList: [S], ComparisonOperator: 'LT' } },
    `${invalid}Value and AttributeValueList cannot be used together for Attribute: a`,
  ],
  [
    { a: { AttributeValueList: [S], Exists: true } },
    `${invalid}AttributeValueList can only be used with a ComparisonOperator for Attribute: a`,
  ],
  [
    { a: { ComparisonOperator: 'LT', Exists: true } },
    `${invalid}Exists and ComparisonOperator cannot be used together for Attribute: a`,
  ],
  [
    { a: { ComparisonOperator: 'LT' } },
    `${invalid}Value or AttributeValueList must be used with ComparisonOperator: LT for Attribute: a`,
  ],
  [
    { a: { ComparisonOperator: 'EQ', AttributeValueList: [] } },
    `${invalid}Invalid number of argument(s) for the EQ ComparisonOperator`,
  ],
  [
    { a: { ComparisonOperator: 'NULL', Value: S } },
    `${invalid}Invalid number of argument(s) for the NULL ComparisonOperator`,
  ],
  [
    { a: { ComparisonOperator: 'BETWEEN', Value: S } },
    `${invalid}Invalid number of argument(s) for the BETWEEN ComparisonOperator`,
  ],
  [
    { a: { ComparisonOperator: 'IN', AttributeValueList: [S, N] } },
    `${invalid}AttributeValues inside AttributeValueList must be of same type`,
  ],
  [
    { a: { ComparisonOperator: 'CONTAINS', AttributeValueList: [{ L: [] }] } },
    `${invalid}ComparisonOperator CONTAINS is not valid for L AttributeValue type`,
  ],
  [
    { a: { ComparisonOperator: 'BEGINS_WITH', AttributeValueList: [N] } },
    `${invalid}ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type`,
  ],
  [
    { a: { ComparisonOperator: 'LT', AttributeValueList: [{ BOOL: true }] } },
    `${invalid}ComparisonOperator LT is not valid for BOOL AttributeValue type`,
  ],
  [
    { a: { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '2' }, N] } },
    'The BETWEEN condition was provided a range where the lower bound is greater than the upper bound',
  ],
]

const expectations: [ExpectedAttributes, boolean][] = [
  [{ n: { Value: { N: '5.0' } } }, true],
  [{ n: { Value: { N: '5' }, Exists: true } }, true],
  [{ n: { Exists: false } }, false],
  [{ zz: { Exists: false } }, true],
  [{ z: { ComparisonOperator: 'NULL' } }, false],
  [{ z: { ComparisonOperator: 'NOT_NULL' } }, true],
  [{ n: { ComparisonOperator: 'GT', Value: { N: '4' } } }, true],
  [{ n: { ComparisonOperator: 'GT', Value: { S: '4' } } }, false],
  [{ n: { ComparisonOperator: 'NE', Value: { S: '4' } } }, true],
  [{ zz: { ComparisonOperator: 'NE', Value: S } }, true],
  [{ zz: { ComparisonOperator: 'LE', Value: S } }, false],
  [{ n: { ComparisonOperator: 'BETWEEN', AttributeValueList: [N, { N: '5' }] } }, true],
  [{ n: { ComparisonOperator: 'IN', AttributeValueList: [N, { N: '5' }] } }, true],
  [{ s: { ComparisonOperator: 'BEGINS_WITH', Value: { S: 'ab' } } }, true],
  [{ s: { ComparisonOperator: 'CONTAINS', Value: { S: 'bc' } } }, true],
  [{ l: { ComparisonOperator: 'CONTAINS', Value: { S: 'abc' } } }, true],
  [{ ss: { ComparisonOperator: 'NOT_CONTAINS', Value: { S: 'c' } } }, true],
  [{ ss: { ComparisonOperator: 'NOT_CONTAINS', Value: { S: 'a' } } }, false],
  [{ n: { ComparisonOperator: 'NOT_CONTAINS', Value: N } }, true],
  [{ zz: { ComparisonOperator: 'NOT_CONTAINS', Value: N } }, false],
  [{ n: { Value: { N: '5' } }, s: { Value: S } }, false],
]

describe('conditionFromExpected', () => {
  it.each(refusedExpected)('refuses %j', (expected, message) => {
    expect(() => conditionFromExpected(expected)).toThrow(expect.objectContaining({ message }))
  })

  it.each(expectations)('%j is %j', (expected, holds) => {
    expect(conditionFromExpected(expected)?.test(item)).toBe(holds)
  })

  it('joins with OR on request', () => {
    const expected: ExpectedAttributes = { n: { Value: { N: '5' } }, s: { Value: S } }
    expect(conditionFromExpected(expected, 'OR')?.test(item)).toBe(true)
    expect(conditionFromExpected(expected, 'AND')?.test(item)).toBe(false)
  })

  it('is no condition if nothing is expected', () => {
    expect(conditionFromExpected(undefined)).toBeUndefined()
    expect(conditionFromExpected({})).toBeUndefined()
  })

  it('refuses an operator that joins nothing', () => {
    expect(() => conditionFromExpected({}, 'AND')).toThrow(
      'ConditionalOperator cannot be used without Filter or Expected',
    )
    expect(() => conditionFromExpected({ a: { Exists: false } }, 'OR')).toThrow(
      'ConditionalOperator can only be used when Filter or Expected has two or more elements',
    )
    expect(() => conditionFromExpected({ a: { Exists: true } }, 'OR')).toThrow('Value must be provided')
  })

  it('takes names literally', () => {
    const condition = conditionFromExpected({ 'a.b': { Value: S }, constructor: { Exists: false } })
    expect(condition?.test({ 'a.b': S })).toBe(true)
    expect(condition?.paths).toEqual([['a.b'], ['constructor']])
  })
})

describe('conditionFromFilter', () => {
  it('tests each attribute', () => {
    const filter: LegacyConditions = {
      n: { ComparisonOperator: 'LT', AttributeValueList: [{ N: '10' }] },
      s: { ComparisonOperator: 'NOT_NULL' },
    }
    const condition = conditionFromFilter(filter)
    expect(condition?.test(item)).toBe(true)
    expect(condition?.test({ n: { N: '1' } })).toBe(false)
    expect(condition?.attributeNames).toEqual(new Set(['n', 's']))
  })

  it('checks values before their number', () => {
    const values = [{ N: '1' }, { N: 'x' }]
    expect(() =>
      conditionFromFilter({ a: { ComparisonOperator: 'EQ', AttributeValueList: values } }),
    ).toThrow('The parameter cannot be converted to a numeric value: x')
  })

  it('is no condition without a filter', () => {
    expect(conditionFromFilter(undefined)).toBeUndefined()
  })
})

describe('keyConditionsFromLegacy', () => {
  it('returns the same conditions as an expression', () => {
    const conditions: LegacyConditions = {
      pk: { ComparisonOperator: 'EQ', AttributeValueList: [S] },
      sk: { ComparisonOperator: 'BETWEEN', AttributeValueList: [{ N: '1.0' }, { N: '2' }] },
    }
    expect(keyConditionsFromLegacy(conditions)).toEqual([
      { attribute: 'pk', operator: '=', operands: [S] },
      { attribute: 'sk', operator: 'BETWEEN', operands: [{ N: '1' }, { N: '2' }] },
    ])
  })

  it('marks operators that no index can serve', () => {
    const conditions: LegacyConditions = { pk: { ComparisonOperator: 'NE', AttributeValueList: [S] } }
    expect(keyConditionsFromLegacy(conditions)).toMatchObject([{ attribute: 'pk', unindexable: true }])
  })

  it.each([0, 3])('refuses %j conditions', (count) => {
    const entries = Array.from({ length: count }, (_, i) => [`a${i}`, { ComparisonOperator: 'NULL' }])
    expect(() => keyConditionsFromLegacy(Object.fromEntries(entries))).toThrow(
      'Conditions can be of length 1 or 2 only',
    )
  })

  it('leaves the number of conditions to the schema of an index', () => {
    const equal = { ComparisonOperator: 'EQ', AttributeValueList: [S] } as const
    const conditions: LegacyConditions = { a: equal, b: equal, c: equal }
    expect(keyConditionsFromLegacy(conditions, true)).toHaveLength(3)
    expect(() => keyConditionsFromLegacy({}, true)).toThrow('Conditions can be of length 1 or 2 only')
  })
})
