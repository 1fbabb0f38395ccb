import { codeName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Finding } from './finding.ts'
import { attributesOf } from './schema-facts.ts'

/** Checks that no attribute of the schema has the name of another in the table; the compiler reports this, too. */
export function checkStoredNames(entity: EntityDefinition): Finding[] {
  const names = [...(attributesOf(entity)?.keys() ?? []), ...entity.managed]
  return names
    .filter((name) => codeName(entity.forms, name) !== name)
    .map((name) => ({
      code: 'stored-name-taken',
      severity: 'error',
      entity: entity.name,
      message: `"${codeName(entity.forms, name)}" of ${entity.name} is called "${name}" in the table, but there is also an attribute "${name}": an item with it cannot be written.`,
      advice: `Give one of the two another name in storedAs; you can also rename "${name}" there.`,
    }))
}
