import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import type { Known } from '../writes/write-plan.ts'

/** How a verb changes an item, as the basis for everything that has to change along with it. */
export interface Transition {
  readonly entity: EntityDefinition
  readonly key: WireItem
  /** The attributes before, as the application knows them; `undefined` when there was no item. */
  readonly before: Values | undefined
  /** The same as stored, if that may be in an older shape: markers and the like were made of these. */
  readonly stored?: Values | undefined
  /** The attributes after; `undefined` when the item is removed. */
  readonly after: Values | undefined
  /** Whether the item is written as a whole, with attributes that did not change. */
  readonly isWhole?: boolean
  readonly known: Known
}
