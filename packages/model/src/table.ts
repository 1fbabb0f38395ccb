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
import type { KnownOptions } from './entities/relation-types.ts'
import {
  defineTable,
  type IndexConfig,
  type TableConfig,
  type TableDefinition,
} from './entities/table-definition.ts'
import { createEntity, type Entity } from './entity.ts'
import type { ModelClient } from './port/create-port.ts'
import { defineCollect } from './reads/define-collect.ts'
import type {
  CollectArgs,
  CollectOptions,
  CollectPattern,
  CollectResult,
  MemberDefinition,
  WithinArgs,
} from './reads/pattern.ts'

/** The ways to address a table's items: `primary` for its own key, and the names of its indexes. */
type TableIndexNames<Config extends TableConfig> = 'primary' | (keyof Config['indexes'] & string)

/**
 * A table, with the names of its key attributes, in which entities are declared. A plain value without a connection.
 */
export interface Table<Config extends TableConfig> {
  readonly definition: TableDefinition
  /** Declares a kind of item. */
  entity<const Name extends string, Schema extends StandardSchema, const Given extends EntityConfig>(
    name: Name,
    declaration: { readonly schema: Schema } & Given &
      CheckedConfig<Given, Fields<SchemaOutput<Schema>> & TimedItem<Given>, Config> &
      CheckedTimes<keyof Fields<SchemaOutput<Schema>>, Given> &
      CheckedStored<SchemaOutput<Schema>, Given>,
  ): Entity<{
    readonly name: Name
    readonly item: ItemType<SchemaOutput<Schema>, Given>
    readonly input: InputType<SchemaInput<Schema>, Given>
    readonly key: KeySlots<Given, Config>
    readonly config: Given
    readonly table: Config
  }>
  /** Declares a pattern that reads items of several entities in one partition. */
  collect<
    Index extends TableIndexNames<Config>,
    const Members extends { readonly [name: string]: MemberDefinition },
    Whole extends boolean = false,
    Name extends string = never,
  >(
    index: Index,
    members: Members,
    options?: CollectOptions<Whole, Name>,
  ): CollectPattern<
    CollectArgs<Members, Index> & WithinArgs<Members, Name>,
    CollectResult<Members, Index, Whole>
  >
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
    collect: (index, members, options = {}) => defineCollect(definition, index, members, options) as never,
    connect: (client, connection) => openModel(client, connection),
  }
}
