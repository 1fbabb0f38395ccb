import type { Fields } from '../entities/entity-types.ts'

/** The names of attributes that can be selected of an item; none for a collection. */
export type SelectableNames<Item> = [Item] extends [never] ? never : keyof Fields<Item> & string

/** An item with only the selected attributes; with all if none are named. */
export type Selected<Item, Name> = [Name] extends [never]
  ? Item
  : Pick<Fields<Item>, Name & keyof Fields<Item>>

/** The selected attributes; all if undefined. */
export type Selection = readonly string[] | undefined
