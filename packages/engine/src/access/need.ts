import type { TableDefinition } from '../tables/table-definition.ts'

/** Values of condition keys, by the normalized key. */
export type ConditionFacts = ReadonlyMap<string, readonly string[]>

/** One thing that must be allowed for a request to be answered; a request may need several. */
export interface Need {
  /** Such as `GetItem`. */
  readonly action: string
  /** The ARN of what the action is on, or `*`. */
  readonly resource: string
  /** The table that the resource is, or belongs to, if it is there: its tags and its policy count. */
  readonly definition?: TableDefinition | undefined
  /** The region that it is asked of, where that is not the request's. */
  readonly region?: string
  /** The label of the stream that the resource is: then its own tags and policy count. */
  readonly stream?: string
  /**
   * What the request holds beside its action and resource. Read only when a policy asks for it, and may then
   * throw what the operation would answer to a request that it cannot read.
   */
  readonly facts: () => ConditionFacts
}

const none: ConditionFacts = new Map()

/** For needs of which policies can ask nothing but the action and the resource. */
export function noFacts(): ConditionFacts {
  return none
}
