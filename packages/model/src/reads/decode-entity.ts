import { decodeItem } from '../codec/decode-value.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { pick } from '../util/own-property.ts'
import type { Selection } from './selected.ts'

/** Returns the application's view of a stored item, or of a part of one. */
export function decodeEntity(entity: EntityDefinition, item: WireItem, whole = true): object {
  const decoded = decodeItem(item, entity.view, whole)
  return entity.evolution !== undefined && whole ? entity.evolution.bring(entity, decoded, item) : decoded
}

/** Returns what a result shows of an item: the selected attributes, or all but the hidden ones. */
export function answerOf(
  entity: EntityDefinition,
  item: WireItem,
  whole?: boolean,
  select?: Selection,
): object {
  const all = decodeEntity(entity, item, whole) as Values
  if (select !== undefined) return pick(all, select)
  return entity.unseen === undefined
    ? all
    : pick(
        all,
        Object.keys(all).filter((name) => entity.unseen?.includes(name) !== true),
      )
}
