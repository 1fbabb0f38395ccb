import { definitionError } from '../model-error.ts'
import type { Periods } from './periods-config.ts'
import { requireOptions } from './require-options.ts'

/** The types that a key attribute can have. */
export type KeyType = 'S' | 'N' | 'B'

/** An attribute of the key of a table or index; text by default. */
export type KeyAttributeConfig = string | { readonly name: string; readonly type: KeyType }

/** The attributes of a table's key. */
export interface TableKeyConfig {
  readonly pk: KeyAttributeConfig
  readonly sk?: KeyAttributeConfig
}

/** What an index holds of each item, in addition to the keys. */
export type ProjectionConfig = 'ALL' | 'KEYS_ONLY' | { readonly include: readonly string[] }

/** An index. Each half of its key has up to four attributes. */
export interface IndexConfig {
  readonly pk: KeyAttributeConfig | readonly KeyAttributeConfig[]
  readonly sk?: KeyAttributeConfig | readonly KeyAttributeConfig[]
  readonly projection?: ProjectionConfig
  /** Whether it is a local index, with the table's partition key. */
  readonly local?: boolean
}

/** Maintains relations: `relations` of `@monotable/model/relations`. Programs without relations do not load it. */
export interface Relations {
  readonly define: (...given: never[]) => object
}

/** The declaration of a table. */
export interface TableConfig {
  readonly key: TableKeyConfig
  readonly indexes?: { readonly [name: string]: IndexConfig }
  /** The attribute that names the entity of an item; `false` for tables without one. */
  readonly type?: string | false
  /** The attribute by which DynamoDB expires items. */
  readonly ttl?: string
  /** Makes a table for each period: `periods('month')` of `@monotable/model/distribution`. */
  readonly periods?: Periods
  /** Lets entities declare `unique`, `belongsTo` and the like: `relations` of `@monotable/model/relations`. */
  readonly relations?: Relations
}

/** An attribute of a key, as it is stored. */
export interface KeyAttribute {
  readonly name: string
  readonly type: KeyType
}

/** The table's own key, or that of an index. */
export interface KeySchema {
  readonly pk: readonly KeyAttribute[]
  readonly sk: readonly KeyAttribute[]
}

/** A complete index. */
export interface IndexDefinition extends KeySchema {
  readonly name: string
  readonly projection: ProjectionConfig
  readonly local: boolean
}

/** A complete table. */
export interface TableDefinition {
  readonly name: string
  readonly key: KeySchema
  readonly indexes: ReadonlyMap<string, IndexDefinition>
  readonly typeAttribute: string | undefined
  readonly ttlAttribute: string | undefined
  /** Its periods, if it is a table for each: `base` is what all their names begin with. */
  readonly periods: (Periods & { readonly base: string }) | undefined
  readonly relations: Relations | undefined
}

/** The name of the table's own key among its indexes. */
export const primary = 'primary'

/** Completes the declaration of a table. */
export function defineTable(name: string, config: TableConfig): TableDefinition {
  const key = keySchema(`${name}.key`, config?.key)
  requireOptions(name, config, 'key indexes type ttl periods relations')
  const indexes = Object.entries(config.indexes ?? {}).map(([index, given]): [string, IndexDefinition] => {
    if (index === primary) {
      throw definitionError(`An index cannot be called "${primary}"`, name)
    }
    const what = `${name}.indexes.${index}`
    const { projection = 'ALL', local = false } = given
    const isKnown = typeof projection === 'object' || /^(ALL|KEYS_ONLY)$/.test(projection)
    if (!isKnown) throw definitionError(`${what}: there is no projection "${projection}"`, index)
    return [index, { name: index, ...keySchema(what, given, 'pk sk projection local'), projection, local }]
  })
  return {
    name,
    key,
    indexes: new Map(indexes),
    typeAttribute: config.type === false ? undefined : (config.type ?? '_type'),
    ttlAttribute: config.ttl,
    periods: config.periods && { ...config.periods, base: name },
    relations: config.relations,
  }
}

function keySchema(what: string, given: Partial<IndexConfig> = {}, known = 'pk sk'): KeySchema {
  requireOptions(what, given, known)
  if (given.pk === undefined) throw definitionError(`${what} needs pk`, what)
  return { pk: attributesOf(given.pk), sk: attributesOf(given.sk) }
}

/** Returns the index of a name; `undefined` for the table's own key. */
export function findIndex(table: TableDefinition, name: string): IndexDefinition | undefined {
  if (name === primary) return undefined
  const index = table.indexes.get(name)
  if (index !== undefined) return index
  const known = [primary, ...table.indexes.keys()].join(', ')
  throw definitionError(`${table.name} has no index "${name}"; it has ${known}`, table.name)
}

/** Whether an index, or the table itself, holds an attribute of each item. */
export function holdsAttribute(table: TableDefinition, index: string, attribute: string): boolean {
  const { projection = 'ALL' } = findIndex(table, index) ?? {}
  if (projection === 'ALL' || keyNames(table, index).includes(attribute)) return true
  return typeof projection === 'object' && projection.include.includes(attribute)
}

/** Returns the attributes of the table's key and of an index's. */
export function keyNames(table: TableDefinition, index = primary): string[] {
  return [table.key, findIndex(table, index) ?? table.key]
    .flatMap(({ pk, sk }) => [...pk, ...sk])
    .map(({ name }) => name)
}

function attributesOf(given: IndexConfig['sk']): KeyAttribute[] {
  return [given ?? []]
    .flat()
    .map((attribute) => (typeof attribute === 'string' ? { name: attribute, type: 'S' } : attribute))
}
