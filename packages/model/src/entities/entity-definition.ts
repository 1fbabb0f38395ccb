import type { ItemView } from '../codec/decode-value.ts'
import type { StandardSchema } from '../codec/standard-schema.ts'
import type { FormNode } from '../codec/stored-form.ts'
import type { Computed } from './computed-config.ts'
import type { Duration } from './duration.ts'
import type { Evolution } from './evolution.ts'
import type { History } from './history-config.ts'
import type { KeyPart } from './key-part.ts'
import type { Distribution, Spread } from './spread.ts'
import type { IndexDefinition, TableDefinition } from './table-definition.ts'
import type { Timestamps } from './timestamps.ts'

/**
 * What an update does with an index key when it changes some of the attributes in the key and not all of them are
 * known.
 */
export type PartialPolicy = 'require' | 'read' | 'preserve' | 'drop'

/** How the key of an entity is built, in the table or in an index. */
export interface EntityKey {
  readonly pk: readonly KeyPart[]
  readonly sk: readonly KeyPart[]
  /** The attributes that the key contains. */
  readonly attributes: readonly string[]
  /**
   * Attributes whose value cannot be read from the key: their case is folded, or they only decide on a shard or period.
   */
  readonly vague: readonly string[]
  /** The shards or replicas over which the partition is spread, if it is. */
  readonly spread: Spread | undefined
}

/** A condition for an item to be in an index: an attribute has one of some values. */
export interface IndexCondition {
  readonly attribute: string
  readonly values: readonly unknown[]
}

/** Stored attributes that are derived from others and follow their changes: either all of them are present, or none. */
export interface Derivation {
  readonly definition: { readonly name: string }
  readonly when: readonly IndexCondition[]
  readonly policy: PartialPolicy
  /** The attributes from which they are derived. */
  readonly attributes: readonly string[]
  /** The attributes that affect them: those from which they are derived, and those in `when`. */
  readonly dependencies: readonly string[]
  readonly derived: readonly DerivedPart[]
}

/** A stored attribute that is derived from others. */
export interface DerivedPart extends Pick<KeyPart, 'encode'> {
  readonly attribute: { readonly name: string }
}

/** An entity's key in an index; `derived` are the parts that are built and stored for this index alone. */
export interface EntityIndex extends EntityKey, Derivation {
  readonly definition: IndexDefinition
  readonly derived: readonly KeyPart[]
}

/** When the items of an entity expire. */
export interface EntityTtl {
  /** The application's attribute: a Date. */
  readonly attribute: string
  /** The stored attribute, in seconds. */
  readonly stored: string
  /** Derives the stored attribute from the application's, if they are two. */
  readonly apart: Derivation | undefined
  /** The default lifetime of an item. */
  readonly after: Duration | undefined
}

/** The expected volume of an entity, at worst. */
export interface EntityExpectation {
  /** The size of an item, including the names of its attributes. */
  readonly itemBytes?: number
  /** The total number of items. */
  readonly items?: number
  /** The number of items in one partition of the table. */
  readonly perPartition?: number
  readonly writesPerSecond?: number
}

/**
 * Findings that an entity may be exempt from, though they are mostly mistakes: a crowded partition (`hot`), keys that
 * another entity's items could have (`collision`), large items (`large`), much data copied into indexes (`copies`).
 */
export type EntityAllowance = 'hot' | 'collision' | 'large' | 'copies'

/** How something is kept in step: in the same transaction, or afterwards, from the stream. */
export type Via = 'transaction' | 'stream'

/** The key of a marker: an item that belongs to no entity, with a key made of the entity's attributes. */
export interface MarkerKey {
  readonly name: string
  readonly parts: readonly KeyPart[]
  readonly attributes: readonly string[]
}

/** Another entity, whose item is found by attributes of this one. */
export interface Reference {
  readonly name: string
  readonly entity: EntityDefinition
  /** For each attribute of the other entity's key, the attribute here. */
  readonly by: ReadonlyMap<string, string>
}

/** A relation to a parent. */
export interface ParentRelation extends Reference {
  readonly mustExist: boolean
  readonly count: string | undefined
  /** Attributes here, and the parent's attributes that they copy. */
  readonly copy: ReadonlyMap<string, string>
  readonly find: string | undefined
  readonly via: Via
}

/** Where the numbers of an attribute come from. */
export type SequenceRule =
  | { readonly attribute: string; readonly of: Reference; readonly counter: string }
  | { readonly attribute: string; readonly of?: undefined; readonly key: MarkerKey }

/** Another item that repeats some attributes. */
export interface CopyRule {
  readonly name: string
  readonly to: EntityDefinition
  /** The attributes that it is made of. */
  readonly attributes: readonly string[]
  /** Returns what to store for an item. */
  readonly itemsOf: (item: { readonly [attribute: string]: unknown }) => readonly object[]
  readonly via: Via
}

/** All that an entity declares about other items. */
export interface RelationDefinitions {
  readonly unique: readonly MarkerKey[]
  readonly limit: ReadonlyMap<string, number>
  readonly sequence: readonly SequenceRule[]
  readonly belongsTo: ReadonlyMap<string, ParentRelation>
  readonly copies: readonly CopyRule[]
}

/** A complete entity: everything that planning needs to know. */
export interface EntityDefinition extends RelationDefinitions {
  readonly name: string
  readonly table: TableDefinition
  readonly schema: StandardSchema
  /** How its values are stored, and under which names. */
  readonly forms: FormNode
  readonly key: EntityKey
  readonly indexes: ReadonlyMap<string, EntityIndex>
  readonly ttl: EntityTtl | undefined
  /** The attribute that counts the writes of an item. */
  readonly version: string | undefined
  /** The attributes that hold when an item was created, and when it was last written. */
  readonly timestamps: Timestamps | undefined
  /** The attributes that only the model writes: the version and the timestamps. */
  readonly managed: readonly string[]
  /** The attributes that are set when an item is created, and never by an update. */
  readonly readOnly: readonly string[]
  /** The application's attributes that results omit unless they are selected. */
  readonly unseen: readonly string[] | undefined
  /** The attributes that are computed from others. */
  readonly computed: Computed | undefined
  /** How versions of its items are kept. */
  readonly history: History | undefined
  /** Writes and finds items that are spread over several places. */
  readonly distribution: Distribution | undefined
  /** The meaning of `{shard}` or `{replica}` in its keys. */
  readonly spread: Spread | undefined
  /** The attribute that decides in which period's table an item is. */
  readonly period: string | undefined
  /** The versions of its shape. */
  readonly evolution: Evolution | undefined
  /** Stored attributes that the application does not see. */
  readonly hidden: ReadonlySet<string>
  /** How its items are decoded. */
  readonly view: ItemView
  readonly describe: string | undefined
  readonly expect: EntityExpectation | undefined
  readonly allow: readonly EntityAllowance[] | undefined
}
