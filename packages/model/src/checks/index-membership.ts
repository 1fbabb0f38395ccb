import { codeName, storedName } from '../codec/stored-form.ts'
import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import { createKeyPart, type KeyPart } from '../entities/key-part.ts'
import type { KeyAttribute, KeyType } from '../entities/table-definition.ts'
import type { Finding } from './finding.ts'
import { keyIn } from './model-facts.ts'
import { type AttributeFacts, attributesOf, nullableOf } from './schema-facts.ts'

/**
 * Returns the key under which an entity's items are in an index, if they are; also in an index that the entity does not
 * name. DynamoDB puts an item into every index whose key attributes it has, for whatever reason.
 */
export function keyInAny(entity: EntityDefinition, index: string): EntityKey | undefined {
  const named = keyIn(entity, index)
  const definition = entity.table.indexes.get(index)
  if (named !== undefined || definition === undefined) return named
  const pk = definition.pk.flatMap((attribute) => storedPart(entity, attribute, false) ?? [])
  const sk = definition.sk.flatMap((attribute) => storedPart(entity, attribute, true) ?? [])
  if (pk.length < definition.pk.length || sk.length < definition.sk.length) return undefined
  const attributes = [...pk, ...sk].flatMap(({ template }) => template.attributes)
  return { pk, sk, attributes: [...new Set(attributes)], vague: [], spread: undefined }
}

/** Returns how an entity's items get a key attribute: from another of their keys, or as an attribute of their own. */
function storedPart(entity: EntityDefinition, attribute: KeyAttribute, sorted: boolean): KeyPart | undefined {
  const keys = [entity.key, ...entity.indexes.values()]
  const part = keys
    .flatMap(({ pk, sk }) => [...pk, ...sk])
    .find((one) => one.attribute.name === attribute.name)
  if (part !== undefined) return part
  const facts = attributesOf(entity)?.get(codeName(entity.forms, attribute.name))
  if (facts === undefined || contradicts(facts, attribute.type)) return undefined
  return createKeyPart(attribute, undefined, { sorted, forms: entity.forms })
}

/**
 * Checks that attributes with the names of an index's key attributes have its types: otherwise every write is refused.
 */
export function checkIndexTypes(entity: EntityDefinition): Finding[] {
  const facts = attributesOf(entity)
  const nullable = nullableOf(entity)
  return [...entity.table.indexes.values()].flatMap(({ name: index, pk, sk }) =>
    [...pk, ...sk].flatMap((attribute): Finding[] => {
      const { name: stored, type } = attribute
      const name = codeName(entity.forms, stored)
      // An attribute that is stored under another name is no key.
      const shown = storedName(entity.forms, name) === stored ? facts?.get(name) : undefined
      if (shown === undefined) return []
      const about = { code: 'index-key-type', entity: entity.name, index } as const
      const key = `${index} has "${stored}" of type ${type} in its key`
      if (contradicts(shown, type)) {
        const message = `${key}, and ${entity.name} has an attribute of that name that is a ${shown.kind}: DynamoDB refuses every item that has it, even of an entity that is not in the index.`
        return [{ ...about, severity: 'error', message, advice: 'Give one of the two another name.' }]
      }
      if (!nullable.includes(name)) return []
      const message = `${key}, and "${name}" of ${entity.name} may be null: DynamoDB refuses an item with null there instead of leaving it out of the index.`
      const advice = 'Make the attribute optional instead, and remove it where it has no value.'
      return [{ ...about, severity: 'warning', message, advice }]
    }),
  )
}

/**
 * Whether a value of a kind cannot be a key of a type. The stored form of dates and of other kinds is not known here.
 */
function contradicts({ kind }: AttributeFacts, type: KeyType): boolean {
  if (kind === 'date' || kind === 'other') return false
  return kind !== (type === 'S' ? 'text' : type === 'N' ? 'number' : 'binary')
}
