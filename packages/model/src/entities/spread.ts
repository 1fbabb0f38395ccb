import type { Template } from '../keys/compile-template.ts'

/** A slot in partition keys that the model fills, with a number from 1 to `count`. */
export interface Spread {
  /** `shard`: an item is in one, and all are read. `replica`: an item is in all, and one is read. */
  readonly slot: 'shard' | 'replica'
  readonly count: number
  /** The attributes that the number is calculated from. */
  readonly of: readonly string[]
  /** Whether the number is the item's own, drawn once and stored with it. */
  readonly drawn: boolean
  /** A template whose slot is filled by the model. */
  readonly fill: (template: Template) => Template
}

/** Knows how to write and find items that are not all in one place; for the model itself. */
export interface Distribution {
  /** Refuses an entity whose items could not be put where it says. */
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

/** Whether a template has the slot that is spread. */
export function isSpread(template: Template, spread: Spread | undefined): spread is Spread {
  return template.slots.some(({ attribute }) => attribute === spread?.slot)
}
