import type { WireItem } from '../shared/guess/wire-item.ts'

/** What a call of a pattern is expected to give: `monotable check` holds it. */
export interface Expectation {
  readonly pattern: string
  readonly arguments: { readonly [name: string]: unknown }
  /** What is put into an empty table first. */
  readonly items: readonly WireItem[]
  /** The stored keys of what comes back, in order. */
  readonly returns: readonly WireItem[]
  readonly units?: number
}

/** Where expectations are kept: beside the model's file. */
export interface ExpectationStore {
  list(): readonly Expectation[]
  /** Keeps an expectation, in place of an older one of the same call, and gives the file that it is in. */
  save(expectation: Expectation): Promise<string>
}
