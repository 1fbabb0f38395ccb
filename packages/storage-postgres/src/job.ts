import type { Decision, ReadKey, RecordValue } from '@monotable/engine'

/** What a call of `mutate` ends with. */
export type Outcome = { readonly answer: unknown } | { readonly error: unknown }

/** A call of `mutate` that has not been answered. */
export interface Job {
  readonly keys: readonly ReadKey[]
  /** The names of the keys' places, one for each. */
  readonly places: readonly string[]
  /** Those of them for which it waits when somebody else works on them, each once. */
  readonly queued: readonly string[]
  readonly decide: (values: readonly (RecordValue | undefined)[]) => Decision<unknown>
  /** Whether all that it reads has to be locked for a moment, even when it changes nothing. */
  readonly mustHold: boolean
  readonly settle: (outcome: Outcome) => void
}
