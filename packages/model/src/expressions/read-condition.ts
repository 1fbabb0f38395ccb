import { allOf, type Condition, isAt } from './condition.ts'
import { type ConditionInput, conditionOperators } from './condition-operators.ts'
import { createPaths } from './path.ts'

/** Returns the tree of a condition that a caller has given. */
export function readCondition<Item>(input: ConditionInput<Item> | undefined): Condition | undefined {
  if (typeof input === 'function') return input(createPaths<Item>(), conditionOperators)
  return input && allOf(readValues(input))
}

/**
 * Returns the conditions that attributes have the values of an object. `undefined` requires the attribute to be
 * missing; if it were ignored, any value would do.
 */
export function readValues(values: object): Condition[] {
  return Object.entries(values).map(([attribute, value]: [string, unknown]) => {
    const steps = [attribute] as const
    return isAt(steps, value === undefined ? value : { kind: 'value', value, steps })
  })
}
