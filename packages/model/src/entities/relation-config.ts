import type { EntityDefinition, Via } from './entity-definition.ts'

/** The key of a marker; its sort key is the same text unless told. */
export interface MarkerKeyConfig {
  readonly pk: string
  readonly sk?: string
}

/** An entity that another one refers to. */
export interface EntityReference {
  readonly definition: EntityDefinition
}

/** What an item belongs to. The parent's key is made of attributes of the item with the same names, or those in `by`. */
export interface BelongsToConfig {
  readonly entity: EntityReference
  /** Attributes of the parent's key that have another name here: `{ username: 'customerName' }`. */
  readonly by?: { readonly [parent: string]: string }
  /** Whether the parent has to be there when an item comes to belong to it. */
  readonly mustExist?: boolean
  /** The parent's attribute that says how many items belong to it. */
  readonly count?: string
  /** Attributes here that are copies of the parent's: `{ customerName: 'name' }`. They follow when it changes. */
  readonly copy?: { readonly [attribute: string]: string }
  /** The index in whose partition all items of one parent are; the table itself unless told. */
  readonly find?: string
  readonly via?: Via
}

/** Where the numbers of items come from: a counter of the parent, or one that stands alone. */
export type SequenceConfig =
  | {
      readonly of: EntityReference
      readonly counter: string
      readonly by?: { readonly [parent: string]: string }
    }
  | { readonly key: string | MarkerKeyConfig }

/** Attributes that another item has as well, under a key that is made of this item's attributes. */
export interface CopyConfig {
  readonly to: EntityReference
  readonly attributes: readonly string[]
  /** For several items, or for attributes of other names: what they are, made of `attributes` and of the key. */
  readonly items?: (item: never) => readonly object[]
  readonly via?: Via
}

/** What of other items has to be right along with an entity's items. */
export interface RelationConfig {
  /** What no two items may have both: the key of a marker, made of attributes. */
  readonly unique?: { readonly [constraint: string]: string | MarkerKeyConfig }
  /** How many members a set, list or map may have. */
  readonly limit?: { readonly [attribute: string]: number }
  /** Attributes that are numbered: 1, 2, 3 and so on, without gaps. */
  readonly sequence?: { readonly [attribute: string]: SequenceConfig }
  readonly belongsTo?: { readonly [relation: string]: BelongsToConfig }
  /** Other items that hold some of an item's attributes, always in step. */
  readonly copies?: { readonly [copy: string]: CopyConfig }
}
