import type { Change } from '../expressions/change.ts'
import type { Operand } from '../expressions/condition.ts'
import type { Steps } from '../expressions/path.ts'
import { addNumbers } from '../util/add-decimals.ts'

/** A value that planning does not know. */
export const unknownValue: unique symbol = Symbol('unknown')

/**
 * Returns the value of an attribute after a change, as the application knows it, or `unknownValue`. `valueAt` is called
 * for the current value, and only if the result depends on it.
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
  // Exact, as DynamoDB adds: the key that is made of it has to match the attribute.
  if (typeof before === 'number') return addNumbers(before, amount)
  return typeof before === 'bigint' ? before + BigInt(amount) : unknownValue
}
