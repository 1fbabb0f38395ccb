import type { Operand } from './condition.ts'
import type { Steps } from './path.ts'

/** One thing that an update does. An immutable tree, independent of how it is written down. */
export type Change =
  | { readonly kind: 'set'; readonly steps: Steps; readonly value: Operand }
  | { readonly kind: 'setIfMissing'; readonly steps: Steps; readonly value: Operand }
  /** Adds to a number; a missing one counts as zero. */
  | { readonly kind: 'add'; readonly steps: Steps; readonly amount: number | bigint }
  | { readonly kind: 'include'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'discard'; readonly steps: Steps; readonly elements: Operand }
  /** Puts elements at an end of a list; a missing one counts as empty. */
  | { readonly kind: 'append' | 'prepend'; readonly steps: Steps; readonly elements: Operand }
  | { readonly kind: 'remove'; readonly steps: Steps }
