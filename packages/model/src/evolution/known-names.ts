import { attributesOf } from '../checks/schema-facts.ts'
import { storedName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'

/** Returns the attributes that an item may have, as far as its schema shows them, by their names in the table. */
export function knownNames(entity: EntityDefinition): string[] {
  const names = [...(attributesOf(entity)?.keys() ?? []), ...entity.managed]
  return names.map((name) => storedName(entity.forms, name))
}
