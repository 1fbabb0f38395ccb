import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { relationPlans } from '../relations/relations.ts'

/** Returns the functions that maintain relations, if the entity's table has any relations. */
export function relationsOf({ table }: EntityDefinition): typeof relationPlans | undefined {
  return table.relations as typeof relationPlans | undefined
}
