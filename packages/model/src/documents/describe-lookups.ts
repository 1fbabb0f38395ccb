import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { KeyPart } from '../entities/key-part.ts'
import { primary } from '../entities/table-definition.ts'
import { versionEntity } from '../history/version-entity.ts'
import { describePart } from './describe-part.ts'
import type { LookupDescription } from './model-description.ts'

/** Describes the Queries that an entity's verbs make, and those that the stream's handler makes for it. */
export function describeLookups(
  entity: EntityDefinition,
  model: readonly EntityDefinition[],
): LookupDescription[] {
  const own = (kind: LookupDescription['kind'], pk: readonly KeyPart[]): LookupDescription => {
    return { kind, table: entity.table.name, index: primary, pk: pk.map(describePart) }
  }
  return [
    ...copiesOf(entity, model),
    ...entity.unique.map(({ parts }) => own('marker', parts.slice(0, entity.table.key.pk.length))),
    ...versionsOf(entity).map((pk) => own('versions', pk)),
  ]
}

/** Describes the items that hold copies of an entity's attributes and follow their changes. */
function copiesOf(entity: EntityDefinition, model: readonly EntityDefinition[]): LookupDescription[] {
  return model.flatMap((child) =>
    [...child.belongsTo.values()]
      .filter((relation) => relation.entity === entity && relation.copy.size > 0)
      .map(({ find: index = primary, via }): LookupDescription => {
        const { pk } = (index === primary ? child.key : child.indexes.get(index)) ?? { pk: [] }
        return {
          kind: 'copies',
          table: child.table.name,
          index,
          pk: pk.map(describePart),
          entity: child.name,
          ...(via === 'stream' && { via }),
        }
      }),
  )
}

function versionsOf(entity: EntityDefinition): (readonly KeyPart[])[] {
  if (entity.history === undefined) return []
  try {
    return [versionEntity(entity).key.pk]
  } catch {
    // Problems are reported by `check`.
    return []
  }
}
