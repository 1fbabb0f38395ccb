import {
  type AttributeValue,
  type ConditionalOperator,
  canonicalizeValue,
  checkAttributeName,
  type ExpectedAttributes,
  type ExpectedAttributeValue,
  wellFormedText,
} from '@monotable/protocol'
import type { Condition } from './compile-condition.ts'
import type { Test } from './evaluate-condition.ts'
import { joinTests } from './join-tests.ts'
import { checkLegacyComparison, invalidParameter, legacyTest } from './legacy-comparison.ts'

/** Returns the condition that `Expected` puts on the item before a write. */
export function conditionFromExpected(
  expected: ExpectedAttributes = {},
  operator?: ConditionalOperator | undefined,
): Condition | undefined {
  const names = Object.keys(expected)
  return joinTests(
    names.map((name) => testOf(wellFormedText(name), expected[name] as ExpectedAttributeValue)),
    names.map((name) => [wellFormedText(name)]),
    operator,
  )
}

function testOf(attribute: string, expected: ExpectedAttributeValue): Test {
  const value = expected.Value && canonicalizeValue(expected.Value)
  const list = expected.AttributeValueList?.map(canonicalizeValue)
  const refuse = (problem: string) => invalidParameter(`${problem} for Attribute: ${attribute}`)
  if (list !== undefined && value !== undefined) {
    throw refuse('Value and AttributeValueList cannot be used together')
  }
  const { ComparisonOperator: operator, Exists: exists } = expected
  if (operator === undefined) {
    if (list !== undefined) throw refuse('AttributeValueList can only be used with a ComparisonOperator')
    return existenceTest({ attribute, exists, value, refuse })
  }
  if (exists !== undefined) throw refuse('Exists and ComparisonOperator cannot be used together')
  const values = list ?? (value === undefined ? undefined : [value])
  if (values === undefined && operator !== 'NULL' && operator !== 'NOT_NULL') {
    throw refuse(`Value or AttributeValueList must be used with ComparisonOperator: ${operator}`)
  }
  checkAttributeName(attribute)
  const comparison = { attribute, operator, values: values ?? [] }
  checkLegacyComparison(comparison)
  return legacyTest(comparison)
}

interface Existence {
  readonly attribute: string
  readonly exists: boolean | undefined
  readonly value: AttributeValue | undefined
  readonly refuse: (problem: string) => Error
}

/** The oldest form: an attribute has a value, or is missing. */
function existenceTest({ attribute, exists, value, refuse }: Existence): Test {
  if (exists === false) {
    if (value !== undefined) throw refuse('Value cannot be used when Exists is false')
    checkAttributeName(attribute)
    return legacyTest({ attribute, operator: 'NULL', values: [] })
  }
  if (value === undefined) throw refuse(`Value must be provided when Exists is ${exists ?? 'null'}`)
  checkAttributeName(attribute)
  return legacyTest({ attribute, operator: 'EQ', values: [value] })
}
