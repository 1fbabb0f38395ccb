import { allOf, type Condition, isAt } from './condition.ts'
import { type ConditionInput, conditionOperators } from './condition-operators.ts'
import { createPaths } from './path.ts'

/** Makes the tree of what a caller says must hold. */
export function readCondition<Item>(input: ConditionInput<Item> | undefined): Condition | undefined {
  if (typeof input === 'function') return input(createPaths<Item>(), conditionOperators)
  return input && allOf(readValues(input))
}

/** That attributes have the values of an object. One that is undefined has to be missing: else anything would do. */
export function readValues(values: object): Condition[] {
  return Object.entries(values).map(([attribute, value]: [string, unknown]) => {
    const steps = [attribute] as const
    return isAt(steps, value === undefined ? value : { kind: 'value', value, steps })
  })
}
