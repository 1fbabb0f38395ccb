import type { WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Steps } from './path.ts'

/** One change of an update: an immutable tree, independent of how it is written in an expression. */
export type Change = {
  /** Whether the path uses the names of the table instead of the application's. */
  readonly asStored?: true
} & (
  | { readonly kind: 'set'; readonly steps: Steps; readonly value: Operand }
  | { readonly kind: 'setIfMissing'; readonly steps: Steps; readonly value: Operand }
  /** Adds to a number; a missing one counts as zero. */
  | { readonly kind: 'add'; readonly steps: Steps; readonly amount: number | bigint }
  | { readonly kind: 'include'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'discard'; readonly steps: Steps; readonly elements: Operand }
  /** Adds elements at an end of a list; a missing one counts as empty. */
  | { readonly kind: 'append' | 'prepend'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'remove'; readonly steps: Steps }
)

/** Returns the change that sets a place to a value of the application. */
export function setTo(steps: Steps, value: unknown): Change {
  return { kind: 'set', steps, value: { kind: 'value', value, steps } }
}

/** Turns a change that sets a value into one that sets it only where there is none. */
export function setOnce(change: Change): Change {
  return { ...change, kind: 'setIfMissing' } as Change
}

/** Returns the change that sets an attribute to a stored value. */
export function setWire(attribute: string, value: WireValue): Change {
  return { kind: 'set', steps: [attribute], value: { kind: 'wire', value } }
}
