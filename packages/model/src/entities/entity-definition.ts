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

/** What an update does with a key of an index when it changes some of what the key is made of, and not all is known. */
export type PartialPolicy = 'require' | 'read' | 'preserve' | 'drop'

/** How an entity's key is made, in the table or in an index. */
export interface EntityKey {
  readonly pk: readonly KeyPart[]
  readonly sk: readonly KeyPart[]
  /** The attributes that it is made of. */
  readonly attributes: readonly string[]
  /** Those of them of which it does not tell the value: their case does not matter, or only their shard or period does. */
  readonly vague: readonly string[]
  /** What the partition is spread over, where it is. */
  readonly spread: Spread | undefined
}

/** What must hold for an item to be in an index: an attribute has one of some values. */
export interface IndexCondition {
  readonly attribute: string
  readonly values: readonly unknown[]
}

/** Stored attributes that are made of others, and follow them: all of them are there, or none. */
export interface Derivation {
  readonly definition: { readonly name: string }
  readonly when: readonly IndexCondition[]
  readonly policy: PartialPolicy
  /** The attributes that they are made of. */
  readonly attributes: readonly string[]
  /** The attributes that decide on them: those that they are made of, and those of `when`. */
  readonly dependencies: readonly string[]
  readonly derived: readonly DerivedPart[]
}

/** A stored attribute that is made of others. */
export interface DerivedPart extends Pick<KeyPart, 'encode'> {
  readonly attribute: { readonly name: string }
}

/** How an entity stands in an index: `derived` are the parts that are built and stored for this index alone. */
export interface EntityIndex extends EntityKey, Derivation {
  readonly definition: IndexDefinition
  readonly derived: readonly KeyPart[]
}

/** When an entity's items expire. */
export interface EntityTtl {
  /** The application's attribute: a Date. */
  readonly attribute: string
  /** The stored attribute, in seconds. */
  readonly stored: string
  /** How it follows the application's, where it is another attribute. */
  readonly apart: Derivation | undefined
  /** How long an item lives that says nothing else. */
  readonly after: Duration | undefined
}

/** How much there will be of an entity, at the worst. */
export interface EntityExpectation {
  /** The size of an item, with the names of its attributes. */
  readonly itemBytes?: number
  /** How many items there will be altogether. */
  readonly items?: number
  /** How many items there will be in one partition of the table. */
  readonly perPartition?: number
  readonly writesPerSecond?: number
}

/**
 * What an entity may do although it is mostly a mistake: crowd one partition (`hot`), have the keys of another's items
 * (`collision`), have items that are large (`large`), copy much into indexes (`copies`).
 */
export type EntityAllowance = 'hot' | 'collision' | 'large' | 'copies'

/** How something is kept in step: in the same transaction, or afterwards, by the stream. */
export type Via = 'transaction' | 'stream'

/** The key of an item that is none of the entity's own, made of its attributes. */
export interface MarkerKey {
  readonly name: string
  readonly parts: readonly KeyPart[]
  readonly attributes: readonly string[]
}

/** Another entity whose item is found by attributes. */
export interface Reference {
  readonly name: string
  readonly entity: EntityDefinition
  /** For each attribute of the other's key, the one here. */
  readonly by: ReadonlyMap<string, string>
}

/** What an item belongs to. */
export interface ParentRelation extends Reference {
  readonly mustExist: boolean
  readonly count: string | undefined
  /** Attributes here, and the parent's that they are copies of. */
  readonly copy: ReadonlyMap<string, string>
  readonly find: string | undefined
  readonly via: Via
}

/** Where the numbers of an attribute come from. */
export type SequenceRule =
  | { readonly attribute: string; readonly of: Reference; readonly counter: string }
  | { readonly attribute: string; readonly of?: undefined; readonly key: MarkerKey }

/** Another item that has some attributes as well. */
export interface CopyRule {
  readonly name: string
  readonly to: EntityDefinition
  /** What they are made of. */
  readonly attributes: readonly string[]
  /** What is stored for an item. */
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

/** An entity, complete: everything that planning needs to know. */
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
  /** The attributes that say when an item was made, and when it was last written. */
  readonly timestamps: Timestamps | undefined
  /** The attributes that the model alone writes: the version and the timestamps. */
  readonly managed: readonly string[]
  /** The attributes that are set when an item is made, and never by an update. */
  readonly readOnly: readonly string[]
  /** The application's attributes that no answer has unless it is asked for them. */
  readonly unseen: readonly string[] | undefined
  /** The attributes that are made of others. */
  readonly computed: Computed | undefined
  /** How versions of its items are kept. */
  readonly history: History | undefined
  /** Knows how to write and find items that are not all in one place. */
  readonly distribution: Distribution | undefined
  /** What `{shard}` or `{replica}` in its keys is. */
  readonly spread: Spread | undefined
  /** The attribute that says in which period's table an item is. */
  readonly period: string | undefined
  /** The versions of its shape. */
  readonly evolution: Evolution | undefined
  /** Stored attributes that are not the application's. */
  readonly hidden: ReadonlySet<string>
  /** How its items are decoded. */
  readonly view: ItemView
  readonly describe: string | undefined
  readonly expect: EntityExpectation | undefined
  readonly allow: readonly EntityAllowance[] | undefined
}
