import { decodeItem } from '../codec/decode-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { WireItem } from '../port/wire.ts'

/** Gives the application's view of a stored item, or of a part of one. */
export function decodeEntity(entity: EntityDefinition, item: WireItem, whole = true): object {
  const decoded = decodeItem(item, entity.view, whole)
  if (entity.evolution === undefined || !whole) return decoded
  return entity.evolution.bring(entity.name, decoded, item)
}
