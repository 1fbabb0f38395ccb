import { encodeMarker } from '../entities/define-relations.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import { keyId } from '../entities/key-id.ts'
import { unnamed } from '../entities/unnamed.ts'
import type { Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { WireItem } from '../port/wire.ts'
import { isOwnedBy, olderMarker, uniqueMarker } from '../relations/plan-unique.ts'
import type { WriteAction } from '../writes/write-action.ts'

/** An item, by its stored key and its values. */
export interface Standing {
  readonly key: WireItem
  readonly values: Values
}

/**
 * Plans the markers of unique values for an item whose key or values change: a marker names its owner by key, and only
 * the owner can give it up.
 */
export function planMarkers(entity: EntityDefinition, before: Standing, after: Standing): WriteAction[] {
  const markers = unnamed(entity)
  const idOf = (key: WireItem) => keyId(entity.table, key)
  const isMoved = idOf(before.key) !== idOf(after.key)
  const [partition] = entity.table.key.pk
  const isFree: Condition = { kind: 'missing', steps: [partition?.name ?? ''] }
  const isOurs = [isFree, isOwnedBy(before.key)]
  return entity.unique.flatMap((constraint): WriteAction[] => {
    const old = olderMarker(constraint, before.values)
    const next = encodeMarker(constraint, after.values)
    const isKept = old && next && idOf(old) === idOf(next)
    if (isKept && !isMoved) return []
    const actions: WriteAction[] = []
    if (old !== undefined && !isKept) {
      const condition: Condition = { kind: 'or', conditions: isOurs }
      actions.push({ kind: 'delete', entity: markers, key: old, condition, marker: true })
    }
    if (next !== undefined) {
      const item = uniqueMarker(entity, constraint.name, { ...after, marker: next, owner: after.key })
      const condition: Condition = { kind: 'or', conditions: [...isOurs, isOwnedBy(after.key)] }
      actions.push({ kind: 'put', entity: markers, key: next, item, condition, marker: true })
    }
    return actions
  })
}
