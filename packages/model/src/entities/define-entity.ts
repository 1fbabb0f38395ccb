import { compileForms, type FormNode } from '../codec/stored-form.ts'
import type { Values } from '../keys/compile-template.ts'
import { definitionError, type ModelError } from '../model-error.ts'
import { getOwn } from '../util/own-property.ts'
import type { EntityDeclaration, EntityIndexConfig } from './entity-config.ts'
import type { Derivation, EntityDefinition, EntityIndex, EntityKey, EntityTtl } from './entity-definition.ts'
import { revisionAttribute } from './evolution.ts'
import { createKeyPart, type KeyPart } from './key-part.ts'
import { rebuildAttribute } from './rebuild-attribute.ts'
import { recountAttribute } from './recount-attribute.ts'
import { defineNone, type RelationDefiner } from './relation-definer.ts'
import { requireDeclaration } from './require-declaration.ts'
import { isSpread, type Spread } from './spread.ts'
import {
  findIndex,
  type IndexDefinition,
  type KeyAttribute,
  primary,
  type TableDefinition,
} from './table-definition.ts'

/** Completes the declaration of an entity; throws if something is wrong with it. */
export function defineEntity(
  table: TableDefinition,
  name: string,
  given: EntityDeclaration,
): EntityDefinition {
  requireDeclaration(name, given)
  const { spread } = given.shard ?? given.replicas ?? {}
  const ttl = readTtl(table, given)
  const timestamps =
    given.timestamps === true ? { created: 'createdAt', updated: 'updatedAt' } : given.timestamps
  const times = Object.values(timestamps ?? {})
  const values = compileForms(
    {
      ...(ttl && { [ttl.attribute]: ttl.apart ? 'date' : 'epoch' }),
      ...Object.fromEntries(times.map((time) => [time, 'date'] as const)),
      ...given.stored,
    },
    name,
  )
  const forms = given.storedAs?.nameForms(values) ?? values
  const key = primaryKey(table, name, given, { spread, forms })
  const indexes = new Map(
    Object.entries(given.index ?? {}).map(([index, config]): [string, EntityIndex] => {
      const definition = findIndex(table, index)
      if (definition === undefined) throw refusal(name, `"${primary}" is declared as "key", not as an index`)
      return [index, entityIndex({ entity: name, key, spread, forms }, definition, config)]
    }),
  )
  if (key.attributes.includes(timestamps?.updated ?? '')) {
    throw refusal(name, `"${timestamps?.updated}" changes with every write, and cannot be part of the key`)
  }
  const hidden = hiddenAttributes(table, key, [...indexes.values()], { ttl, spread })
  given.storedAs?.requireFree(name, hidden)
  // A history needs version numbers.
  const counted = given.version ?? (given.history && true)
  const version = counted === true ? 'version' : counted || undefined
  const definition: EntityDefinition = {
    name,
    table,
    schema: given.schema,
    forms,
    key,
    indexes,
    ttl,
    version,
    timestamps,
    managed: [version ?? [], times].flat(),
    readOnly: given.readOnly ?? [],
    unseen: given.hidden,
    computed: given.computed,
    history: given.history,
    distribution: (given.shard ?? given.replicas ?? table.periods)?.distribution,
    spread,
    period: given.period,
    evolution: given.evolution,
    hidden,
    view: { forms, hidden, names: [], nodes: [] },
    ...((table.relations as RelationDefiner | undefined)?.define ?? defineNone)(table, name, given),
    describe: given.describe,
    expect: given.expect,
    allow: given.allow,
  }
  definition.distribution?.requirePlaces(definition as never)
  forms.refuse?.(definition)
  return definition
}

function primaryKey(
  table: TableDefinition,
  name: string,
  { key, period }: EntityDeclaration,
  { spread, forms }: Pick<OwnKey, 'spread' | 'forms'>,
): EntityKey {
  const { pk, sk } = table.key
  if (key?.sk !== undefined && sk.length === 0) throw refusal(name, `${table.name} has no sort key`)
  if (key !== undefined && key.sk === undefined && sk.length > 0) {
    throw refusal(name, `${table.name} has the sort key ${sk[0]?.name}: declare key.sk`)
  }
  return entityKey(
    pk.map((attribute) => createKeyPart(attribute, key?.pk, { sorted: false, spread, forms })),
    sk.map((attribute) => createKeyPart(attribute, key?.sk, { sorted: true, spread, forms })),
    spread,
    // Treated as part of the key, since an item cannot move to the table of another period.
    period,
  )
}

