import type { AttributeType } from '../codec/standard-schema.ts'
import type { PartialPolicy } from '../entities/entity-definition.ts'
import type { PeriodLength } from '../entities/periods-config.ts'
import type { KeyType } from '../entities/table-definition.ts'
import type { ReadOrder } from '../reads/read-direction.ts'

/*
 * A model as plain JSON values: the input of documents, templates and the workbench. Contains no functions; what is not
 * declared is left out.
 */

/** A model: the tables of its entities, in order of first use. */
export interface ModelDescription {
  readonly tables: readonly TableDescription[]
}

export interface TableDescription {
  readonly name: string
  readonly key: KeyDescription
  readonly indexes: readonly IndexDescription[]
  /** The attribute that names the entity of an item. */
  readonly typeAttribute?: string
  /** The attribute by which DynamoDB expires items. */
  readonly ttlAttribute?: string
  /** Set if there is a table for each period, named after it: `Events-2026-01`. */
  readonly periods?: { readonly every: PeriodLength }
  readonly entities: readonly EntityDescription[]
  readonly patterns: readonly PatternDescription[]
  readonly relations: readonly RelationDescription[]
}

/** The attributes of a key; each half of an index's key may have up to four. */
export interface KeyDescription {
  readonly pk: readonly KeyAttributeDescription[]
  readonly sk: readonly KeyAttributeDescription[]
}

export interface KeyAttributeDescription {
  readonly name: string
  readonly type: KeyType
}

export interface IndexDescription extends KeyDescription {
  readonly name: string
  readonly kind: 'global' | 'local'
  readonly projection: 'ALL' | 'KEYS_ONLY' | readonly string[]
}

export interface EntityDescription {
  /** The value of the type attribute in its items. */
  readonly name: string
  /** Its name in the model: `db.Customer`. */
  readonly verb: string
  readonly key: EntityKeyDescription
  /** Its keys in the indexes that its items can be in. */
  readonly indexes: readonly EntityIndexDescription[]
  /** The application's attributes, as far as they are known from keys and from the schema. */
  readonly attributes: readonly AttributeDescription[]
  /**
   * Declared stored forms, by attribute: `date`, `epoch`, `bigint`; the program's own by path, as `own: ` and the name.
   */
  readonly stored?: { readonly [attribute: string]: string }
  /** The names in the table of attributes and places within them, by path, where they differ. */
  readonly storedAs?: { readonly [path: string]: string }
  /** The application's attribute that holds when an item expires. */
  readonly ttl?: string
  /** The attribute that counts the writes of an item. */
  readonly version?: string
  /** The attributes that hold when an item was created, and when it was last written. */
  readonly timestamps?: { readonly created?: string; readonly updated?: string }
  /** The attributes that no update may change. */
  readonly readOnly?: readonly string[]
  /** The attributes that results omit unless they are selected. */
  readonly hidden?: readonly string[]
  /** The slot in partition keys that the model fills with a number from 1 to `count`. */
  readonly spread?: { readonly slot: 'shard' | 'replica'; readonly count: number }
  /** Items that are stored in addition to its own, to keep values unique or to number items. */
  readonly markers: readonly MarkerDescription[]
  /** The names of the entities whose items are read or written along with its own. */
  readonly related: readonly string[]
  /** The Queries that its verbs make besides patterns, and those that the stream's handler makes for it. */
  readonly lookups?: readonly LookupDescription[]
  /** What applies to its items besides their keys, in sentences: `email is unique`. */
  readonly rules: readonly string[]
  readonly description?: string
  readonly expectation?: { readonly [name: string]: unknown }
}

/** What the attributes of a key are made of. */
export interface EntityKeyDescription {
  readonly pk: readonly KeyPartDescription[]
  readonly sk: readonly KeyPartDescription[]
}

/** A stored attribute of a key, and its template. */
export interface KeyPartDescription extends KeyAttributeDescription {
  /** As it was written: `ORDER#{orderId}#ITEM#{line:pad3}`. */
  readonly template: string
  readonly parts: readonly TemplatePart[]
  /** Whether it is an attribute's value as it is, of any type, rather than text built from the template. */
  readonly plain: boolean
}

/** A piece of a template: literal text, or the value of an attribute. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly slot: string; readonly encoding?: string | undefined }

export interface EntityIndexDescription extends EntityKeyDescription {
  readonly index: string
  /** Items are in it only while these attributes have one of these values. */
  readonly when: readonly { readonly attribute: string; readonly values: readonly unknown[] }[]
  readonly partial: PartialPolicy
}

export interface AttributeDescription {
  readonly name: string
  /** The type that it is stored as, if the schema or its stored form shows it. */
  readonly type?: AttributeType
  /** Whether an item must have it: it is in the primary key, or the schema requires it. */
  readonly required: boolean
}

/** An item without data of its own: it reserves a value that no two items may share, or holds the last number given. */
export interface MarkerDescription {
  readonly kind: 'unique' | 'sequence'
  readonly name: string
  readonly key: readonly KeyPartDescription[]
}

/** Items that an entity's verbs find by a Query: those with copies of its attributes, markers, versions. */
export interface LookupDescription {
  readonly kind: 'copies' | 'marker' | 'versions'
  readonly table: string
  /** `primary` for the table itself. */
  readonly index: string
  /** Their partition. */
  readonly pk: readonly KeyPartDescription[]
  /** The entity of the items, if they are then written. */
  readonly entity?: string
  /** Set if the stream's handler makes the Query, not the verbs. */
  readonly via?: 'stream'
}

export interface PatternDescription {
  readonly name: string
  readonly kind: 'query' | 'collect' | 'scan'
  readonly operation: 'Query' | 'Scan'
  readonly table: string
  /** `primary` for the table itself. */
  readonly index: string
  readonly members: readonly MemberDescription[]
  readonly arguments: readonly ArgumentDescription[]
  /** The key condition, for people: `PK = CUSTOMER#{username} and SK begins #ORDER#`. Empty for a scan. */
  readonly condition: string
  /** The filter that is applied after reading, for people. */
  readonly filter?: string
  readonly order?: ReadOrder
  readonly page?: number
  readonly consistent?: boolean
  /** Whether whole items are read by their keys after reading the index. */
  readonly hydrate?: boolean
  readonly description?: string
  readonly expectation?: { readonly [name: string]: unknown }
}

/** An entity that a pattern reads. Outside of collections, it has the entity's name. */
export interface MemberDescription {
  readonly name: string
  readonly entity: string
  readonly count: 'one' | 'many'
  /** The selected attributes, if not all. */
  readonly select?: readonly string[]
}

export interface ArgumentDescription {
  readonly name: string
  readonly required: boolean
  /** Whether a call may give a range: `{ begins }`, `{ between: [a, b] }`, `{ gt }` and so on. */
  readonly range: boolean
}

/** A relation: items of one entity belong to items of another. */
export interface RelationDescription {
  /** The entity on the side of one. */
  readonly from: string
  readonly to: string
  readonly count: 'one' | 'many'
  /** The declared name, or the index in which they share partitions. */
  readonly label: string
  readonly declared: boolean
}
