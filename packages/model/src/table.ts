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

/** The names by which a table can be read: its own key, and its indexes. */
type TableIndexNames<Config extends TableConfig> = 'primary' | (keyof Config['indexes'] & string)

/** A table: what its keys are called. Entities are declared in it. A plain value; it talks to nothing. */
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
  /** Declares a way to read items of several entities that share a partition. */
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
  /** Gives entities their verbs and patterns their calls, on a database. */
  connect<Entities extends EntityMap, Patterns extends PatternMap = Record<never, never>>(
    client: ModelClient,
    config: DatabaseConfig<Entities, Patterns>,
  ): Database<Entities, Patterns>
}

/**
 * Declares a table: what its keys and those of its indexes are called.
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
