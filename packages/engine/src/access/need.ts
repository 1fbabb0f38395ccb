import type { TableDefinition } from '../tables/table-definition.ts'

/** Values of condition keys, by normalized key. */
export type ConditionFacts = ReadonlyMap<string, readonly string[]>

/** A permission that a request requires; a request may need several. */
export interface Need {
  /** Such as `GetItem`. */
  readonly action: string
  /** The ARN of the action's target, or `*`. */
  readonly resource: string
  /** The table that the resource is or belongs to, if it exists: its tags and its policy count. */
  readonly definition?: TableDefinition | undefined
  /** The region in which the permission is required, if that is not the request's. */
  readonly region?: string
  /** The label of the stream that the resource is: then the stream's own tags and policy count. */
  readonly stream?: string
  /**
   * Returns what the request contains besides its action and resource. Called only if a policy asks for it; may
   * throw what the operation would answer to an invalid request.
   */
  readonly facts: () => ConditionFacts
}

const none: ConditionFacts = new Map()

/** Returns no facts, for needs where policies can test only the action and the resource. */
export function noFacts(): ConditionFacts {
  return none
}
