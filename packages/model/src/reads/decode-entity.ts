import { decodeItem } from '../codec/decode-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { pick } from '../util/own-property.ts'

/** Gives the application's view of a stored item, or of a part of one, or what is selected of it. */
export function decodeEntity(
  entity: EntityDefinition,
  item: WireItem,
  whole = true,
  select?: readonly string[],
): object {
  const decoded = decodeItem(item, entity.view, whole)
  const current =
    entity.evolution !== undefined && whole ? entity.evolution.bring(entity.name, decoded, item) : decoded
  return select === undefined ? current : pick(current as Values, select)
}
