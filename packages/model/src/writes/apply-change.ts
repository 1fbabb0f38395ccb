import type { Change } from '../expressions/change.ts'
import type { Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'
import { addNumbers } from '../util/add-decimals.ts'

/** A value that planning does not know. */
export const unknownValue: unique symbol = Symbol('unknown')

/**
 * The value of an attribute after a change to it, as the application knows it, or `unknownValue`. `valueAt` is asked for
 * what stands in the item, and only where the result depends on it.
 */
export function applyChange(change: Change, valueAt: (steps: Steps) => unknown): unknown {
  const { kind, steps } = change
  if (steps.length > 1) return unknownValue
  switch (kind) {
    case 'set':
      return operandValue(change.value, valueAt)
    case 'remove':
      return undefined
    case 'setIfMissing': {
      const before = valueAt(steps)
      return before === undefined ? operandValue(change.value, valueAt) : before
    }
    case 'add':
      return addTo(valueAt(steps), change.amount)
    default:
      return unknownValue
  }
}

function operandValue(operand: Operand, valueAt: (steps: Steps) => unknown): unknown {
  if (operand.kind === 'value') return operand.value
  return operand.kind === 'path' ? valueAt(operand.steps) : unknownValue
}

function addTo(before: unknown, amount: number | bigint): unknown {
  if (before === undefined) return amount
  // To the last digit, as DynamoDB adds: a key is made of what the attribute will be.
  if (typeof before === 'number') return addNumbers(before, amount)
  return typeof before === 'bigint' ? before + BigInt(amount) : unknownValue
}
