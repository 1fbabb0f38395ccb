import { decodeItem } from '../codec/decode-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { WireItem } from '../port/wire.ts'

/** Gives the application's view of a stored item. */
export function decodeEntity(entity: EntityDefinition, item: WireItem): object {
  return decodeItem(item, entity.forms, entity.hidden)
}
