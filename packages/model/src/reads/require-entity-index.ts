import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import { findIndex, primary } from '../entities/table-definition.ts'
import { definitionError } from '../model-error.ts'

/** Returns an entity's key in the table or in an index; refuses an index that the entity is not in. */
export function requireEntityIndex(entity: EntityDefinition, index: string): EntityKey {
  if (index === primary) return entity.key
  const found = entity.indexes.get(index)
  if (found !== undefined) return found
  findIndex(entity.table, index)
  const message = `Entity ${entity.name} is not in ${index}: declare index.${index}`
  throw definitionError(message, entity.name)
}
