import {
  type ConditionalOperator,
  canonicalizeValue,
  checkAttributeName,
  type LegacyCondition,
  type LegacyConditions,
  wellFormedText,
} from '@monotable/protocol'
import type { Condition } from './compile-condition.ts'
import { joinTests } from './join-tests.ts'
import { checkLegacyComparison, type LegacyComparison, legacyTest } from './legacy-comparison.ts'

/** Returns the condition that `QueryFilter` or `ScanFilter` puts on items. */
export function conditionFromFilter(
  filter: LegacyConditions | undefined,
  operator?: ConditionalOperator | undefined,
): Condition | undefined {
  const comparisons = readLegacyConditions(filter ?? {})
  return joinTests(
    comparisons.map(legacyTest),
    comparisons.map(({ attribute }) => [attribute]),
    operator,
  )
}

/** Checks legacy conditions, and returns them in the order of the request. */
export function readLegacyConditions(conditions: LegacyConditions): LegacyComparison[] {
  return Object.keys(conditions).map((attribute) =>
    readCondition(wellFormedText(attribute), conditions[attribute] as LegacyCondition),
  )
}

function readCondition(attribute: string, condition: LegacyCondition): LegacyComparison {
  const values = (condition.AttributeValueList ?? []).map(canonicalizeValue)
  const comparison = { attribute, operator: condition.ComparisonOperator, values }
  checkLegacyComparison(comparison)
  checkAttributeName(attribute)
  return comparison
}
