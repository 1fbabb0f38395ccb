import type { Values } from '../keys/compile-template.ts'

/** How an attribute is made of others. */
export interface ComputedRule {
  /** What it is made of: while one of these is missing, there is none. */
  readonly from: readonly string[]
  /** What it is also made of, where it is there. */
  readonly also?: readonly string[]
  /** Makes it; nothing stands for none. It has to give the same for the same, and at once. */
  readonly by: (values: never) => unknown
  /** What `update` does when it changes some of that and not all is known: `read` the rest (the default), or `require` it. */
  readonly partial?: 'read' | 'require'
}

export type ComputedRules = { readonly [attribute: string]: ComputedRule }

/**
 * Attributes that are made of others. Made by `computed(…)` of `@monotable/model/computed`, so that whoever has none
 * carries nothing of it.
 */
export interface Computed<Rules extends ComputedRules = ComputedRules> {
  readonly rules: Rules
  readonly names: readonly string[]
  /** An input with what can be made of it, for a schema that asks for it: what it is made of is not checked yet. */
  offer(input: Values): Values
  /** Values with all that is made of them, and nothing that was given in its place. */
  fill(values: Values): Values
  /** What an update has to change along with what it changes; for the planner. */
  follow(knowledge: never): unknown
}
