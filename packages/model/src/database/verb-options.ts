import type { ConditionInput } from '../expressions/condition-operators.ts'

/** Options of every write. */
export interface WriteOptions<Item, Whole = never> {
  /** A condition that the item must meet. */
  readonly if?: ConditionInput<Item, Whole>
  /** The version that the item must still have. */
  readonly ifVersion?: number
}

/** What a write returns. */
export type Returning = 'none' | 'old' | 'new' | 'changed'

/** The type that each choice returns. */
export interface Returned<Item> {
  readonly none: undefined
  /** The item as it was; `undefined` when there was none. */
  readonly old: Item | undefined
  readonly new: Item
  /** The attributes that were changed, as they are now. */
  readonly changed: Partial<Item>
}

export interface PutOptions<Item, Choice extends Returning, Whole = never> extends WriteOptions<Item, Whole> {
  readonly returning?: Choice
}

export interface UpdateOptions<Item, Choice extends Returning, Whole = never>
  extends PutOptions<Item, Choice, Whole> {
  /**
   * Attributes that the caller knows, for keys that contain them. The update is refused if the item has other values.
   */
  readonly given?: Partial<Item>
}

/** Options of a check: conditions on an item that is not written. */
export interface CheckOptions<Item, Whole = never> extends WriteOptions<Item, Whole> {
  /** Whether there must be an item (the default) or none. */
  readonly exists?: boolean
}
