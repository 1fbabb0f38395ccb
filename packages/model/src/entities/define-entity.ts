import { compileForms, type StoredForm } from '../codec/stored-form.ts'
import { ModelError } from '../model-error.ts'
import type { EntityDeclaration, EntityIndexConfig } from './entity-config.ts'
import type { EntityDefinition, EntityIndex, EntityKey, EntityTtl } from './entity-definition.ts'
import { createKeyPart, type KeyPart } from './key-part.ts'
import {
  findIndex,
  type IndexDefinition,
  type KeyAttribute,
  primary,
  type TableDefinition,
} from './table-definition.ts'

/** Completes what is declared of an entity, or says what is wrong with it. */
export function defineEntity(
  table: TableDefinition,
  name: string,
  given: EntityDeclaration,
): EntityDefinition {
  const key = primaryKey(table, name, given)
  const indexes = new Map(
    Object.entries(given.index ?? {}).map(([index, config]): [string, EntityIndex] => {
      const definition = findIndex(table, index)
      if (definition === undefined)
        throw definitionError(name, `"${primary}" is declared as "key", not as an index`)
      return [index, entityIndex(name, key, definition, config)]
    }),
  )
  const ttl = readTtl(table, given)
  const forms = ttl === undefined ? given.stored : { [ttl.attribute]: ttlForm(ttl), ...given.stored }
  const version = given.version === true ? 'version' : given.version
  return {
    name,
    table,
    schema: given.schema,
    forms: compileForms(forms ?? {}),
    key,
    indexes,
    ttl,
    version,
    hidden: hiddenAttributes(table, key, [...indexes.values()], ttl),
  }
}

function primaryKey(table: TableDefinition, name: string, { key }: EntityDeclaration): EntityKey {
  const { pk, sk } = table.key
  if (key?.sk !== undefined && sk.length === 0) throw definitionError(name, `${table.name} has no sort key`)
  if (key !== undefined && key.sk === undefined && sk.length > 0) {
    throw definitionError(name, `${table.name} has the sort key ${sk[0]?.name}: declare key.sk`)
  }
  return entityKey(
    pk.map((attribute) => createKeyPart(attribute, key?.pk ?? `{${attribute.name}}`, false)),
    sk.map((attribute) => createKeyPart(attribute, key?.sk ?? `{${attribute.name}}`, true)),
  )
}

function entityKey(pk: readonly KeyPart[], sk: readonly KeyPart[]): EntityKey {
  const attributes = [...pk, ...sk].flatMap(({ template }) => template.attributes)
  return { pk, sk, attributes: [...new Set(attributes)] }
}

function entityIndex(
  entity: string,
  tableKey: EntityKey,
  definition: IndexDefinition,
  config: EntityIndexConfig,
): EntityIndex {
  const own = [...tableKey.pk, ...tableKey.sk]
  const parts = (attributes: readonly KeyAttribute[], given: EntityIndexConfig['sk'], sorted: boolean) => {
    const sources = given === undefined ? [] : [given].flat()
    if (sources.length > attributes.length) {
      const names = attributes.map(({ name }) => name).join(', ') || 'none'
      throw definitionError(entity, `${definition.name} has ${sources.length} templates for: ${names}`)
    }
    return attributes.map((attribute, at) => {
      const source =
        sources[at] ?? own.find((part) => part.attribute.name === attribute.name)?.template.source
      return createKeyPart(attribute, source ?? `{${attribute.name}}`, sorted)
    })
  }
  const key = entityKey(parts(definition.pk, config.pk, false), parts(definition.sk, config.sk, true))
  const when = Object.entries(config.when ?? {}).map(([attribute, value]) => ({
    attribute,
    values: [value].flat(),
  }))
  const derived = [...key.pk, ...key.sk].filter(
    (part) =>
      part.plain !== part.attribute.name &&
      !own.some((ownPart) => ownPart.attribute.name === part.attribute.name),
  )
  if (when.length > 0 && derived.length === 0) {
    throw definitionError(
      entity,
      `${definition.name} has "when", but its key is attributes that are there anyway`,
    )
  }
  return {
    ...key,
    definition,
    when,
    policy: config.partial ?? 'read',
    dependencies: [...new Set([...key.attributes, ...when.map(({ attribute }) => attribute)])],
    derived,
  }
}

function readTtl(table: TableDefinition, { ttl }: EntityDeclaration): EntityTtl | undefined {
  if (ttl === undefined) return undefined
  const { attribute, after } = typeof ttl === 'string' ? { attribute: ttl, after: undefined } : ttl
  return { attribute, stored: table.ttlAttribute ?? attribute, after }
}

function ttlForm({ attribute, stored }: EntityTtl): StoredForm {
  return attribute === stored ? 'epoch' : 'date'
}

function hiddenAttributes(
  table: TableDefinition,
  key: EntityKey,
  indexes: readonly EntityIndex[],
  ttl: EntityTtl | undefined,
): ReadonlySet<string> {
  const built = [...key.pk, ...key.sk].filter((part) => part.plain !== part.attribute.name)
  const parts = [...built, ...indexes.flatMap(({ derived }) => derived)]
  const names = parts.map(({ attribute }) => attribute.name)
  if (table.typeAttribute !== undefined) names.push(table.typeAttribute)
  if (ttl !== undefined && ttl.stored !== ttl.attribute) names.push(ttl.stored)
  return new Set(names)
}

function definitionError(entity: string, what: string): ModelError<'DEFINITION'> {
  return new ModelError('DEFINITION', `Entity ${entity}: ${what}`, { subject: entity })
}
