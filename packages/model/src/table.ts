import type { SchemaInput, SchemaOutput, StandardSchema } from './codec/standard-schema.ts'
import {
  type Database,
  type DatabaseConfig,
  type EntityMap,
  openModel,
  type PatternMap,
} from './database/database.ts'
import { defineEntity } from './entities/define-entity.ts'
import type { EntityConfig, EntityDeclaration } from './entities/entity-config.ts'
import type {
  CheckedConfig,
  CheckedStored,
  CheckedTimes,
  Fields,
  InputType,
  ItemType,
  KeySlots,
  TimedItem,
} from './entities/entity-types.ts'
import type { KeptCopies, KeptCounters, KnownOptions } from './entities/relation-types.ts'
import {
  defineTable,
  type IndexConfig,
  type TableConfig,
  type TableDefinition,
} from './entities/table-definition.ts'
import { type AnyEntity, createEntity, type Entity } from './entity.ts'
import type { ModelClient } from './port/create-port.ts'
import { defineCollect } from './reads/define-collect.ts'
import type {
  CheckedWithin,
  CollectArgs,
  CollectOptions,
  CollectPattern,
  CollectResult,
  MemberDefinition,
} from './reads/pattern.ts'

/** The ways to address a table's items: `primary` for its own key, and the names of its indexes. */
type TableIndexNames<Config extends TableConfig> = 'primary' | (keyof Config['indexes'] & string)

/** A declaration that refers to other entities. */
type ReferringConfig =
  | { readonly belongsTo: object }
  | { readonly sequence: object }
  | { readonly copies: object }

/** The parts of an entity's declaration that no type of its verbs and patterns is made of. */
type ForDeclaration = 'schema' | 'unique' | 'copies' | 'limit' | 'describe' | 'expect' | 'allow'

interface CopiedAttributes {
  readonly [attribute: string]: string
}

/**
 * A table, with the names of its key attributes, in which entities are declared. A plain value without a connection.
 */
export interface Table<Config extends TableConfig> {
  readonly definition: TableDefinition
  /** Declares a kind of item. */
  entity<
    const Name extends string,
    Schema extends StandardSchema,
    const Given extends EntityConfig,
    // Not an alias, which declarations would print with all of `Given`; and without the types of other entities, which
    // would otherwise be repeated in those of every entity that refers to them: of these, the names of what an entity
    // keeps (`Parent.counter`) and follows are left.
    Kept extends EntityConfig = Given extends ReferringConfig
      ? {
          readonly [Option in keyof Given as Exclude<Option, ForDeclaration>]: Option extends 'belongsTo'
            ? {
                readonly [Name in keyof Given['belongsTo']]: Given['belongsTo'][Name] extends {
                  readonly copy: infer Copy extends CopiedAttributes
                }
                  ? { readonly entity: AnyEntity; readonly copy: Copy }
                  : { readonly entity: AnyEntity }
              }
            : Option extends 'sequence'
              ? { readonly [Name in keyof Given['sequence']]: { readonly key: string } }
              : Exclude<Given[Option], undefined>
        } & {
          readonly keeps: { readonly [Counter in KeptCounters<Given>]: true }
          readonly follows: { readonly [Name in KeptCopies<Given['belongsTo']>]: true }
        }
      : Given,
  >(
    name: Name,
    declaration: { readonly schema: Schema } & Given &
      CheckedConfig<Given, Fields<SchemaOutput<Schema>> & TimedItem<Given>, Config> &
      CheckedTimes<keyof Fields<SchemaOutput<Schema>>, Given> &
      CheckedStored<SchemaOutput<Schema>, Given>,
  ): Entity<{
    readonly name: Name
    readonly item: ItemType<SchemaOutput<Schema>, Kept>
    readonly input: InputType<SchemaInput<Schema>, Kept>
    readonly key: KeySlots<Kept, Config>
    readonly config: Kept
    readonly table: Config
  }>
  /** Declares a pattern that reads items of several entities in one partition. */
  collect<
    Index extends TableIndexNames<Config>,
    const Members extends { readonly [name: string]: MemberDefinition },
    Whole extends boolean = false,
    const Names extends readonly string[] = [],
  >(
    index: Index,
    members: Members,
    options?: CollectOptions<Whole, Names> & CheckedWithin<Members, Index, Names>,
  ): CollectPattern<CollectArgs<Members, Index, Names>, CollectResult<Members, Index, Whole>>
  /** Connects entities and patterns to a database. */
  connect<Entities extends EntityMap, Patterns extends PatternMap = Record<never, never>>(
    client: ModelClient,
    config: DatabaseConfig<Entities, Patterns>,
  ): Database<Entities, Patterns>
}

/**
 * Declares a table: the names of its key attributes and of those of its indexes.
 *
 * @example
 * import { shape } from '@monotable/model'
 * const shop = table('Shop', { key: { pk: 'PK', sk: 'SK' }, indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } } })
 * const Customer = shop.entity('Customer', {
 *   schema: shape<{ username: string; name: string }>(),
 *   key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
 * })
 * const shopDb = shop.connect(db, { entities: { Customer } })
 * shopDb.Customer.get({ username: 'alexdebrie' }).params()
 * // { operation: 'GetItem', input: { TableName: 'Shop', Key: {
 * //   PK: { S: 'CUSTOMER#alexdebrie' }, SK: { S: 'CUSTOMER#alexdebrie' } } } }
 */
export function table<const Config extends TableConfig>(
  name: string,
  config: Config &
    KnownOptions<Config, keyof TableConfig> & {
      readonly indexes?: {
        readonly [Index in keyof Config['indexes']]: KnownOptions<Config['indexes'][Index], keyof IndexConfig>
      }
    },
): Table<Config> {
  const definition = defineTable(name, config)
  return {
    definition,
    entity: (entity, declaration) => {
      return createEntity(
        defineEntity(definition, entity, declaration as unknown as EntityDeclaration),
      ) as never
    },
    collect: (index, members, options) => defineCollect(definition, index, members, options ?? {}) as never,
    connect: (client, connection) => openModel(client, connection),
  }
}
