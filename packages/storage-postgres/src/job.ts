import type { Decision, ReadKey, RecordValue } from '@monotable/engine'

/** The outcome of a call of `mutate`. */
export type Outcome = { readonly answer: unknown } | { readonly error: unknown }

/** A call of `mutate` that has not been answered yet. */
export interface Job {
  readonly keys: readonly ReadKey[]
  /** The names of the keys' places, one for each key. */
  readonly places: readonly string[]
  /** The places for which the job waits while others work on them, each once. */
  readonly queued: readonly string[]
  readonly decide: (values: readonly (RecordValue | undefined)[]) => Decision<unknown>
  /** Whether everything it reads must be locked for a moment, even if it changes nothing. */
  readonly mustHold: boolean
  readonly settle: (outcome: Outcome) => void
}
