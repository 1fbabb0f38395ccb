import type { EntityDefinition, ParentRelation } from '../entities/entity-definition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { AnyModel } from '../model.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { Derivation } from './projection.ts'

/**
 * Returns what a model leaves to the stream (`via: 'stream'`), by name: counts of children, and copies under another
 * key. The name includes the table when needed, as two tables may have entities of the same name.
 */
export function relationDerivations(model: AnyModel): readonly (readonly [string, Derivation])[] {
  const derivations: (readonly [string, Derivation])[] = []
  for (const { definition: entity } of Object.values(model.entities)) {
    for (const relation of entity.belongsTo.values()) {
      if (relation.via !== 'stream' || relation.count === undefined) continue
      const counted = countOf(entity, relation, relation.count)
      derivations.push([nameOf(counted, relation.name), counted])
    }
    for (const { name, to, itemsOf, via } of entity.copies) {
      if (via !== 'stream') continue
      const derive = (item: object) => itemsOf(item as Values)
      const copied: Derivation = { kind: 'projection', source: entity, target: to, derive }
      derivations.push([nameOf(copied, name), copied])
    }
  }
  return derivations
}

/**
 * Returns the name of a derivation. The ledger is in the target's table, where an entity of the same name may be
 * followed as well.
 */
function nameOf({ source, target }: Derivation, name: string): string {
  const own = `${source.name}.${name}`
  return source.table.name === target.table.name ? own : `${source.table.name}/${own}`
}

function countOf(source: EntityDefinition, relation: ParentRelation, count: string): Derivation {
  return {
    kind: 'aggregate',
    source,
    target: relation.entity,
    // A count is an attribute of an existing item, and no reason to create one.
    creates: false,
    derive: (item) => {
      const key = parentKey(relation, item as Values)
      return key === undefined ? [] : [{ key, amounts: { [count]: 1 } }]
    },
  }
}

/** Returns the attributes of the parent's key; `undefined` if the item has no parent. */
export function parentKey({ by }: ParentRelation, item: Values): Values | undefined {
  const key: { [attribute: string]: unknown } = {}
  for (const [slot, own] of by) {
    const value = getOwn(item, own)
    if (value === undefined || value === null) return undefined
    setOwn(key, slot, value)
  }
  return key
}
