import type { EntityDefinition, Via } from './entity-definition.ts'

/** The key of a marker; its sort key is the same text by default. */
export interface MarkerKeyConfig {
  readonly pk: string
  readonly sk?: string
}

/** An entity that another one refers to. */
export interface EntityReference {
  readonly definition: EntityDefinition
}

/** A relation to a parent, whose key is made of attributes of the item with the same names, or of those in `by`. */
export interface BelongsToConfig {
  readonly entity: EntityReference
  /** Attributes of the parent's key that have another name here: `{ username: 'customerName' }`. */
  readonly by?: { readonly [parent: string]: string }
  /** Whether the parent has to exist when an item is attached to it. */
  readonly mustExist?: boolean
  /** The parent's attribute that counts its items. */
  readonly count?: string
  /** Attributes here that copy the parent's: `{ customerName: 'name' }`. They follow when it changes. */
  readonly copy?: { readonly [attribute: string]: string }
  /** The index in which all items of one parent share a partition; by default, the table itself. */
  readonly find?: string
  readonly via?: Via
}

/** Where the numbers of items come from: a counter of the parent, or one of its own. */
export type SequenceConfig =
  | {
      readonly of: EntityReference
      readonly counter: string
      readonly by?: { readonly [parent: string]: string }
    }
  | { readonly key: string | MarkerKeyConfig }

/** Attributes that another item repeats, under a key made of this item's attributes. */
export interface CopyConfig {
  readonly to: EntityReference
  readonly attributes: readonly string[]
  /**
   * Makes the copies, from `attributes` and the key: for several copies, or for attributes of other names. Write down the
   * types of what it takes, which TypeScript cannot infer; the entity checks them.
   */
  readonly items?: (item: never) => readonly object[]
  readonly via?: Via
}

/** What is maintained along with an entity's items. */
export interface RelationConfig {
  /** Combinations of attributes that no two items may share, each as the template of a marker's key. */
  readonly unique?: { readonly [constraint: string]: string | MarkerKeyConfig }
  /** The maximum number of members of a set, list or map. */
  readonly limit?: { readonly [attribute: string]: number }
  /** Attributes that are numbered 1, 2, 3 and so on, without gaps. */
  readonly sequence?: { readonly [attribute: string]: SequenceConfig }
  readonly belongsTo?: { readonly [relation: string]: BelongsToConfig }
  /** Other items that repeat some of an item's attributes, always in step. */
  readonly copies?: { readonly [copy: string]: CopyConfig }
}
