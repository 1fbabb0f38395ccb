import type { ConditionInput } from '../expressions/condition-operators.ts'

/** What may be asked of any write. */
export interface WriteOptions<Item, Whole = never> {
  /** What must hold of the item, for the write to be done. */
  readonly if?: ConditionInput<Item, Whole>
  /** The version that the item must still have. */
  readonly ifVersion?: number
}

/** What a write gives back. */
export type Returning = 'none' | 'old' | 'new' | 'changed'

/** What each choice gives. */
export interface Returned<Item> {
  readonly none: undefined
  /** The item as it was; nothing when there was none. */
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
  /** Attributes that the caller knows, for keys that are made of them; the update is made only if they are so. */
  readonly given?: Partial<Item>
}

/** What must hold of an item that is not written. */
export interface CheckOptions<Item, Whole = never> extends WriteOptions<Item, Whole> {
  /** Whether there must be an item, which is so unless told, or none. */
  readonly exists?: boolean
}
