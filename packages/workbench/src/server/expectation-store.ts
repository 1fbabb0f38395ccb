import type { WireItem } from '../shared/guess/wire-item.ts'

/** The expected result of a pattern call, which `monotable check` verifies. */
export interface Expectation {
  readonly pattern: string
  readonly arguments: { readonly [name: string]: unknown }
  /** The items that are put into an empty table first. */
  readonly items: readonly WireItem[]
  /** The stored keys of the returned items, in order. */
  readonly returns: readonly WireItem[]
  readonly units?: number
}

/** Keeps expectations, in a file beside the model. */
export interface ExpectationStore {
  list(): readonly Expectation[]
  /** Saves an expectation, replacing an older one of the same call, and returns the file that holds it. */
  save(expectation: Expectation): Promise<string>
}
