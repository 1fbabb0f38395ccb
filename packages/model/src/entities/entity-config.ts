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

/** An entity's key in an index. A part that is left out is the attribute itself, or that of the table's own key. */
export interface EntityIndexConfig {
  readonly pk?: string | readonly string[]
  readonly sk?: string | readonly string[]
  /** The item is in the index only while these attributes have these values (one, or any of a list). */
  readonly when?: { readonly [attribute: string]: unknown }
  /**
   * What `update` does when it changes some of the attributes in the key and not all of them are known: `read` the
   * others and write conditionally (the default), `require` all of them, `preserve` the key as it is, or `drop` the
   * item from the index.
   */
  readonly partial?: PartialPolicy
}

/** The declaration of an entity, apart from its schema. */
export interface EntityConfig extends RelationConfig {
  /** Can be left out if the attributes of the table's key are attributes of the schema. */
  readonly key?: EntityKeyConfig
  readonly index?: { readonly [index: string]: EntityIndexConfig }
  /** The attribute (a Date) that holds when an item expires, and how long items live for which it is not given. */
  readonly ttl?: string | { readonly attribute: string; readonly after?: Duration }
  /** Counts the writes of an item, for optimistic locking: in `version`, or in an attribute of another name. */
  readonly version?: true | string
  /**
   * Records when an item was created and when it was last written, as Dates: in `createdAt` and `updatedAt`, or in
   * attributes of other names, both or one of them.
   */
  readonly timestamps?: true | Timestamps
  /** Attributes that are set when an item is created, and that no update may change. */
  readonly readOnly?: readonly string[]
  /** Stored attributes that results omit unless `select` names them. */
  readonly hidden?: readonly string[]
  /**
   * Attributes that are computed from others and follow their changes: `computed(…)` of `@monotable/model/computed`.
   */
  readonly computed?: Computed
  /** Keeps the versions of items: `snapshots()` or `pointer()` of `@monotable/model/history`. Implies `version`. */
  readonly history?: History
  /** The meaning of `{shard}` in the templates of partition keys: `shards(…)` of `@monotable/model/distribution`. */
  readonly shard?: Shards
  /** The number of copies of each item: `replicas(3)` of `@monotable/model/distribution`. */
  readonly replicas?: Replicas
  /** The attribute (a Date, or ISO text) that decides in which period's table an item is, for tables with periods. */
  readonly period?: string
  /** The versions that the shape of items has had: `evolution({ 2: { up } })`. */
  readonly evolution?: Evolution
  /**
   * How to store values whose type the stored value does not show: Dates, bigints, and values in a form of your own,
   * `form(…)` of `@monotable/model/forms`.
   */
  readonly stored?: StoredForms
  /**
   * The names of attributes in the table, where they differ from the schema's: `storedAs(…)` of
   * `@monotable/model/names`.
   */
  readonly storedAs?: StoredAs
  /** A description for human readers. */
  readonly describe?: string
  /** Expected sizes and rates, from which `check` calculates costs and limits. */
  readonly expect?: EntityExpectation
  /** Findings that `check` should not report, since they are intended. */
  readonly allow?: readonly EntityAllowance[]
}

/** The declaration of an entity, with its schema. */
export interface EntityDeclaration extends EntityConfig {
  readonly schema: StandardSchema
}
