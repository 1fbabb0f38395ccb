import type { AttributeType } from '../codec/standard-schema.ts'
import type { PartialPolicy } from '../entities/entity-definition.ts'
import type { PeriodLength } from '../entities/periods-config.ts'
import type { KeyType } from '../entities/table-definition.ts'
import type { ReadOrder } from '../reads/read-direction.ts'

/*
 * What a model says, as plain values that JSON can hold: what documents, templates and the workbench are made of.
 * Nothing in it calls anything; what is not declared is left out.
 */

/** A model: the tables that its entities are in, in the order in which they are met. */
export interface ModelDescription {
  readonly tables: readonly TableDescription[]
}

export interface TableDescription {
  readonly name: string
  readonly key: KeyDescription
  readonly indexes: readonly IndexDescription[]
  /** The attribute that says which entity an item is. */
  readonly typeAttribute?: string
  /** The attribute by which DynamoDB expires items. */
  readonly ttlAttribute?: string
  /** Where it is a table for each period, called after it: `Events-2026-01`. */
  readonly periods?: { readonly every: PeriodLength }
  readonly entities: readonly EntityDescription[]
  readonly patterns: readonly PatternDescription[]
  readonly relations: readonly RelationDescription[]
}

/** The attributes of a key; an index may have up to four in each half. */
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
  /** What the type attribute of its items says. */
  readonly name: string
  /** What the model calls it: `db.Customer`. */
  readonly verb: string
  readonly key: EntityKeyDescription
  /** How it stands in the indexes that its items can be in. */
  readonly indexes: readonly EntityIndexDescription[]
  /** The application's attributes, as far as they are known: from keys, and from the schema where it tells. */
  readonly attributes: readonly AttributeDescription[]
  /** Declared stored forms, by attribute: `date`, `epoch`, `bigint`; the program's own by path, as `own: ` and the name. */
  readonly stored?: { readonly [attribute: string]: string }
  /** What attributes are called in the table, and what is in them, by path, where they have other names there. */
  readonly storedAs?: { readonly [path: string]: string }
  /** The application's attribute that says when an item expires. */
  readonly ttl?: string
  /** The attribute that counts the writes of an item. */
  readonly version?: string
  /** The attributes that say when an item was made, and when it was last written. */
  readonly timestamps?: { readonly created?: string; readonly updated?: string }
  /** The attributes that no update changes. */
  readonly readOnly?: readonly string[]
  /** The attributes that no answer has unless it is asked for them. */
  readonly hidden?: readonly string[]
  /** The slot in partition keys that the model fills, with a number from 1 to `count`. */
  readonly spread?: { readonly slot: 'shard' | 'replica'; readonly count: number }
  /** Items that are kept beside its own, so that a value is taken once only, or numbers go up. */
  readonly markers: readonly MarkerDescription[]
  /** The entities whose items are read or written along with its own, by their names. */
  readonly related: readonly string[]
  /** What its verbs ask for by a Query, beside patterns, and what the handler of the stream does for it. */
  readonly lookups?: readonly LookupDescription[]
  /** What holds of its items beside their keys, in sentences: `email is unique`. */
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
  /** Whether it is an attribute's value as it is, of any type, rather than built text. */
  readonly plain: boolean
}

/** A piece of a template: text as it stands, or the value of an attribute. */
export type TemplatePart =
  | { readonly text: string }
  | { readonly slot: string; readonly encoding?: string | undefined }

export interface EntityIndexDescription extends EntityKeyDescription {
  readonly index: string
  /** Items are in it only while their attributes have one of these values. */
  readonly when: readonly { readonly attribute: string; readonly values: readonly unknown[] }[]
  readonly partial: PartialPolicy
}

export interface AttributeDescription {
  readonly name: string
  /** What it is stored as, where the schema or its stored form tells. */
  readonly type?: AttributeType
  /** Whether an item must have it: it is in the primary key, or the schema says so. */
  readonly required: boolean
}

/** An item that holds no data of its own: it guards a value that no two items share, or has the last number given. */
export interface MarkerDescription {
  readonly kind: 'unique' | 'sequence'
  readonly name: string
  readonly key: readonly KeyPartDescription[]
}

/** Items that verbs of an entity find by a Query: those that hold copies of its attributes, markers, versions. */
export interface LookupDescription {
  readonly kind: 'copies' | 'marker' | 'versions'
  readonly table: string
  /** `primary` is the table itself. */
  readonly index: string
  /** Their partition. */
  readonly pk: readonly KeyPartDescription[]
  /** The entity that they are of, where they are then written. */
  readonly entity?: string
  /** Where it is not the verbs that find them, but the handler of the stream. */
  readonly via?: 'stream'
}

export interface PatternDescription {
  readonly name: string
  readonly kind: 'query' | 'collect' | 'scan'
  readonly operation: 'Query' | 'Scan'
  readonly table: string
  /** `primary` is the table itself. */
  readonly index: string
  readonly members: readonly MemberDescription[]
  readonly arguments: readonly ArgumentDescription[]
  /** The key condition, as people read it: `PK = CUSTOMER#{username} and SK begins #ORDER#`. Empty for a scan. */
  readonly condition: string
  /** What is left out after it was read, as people read it. */
  readonly filter?: string
  readonly order?: ReadOrder
  readonly page?: number
  readonly consistent?: boolean
  /** Whether whole items are read by their keys after the index was. */
  readonly hydrate?: boolean
  readonly description?: string
  readonly expectation?: { readonly [name: string]: unknown }
}

/** An entity that a pattern reads. Those that are not of a collection have the entity's name. */
export interface MemberDescription {
  readonly name: string
  readonly entity: string
  readonly count: 'one' | 'many'
  /** The attributes that it gives, where not all. */
  readonly select?: readonly string[]
}

export interface ArgumentDescription {
  readonly name: string
  readonly required: boolean
  /** Whether a range may be given: `{ begins }`, `{ between: [a, b] }`, `{ gt }` and so on. */
  readonly range: boolean
}

/** That items of one entity belong to items of another. */
export interface RelationDescription {
  /** The entity that there is one of. */
  readonly from: string
  readonly to: string
  readonly count: 'one' | 'many'
  /** The name that was declared, or the index whose partitions they share. */
  readonly label: string
  readonly declared: boolean
}
