import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import type { Known } from '../writes/write-plan.ts'

/** How a verb changes an item: what everything that has to change along with it is worked out from. */
export interface Transition {
  readonly entity: EntityDefinition
  readonly key: WireItem
  /** The attributes before, as the application knows them; nothing when there was no item. */
  readonly before: Values | undefined
  /** The same as they are stored, where that may be in an older shape: others were made of these. */
  readonly stored?: Values | undefined
  /** The attributes after; nothing when the item goes. */
  readonly after: Values | undefined
  /** Whether the whole item is written, with all that it has anyway. */
  readonly isWhole?: boolean
  readonly known: Known
}