function entityKey(
  pk: readonly KeyPart[],
  sk: readonly KeyPart[],
  spread: Spread | undefined,
  period?: string,
): EntityKey {
  const templates = [...pk, ...sk].map(({ template }) => template)
  const attributes = [...new Set([...templates.map((template) => template.attributes), period ?? []].flat())]
  const exact = templates.flatMap(({ slots }) => slots.map((slot) => slot.exact))
  const isPartitionSpread = pk.some(({ template }) => isSpread(template, spread))
  return {
    pk,
    sk,
    attributes,
    vague: attributes.filter((name) => !exact.includes(name)),
    spread: isPartitionSpread ? spread : undefined,
  }
}

/** What an index needs to know of its entity. */
interface OwnKey {
  readonly entity: string
  readonly key: EntityKey
  readonly spread: Spread | undefined
  readonly forms: FormNode
}

function entityIndex(
  { entity, key: tableKey, spread, forms }: OwnKey,
  definition: IndexDefinition,
  config: EntityIndexConfig,
): EntityIndex {
  const own = new Map([...tableKey.pk, ...tableKey.sk].map((part) => [part.attribute.name, part]))
  const parts = (attributes: readonly KeyAttribute[], given: EntityIndexConfig['sk'], sorted: boolean) => {
    const sources = [given ?? []].flat()
    if (sources.length > attributes.length) {
      const names = attributes.map(({ name }) => name).join(', ') || 'none'
      throw refusal(entity, `${definition.name} has ${sources.length} templates for: ${names}`)
    }
    return attributes.map((attribute, at) => {
      const source = sources[at] ?? own.get(attribute.name)?.template.source
      return createKeyPart(attribute, source, { sorted, spread, forms })
    })
  }
  const key = entityKey(parts(definition.pk, config.pk, false), parts(definition.sk, config.sk, true), spread)
  const when = Object.entries(config.when ?? {}).map(([attribute, value]) => ({
    attribute,
    values: [value].flat(),
  }))
  const derived = [...key.pk, ...key.sk].filter(({ isOwn, attribute }) => !isOwn && !own.has(attribute.name))
  if (when.length > 0 && derived.length === 0) {
    throw refusal(entity, `${definition.name} has "when", but its key is attributes that are there anyway`)
  }
  // A key without slots is set when the item itself is created.
  const { attributes } = key.attributes.length > 0 ? key : tableKey
  return {
    ...key,
    definition,
    when,
    policy: config.partial ?? 'read',
    dependencies: [...new Set([...attributes, ...when.map(({ attribute }) => attribute)])],
    derived,
  }
}

function readTtl(table: TableDefinition, { ttl, storedAs }: EntityDeclaration): EntityTtl | undefined {
  if (ttl === undefined) return undefined
  const { attribute, after } = typeof ttl === 'string' ? { attribute: ttl, after: undefined } : ttl
  const own = getOwn(storedAs?.names ?? {}, attribute) ?? attribute
  const stored = table.ttlAttribute ?? own
  return { attribute, stored, after, apart: stored === own ? undefined : expiryApart(attribute, stored) }
}

/**
 * Derives the attribute by which DynamoDB expires items, in seconds, from the application's attribute of another name.
 */
function expiryApart(attribute: string, name: string): Derivation {
  const encode = (values: Values) => {
    const expires = getOwn(values, attribute)
    return expires instanceof Date ? { N: String(Math.floor(expires.getTime() / 1000)) } : undefined
  }
  return {
    definition: { name },
    when: [],
    policy: 'read',
    attributes: [attribute],
    dependencies: [attribute],
    derived: [{ attribute: { name }, encode }],
  }
}

function hiddenAttributes(
  table: TableDefinition,
  key: EntityKey,
  indexes: readonly EntityIndex[],
  { ttl, spread }: { readonly ttl: EntityTtl | undefined; readonly spread: Spread | undefined },
): ReadonlySet<string> {
  const built = [...key.pk, ...key.sk].filter(({ isOwn }) => !isOwn)
  const parts = [...built, ...indexes.flatMap(({ derived }) => derived)]
  const names = [
    rebuildAttribute,
    recountAttribute,
    revisionAttribute,
    parts.map(({ attribute }) => attribute.name),
    table.typeAttribute ?? [],
    ttl?.apart ? ttl.stored : [],
    // A shard number that was drawn is stored with the item and visible to the application.
    spread?.drawn === false ? spread.slot : [],
  ]
  return new Set(names.flat())
}

function refusal(entity: string, what: string): ModelError {
  return definitionError(`Entity ${entity}: ${what}`, entity)
}
