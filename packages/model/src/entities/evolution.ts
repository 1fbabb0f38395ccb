import type { FormNode } from '../codec/stored-form.ts'
import type { WireItem } from '../port/wire.ts'
import type { Spread } from './spread.ts'

/** The attribute that holds the version of an item's shape; items of the first version have none. */
export const revisionAttribute = '_v'

/**
 * The versions that the shape of an entity's items has had. Made by `evolution(…)` of `@monotable/model/evolution`:
 * programs without any do not load that code.
 */
export interface Evolution {
  /** The current version. */
  readonly current: number
  /** Converts a decoded item to the current shape, to be read; or to the given version, to be stored. */
  bring(entity: EvolvedEntity, decoded: object, stored: WireItem, to?: number): object
  /**
   * Plans an update of an item that may have been read already: an item of an older shape is written as a whole. The
   * function that plans, and its result, are the planner's own.
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
  readonly version: string | undefined
  readonly managed: readonly string[]
  readonly spread: Spread | undefined
}
