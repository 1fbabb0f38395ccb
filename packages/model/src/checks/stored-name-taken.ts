import { codeName } from '../codec/stored-form.ts'
import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { Finding } from './finding.ts'
import { attributesOf } from './schema-facts.ts'

/** That no attribute of the schema has the name that another has in the table; TypeScript sees it, too. */
export function checkStoredNames(entity: EntityDefinition): Finding[] {
  const names = [...(attributesOf(entity)?.keys() ?? []), ...entity.managed]
  return names
    .filter((name) => codeName(entity.forms, name) !== name)
    .map((name) => ({
      code: 'stored-name-taken',
      severity: 'error',
      entity: entity.name,
      message: `"${codeName(entity.forms, name)}" of ${entity.name} is called "${name}" in the table, and there is an attribute "${name}", too: an item with it cannot be written.`,
      advice: `Give one of the two another name in storedAs; "${name}" itself can have one there.`,
    }))
}
