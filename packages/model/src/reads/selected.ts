import type { Fields } from '../entities/entity-types.ts'

/** The names of attributes that can be selected of an item; of what is none, such as a collection, none. */
export type SelectableNames<Item> = [Item] extends [never] ? never : keyof Fields<Item> & string

/** An item of which some attributes are selected; all of it where none are named. */
export type Selected<Item, Name> = [Name] extends [never]
  ? Item
  : Pick<Fields<Item>, Name & keyof Fields<Item>>

/** Attributes that are selected; all unless told. */
export type Selection = readonly string[] | undefined
