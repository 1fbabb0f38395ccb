import { type LegacyConditions, validationError } from '@monotable/protocol'
import type { KeyCondition, KeyOperator } from './compile-key-condition.ts'
import { readLegacyConditions } from './condition-from-filter.ts'
import type { LegacyComparison } from './legacy-comparison.ts'

const operators: Readonly<Partial<Record<LegacyComparison['operator'], KeyOperator>>> = {
  EQ: '=',
  LT: '<',
  LE: '<=',
  GT: '>',
  GE: '>=',
  BETWEEN: 'BETWEEN',
  BEGINS_WITH: 'begins_with',
}

/**
 * Returns the key conditions in `KeyConditions`; see `KeyCondition.unindexable`. Only an index can have a key of
 * more than two attributes, so the number of conditions is checked against its schema later.
 */
export function keyConditionsFromLegacy(conditions: LegacyConditions, onIndex = false): KeyCondition[] {
  const comparisons = readLegacyConditions(conditions)
  if (comparisons.length < 1 || (comparisons.length > 2 && !onIndex)) {
    throw validationError('Conditions can be of length 1 or 2 only')
  }
  return comparisons.map(keyConditionOf)
}

function keyConditionOf({ attribute, operator: name, values: operands }: LegacyComparison): KeyCondition {
  const operator = operators[name]
  if (operator === undefined) return { attribute, operator: '=', operands, unindexable: true }
  return { attribute, operator, operands }
}
