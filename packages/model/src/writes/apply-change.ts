import type { Change } from '../expressions/change.ts'
import type { Values } from '../keys/compile-template.ts'
import { addNumbers } from '../util/add-decimals.ts'
import { getOwn } from '../util/own-property.ts'

/** A value that planning does not know. */
export const unknownValue: unique symbol = Symbol('unknown')

/**
 * The value of an attribute after a change to it, as the application knows it, or `unknownValue`. `current`: the
 * attributes before, where they are known.
 */
export function applyChange(change: Change, current: Values | undefined): unknown {
  const [attribute, ...rest] = change.steps
  if (rest.length > 0) return unknownValue
  const before = current === undefined ? unknownValue : getOwn(current, attribute)
  switch (change.kind) {
    case 'set':
      return change.value.kind === 'value' ? change.value.value : unknownValue
    case 'remove':
      return undefined
    case 'setIfMissing': {
      if (before === unknownValue || change.value.kind !== 'value') return unknownValue
      return before === undefined ? change.value.value : before
    }
    case 'add':
      return addTo(before, change.amount)
    default:
      return unknownValue
  }
}

function addTo(before: unknown, amount: number | bigint): unknown {
  if (before === undefined) return amount
  // To the last digit, as DynamoDB adds: a key is made of what the attribute will be.
  if (typeof before === 'number') return addNumbers(before, amount)
  return typeof before === 'bigint' ? before + BigInt(amount) : unknownValue
}
