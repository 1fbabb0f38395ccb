import type { Values } from '../keys/compile-template.ts'

/** How an attribute is computed from others. */
export interface ComputedRule {
  /** Required sources: while one of them is missing, the attribute is, too. */
  readonly from: readonly string[]
  /** Optional sources. */
  readonly also?: readonly string[]
  /**
   * Computes the value; `undefined` for none. Has to be synchronous and deterministic. Write down the types of what it
   * takes, which TypeScript cannot infer; the entity checks them.
   */
  readonly by: (values: never) => unknown
  /**
   * What `update` does when it changes some of the sources and not all of them are known: `read` the others (the
   * default), or `require` them.
   */
  readonly partial?: 'read' | 'require'
}

export type ComputedRules = { readonly [attribute: string]: ComputedRule }

/**
 * Attributes that are computed from others. Made by `computed(…)` of `@monotable/model/computed`: programs without any
 * do not load that code.
 */
export interface Computed<Rules extends ComputedRules = ComputedRules> {
  readonly rules: Rules
  readonly names: readonly string[]
  /** Adds computed values to an input, for a schema that requires them; the sources have not been checked yet. */
  offer(input: Values): Values
  /** Returns the values with all computed ones, which replace any that were given. */
  fill(values: Values): Values
  /** Returns the changes that an update entails; for the planner. */
  follow(knowledge: never): unknown
}
