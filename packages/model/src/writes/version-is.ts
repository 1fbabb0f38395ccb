import type { EntityDefinition } from '../entities/entity-definition.ts'
import { attributeIs, type Condition } from '../expressions/condition.ts'
import { definitionError } from '../model-error.ts'

/** Returns the condition that an item still has the given version, if one is given. */
export function versionIs(entity: EntityDefinition, version: number | undefined): Condition | undefined {
  if (version === undefined) return undefined
  if (entity.version !== undefined) return attributeIs(entity.version, { N: String(version) })
  const message = `${entity.name} has no versions: declare "version: true", or leave out ifVersion`
  throw definitionError(message, entity.name)
}
