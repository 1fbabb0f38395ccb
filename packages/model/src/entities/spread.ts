import type { Template } from '../keys/compile-template.ts'

/** A slot in partition keys that the model fills with a number from 1 to `count`. */
export interface Spread {
  /**
   * `shard`: an item is in one of them, and reads cover all. `replica`: an item is in all of them, and reads use one.
   */
  readonly slot: 'shard' | 'replica'
  readonly count: number
  /** The attributes from which the number is calculated. */
  readonly of: readonly string[]
  /** Whether the number is drawn once, and stored with the item. */
  readonly drawn: boolean
  /** Returns a template whose slot is filled by the model. */
  readonly fill: (template: Template) => Template
}

/** Writes and finds items that are spread over several places; for the model itself. */
export interface Distribution {
  /** Refuses an entity whose items could not be placed as declared. */
  readonly requirePlaces: (entity: never) => void
}

interface Distributed {
  readonly distribution: Distribution
}

/** Shards: made by `shards(…)` of `@monotable/model/distribution`. */
export interface Shards<By extends string = string> extends Distributed {
  readonly by: By
  readonly spread: Spread
}

/** Replicas: made by `replicas(…)` of `@monotable/model/distribution`. */
export interface Replicas extends Distributed {
  readonly spread: Spread
}

/** Whether a template contains the slot of a spread. */
export function isSpread(template: Template, spread: Spread | undefined): spread is Spread {
  return template.slots.some(({ attribute }) => attribute === spread?.slot)
}
