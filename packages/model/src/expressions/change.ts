import type { WireValue } from '../port/wire.ts'
import type { Operand } from './condition.ts'
import type { Steps } from './path.ts'

/** One thing that an update does. An immutable tree, independent of how it is written down. */
export type Change = {
  /** Whether the place is named as it is stored, and not as the application calls it. */
  readonly asStored?: true
} & (
  | { readonly kind: 'set'; readonly steps: Steps; readonly value: Operand }
  | { readonly kind: 'setIfMissing'; readonly steps: Steps; readonly value: Operand }
  /** Adds to a number; a missing one counts as zero. */
  | { readonly kind: 'add'; readonly steps: Steps; readonly amount: number | bigint }
  | { readonly kind: 'include'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'discard'; readonly steps: Steps; readonly elements: Operand }
  /** Puts elements at an end of a list; a missing one counts as empty. */
  | { readonly kind: 'append' | 'prepend'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'remove'; readonly steps: Steps }
)

/** Sets a place to a value of the application. */
export function setTo(steps: Steps, value: unknown): Change {
  return { kind: 'set', steps, value: { kind: 'value', value, steps } }
}

/** Sets what another change sets, where there is nothing yet. */
export function setOnce(change: Change): Change {
  return { ...change, kind: 'setIfMissing' } as Change
}

/** Sets an attribute to a value as it is stored. */
export function setWire(attribute: string, value: WireValue): Change {
  return { kind: 'set', steps: [attribute], value: { kind: 'wire', value } }
}
