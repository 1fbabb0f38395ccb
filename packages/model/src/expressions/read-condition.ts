import { allOf, type Condition } from './condition.ts'
import { type ConditionInput, conditionOperators } from './condition-operators.ts'
import { createPaths } from './path.ts'

/** Makes the tree of what a caller says must hold. */
export function readCondition<Item>(input: ConditionInput<Item> | undefined): Condition | undefined {
  if (input === undefined) return undefined
  if (typeof input === 'function') return input(createPaths<Item>(), conditionOperators)
  const conditions = Object.entries(input).map(([attribute, value]): Condition => {
    const steps = [attribute] as const
    // To leave it out would let every item through.
    if (value === undefined) return { kind: 'missing', steps }
    return {
      kind: 'compare',
      comparator: '=',
      left: { kind: 'path', steps },
      right: { kind: 'value', value, steps },
    }
  })
  return allOf(conditions)
}
