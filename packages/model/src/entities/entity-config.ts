import type { StandardSchema } from '../codec/standard-schema.ts'
import type { StoredForms } from '../codec/stored-form.ts'
import type { Computed } from './computed-config.ts'
import type { Duration } from './duration.ts'
import type { EntityAllowance, EntityExpectation, PartialPolicy } from './entity-definition.ts'
import type { Evolution } from './evolution.ts'
import type { History } from './history-config.ts'
import type { RelationConfig } from './relation-config.ts'
import type { Replicas, Shards } from './spread.ts'
import type { StoredAs } from './stored-names-config.ts'
import type { Timestamps } from './timestamps.ts'

/** The templates of an entity's key in the table. */
export interface EntityKeyConfig {
  readonly pk: string
  readonly sk?: string
}

/** How an entity stands in an index. What is left out is the attribute itself, or the table's own key. */
export interface EntityIndexConfig {
  readonly pk?: string | readonly string[]
  readonly sk?: string | readonly string[]
  /** An item is in the index only while its attributes have these values (one, or any of a list). */
  readonly when?: { readonly [attribute: string]: unknown }
  /**
   * What `update` does when it changes some of what the key is made of and not all is known: `read` the rest and write
   * on condition (the default), `require` all to be given, `preserve` the key as it is, or `drop` the item from the
   * index.
   */
  readonly partial?: PartialPolicy
}

/** What an entity is, beside its schema. */
export interface EntityConfig extends RelationConfig {
  /** Left out for tables whose key is attributes as they are. */
  readonly key?: EntityKeyConfig
  readonly index?: { readonly [index: string]: EntityIndexConfig }
  /** The attribute (a Date) that says when an item expires, and how long items live that do not say. */
  readonly ttl?: string | { readonly attribute: string; readonly after?: Duration }
  /** Counts the writes of an item, for optimistic locking: in `version`, or in an attribute of another name. */
  readonly version?: true | string
  /**
   * Keeps when an item was made and when it was last written, as Dates: in `createdAt` and `updatedAt`, or in attributes
   * of other names, both or one of them.
   */
  readonly timestamps?: true | Timestamps
  /** Attributes that are set when an item is made, and that no update changes. */
  readonly readOnly?: readonly string[]
  /** Attributes that are stored, and that no answer has unless `select` names them. */
  readonly hidden?: readonly string[]
  /** Attributes that are made of others, and follow them: `computed(…)` of `@monotable/model/computed`. */
  readonly computed?: Computed
  /** Keeps the versions of items: `snapshots()` or `pointer()` of `@monotable/model/history`; counts them, too. */
  readonly history?: History
  /** What `{shard}` in the templates of partition keys is: `shards(…)` of `@monotable/model/distribution`. */
  readonly shard?: Shards
  /** How many copies of an item there are: `replicas(3)` of `@monotable/model/distribution`. */
  readonly replicas?: Replicas
  /** The attribute (a Date, or ISO text) whose period says which table an item is in, where tables have periods. */
  readonly period?: string
  /** The versions that the shape of items has had: `evolution({ 2: { up } })`. */
  readonly evolution?: Evolution
  /**
   * How values are stored whose type cannot be seen in what is stored: Dates, bigints, and what has a form of its own,
   * `form(…)` of `@monotable/model/forms`.
   */
  readonly stored?: StoredForms
  /** What attributes are called in the table, where they have other names there: `storedAs(…)` of `@monotable/model/names`. */
  readonly storedAs?: StoredAs
  /** What it is, for people. */
  readonly describe?: string
  /** What is expected of it; `check` works out costs and limits from it. */
  readonly expect?: EntityExpectation
  /** What `check` says nothing about, since it is meant so. */
  readonly allow?: readonly EntityAllowance[]
}

/** An entity as it is declared. */
export interface EntityDeclaration extends EntityConfig {
  readonly schema: StandardSchema
}
