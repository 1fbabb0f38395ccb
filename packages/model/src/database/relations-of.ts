import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { relationPlans } from '../relations/relations.ts'

/** How relations are kept right, where an entity's table has any. */
export function relationsOf({ table }: EntityDefinition): typeof relationPlans | undefined {
  return table.relations as typeof relationPlans | undefined
}
