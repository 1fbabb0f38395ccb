import type { FormNode } from '../codec/stored-form.ts'
import type { WireItem } from '../port/wire.ts'

/** The attribute that says which version of its shape an item has; the first has none. */
export const revisionAttribute = '_v'

/**
 * The versions that the shape of an entity's items has had. Made by `evolution(…)` of `@monotable/model/evolution`,
 * so that whoever has none carries nothing of it.
 */
export interface Evolution {
  /** The version of today. */
  readonly current: number
  /** A decoded item as one of today's shape, for whoever reads it; or of the version that is asked for, to be stored. */
  bring(entity: EvolvedEntity, decoded: object, stored: WireItem, to?: number): object
  /**
   * Plans an update of an item, as it was read, or of one that was not: an item of an older shape is written whole. What
   * plans, and what it gives, is the planner's own.
   */
  plan<Plan>(
    entity: never,
    plan: (current: WireItem | undefined) => Plan,
    current: WireItem | undefined,
  ): Plan
}

/** What is known of the entity whose items change their shape. */
export interface EvolvedEntity {
  readonly name: string
  readonly forms: FormNode
}
