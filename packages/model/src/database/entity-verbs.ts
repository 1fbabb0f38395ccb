import type { Duration } from '../entities/duration.ts'
import type { EntityIndexConfig } from '../entities/entity-config.ts'
import type {
  EntityTypes,
  Fields,
  HalfSlots,
  KeyValues,
  ManagedNames,
  Shown,
  TtlName,
  WholeNames,
} from '../entities/entity-types.ts'
import type { ChangeFunction } from '../expressions/change-operators.ts'
import type { GetOptions } from '../reads/plan-get.ts'
import type { GetRequest } from './get-request.ts'
import type { CheckOptions, PutOptions, Returned, UpdateOptions, WriteOptions } from './verb-options.ts'
import type { WriteRequest } from './write-request.ts'

/** What can be done with an entity. Everything is a request: `await` it, or look at its `params()`. */
export interface EntityVerbs<Types extends EntityTypes> {
  /** Stores an item that is not there yet; refused with `exists` when it is. */
  create(
    input: Types['input'],
    options?: Omit<WriteOptions<Fields<Types['item']>, WholeNames<Types['config']>>, 'ifVersion'>,
  ): Write<Types, Shown<Types>>
  /** Stores an item in place of the one that is there, if any. */
  put<Choice extends 'new' | 'old' = 'new'>(
    input: Types['input'],
    options?: PutOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** Changes the attributes that are given, and stores the item when there is none. */
  upsert<Choice extends 'none' | 'old' | 'new' = 'new'>(
    input: Types['input'],
    options?: PutOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** Changes an item; refused with `missing` when there is none. */
  update<Choice extends 'none' | 'old' | 'new' | 'changed' = 'new'>(
    key: KeyValues<Types['item'], Types['key']>,
    changes:
      | (Changes<
          Fields<Types['item']>,
          Types['key'] | ManagedNames<Types['config']>,
          TtlName<Types['config']>
        > &
          Together<Types>)
      | ChangeFunction<Fields<Types['item']>, WholeNames<Types['config']>>,
    options?: UpdateOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** Removes an item; it is no failure when there is none. */
  remove<Choice extends 'none' | 'old' = 'none'>(
    key: KeyValues<Types['item'], Types['key']>,
    options?: PutOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** That there is an item (or none, with `exists: false`), as a condition of the other members of a transaction. */
  check(
    key: KeyValues<Types['item'], Types['key']>,
    options?: CheckOptions<Fields<Types['item']>, WholeNames<Types['config']>>,
  ): Write<Types, undefined>
  /** Reads an item; nothing when there is none. */
  get(
    key: KeyValues<Types['item'], Types['key']>,
    options?: Omit<GetOptions, 'select'>,
  ): GetRequest<Shown<Types> | undefined>
  /** Reads some attributes of an item. */
  get<Name extends keyof Fields<Types['item']> & string>(
    key: KeyValues<Types['item'], Types['key']>,
    options: GetOptions<Name>,
  ): GetRequest<Pick<Fields<Types['item']>, Name> | undefined>
}

type Write<Types extends EntityTypes, Value> = WriteRequest<Value, Shown<Types>>

/** Attributes that an update sets: any but those of the key. What an item expires by may be a duration, too. */
export type Changes<Item, Key, Expiry = never> = {
  readonly [Name in Exclude<keyof Item, Key>]?: Name extends Expiry ? Item[Name] | Duration : Item[Name]
}

/** The indexes whose keys an update must be able to make. */
type RequiringIndexes<Types extends EntityTypes> = {
  [Index in keyof Types['config']['index']]: Types['config']['index'][Index] extends {
    readonly partial: 'require'
  }
    ? Index
    : never
}[keyof Types['config']['index']]

/** All or none of the attributes that an index needs together to make its key. */
type Together<Types extends EntityTypes> = TogetherFor<Types, RequiringIndexes<Types>>

type TogetherFor<Types extends EntityTypes, Index> = [Index] extends [never]
  ? unknown
  : Index extends string
    ? AllOrNone<Fields<Types['item']>, Dependencies<Types, Index>>
    : unknown

type Dependencies<Types extends EntityTypes, Index extends string> = Exclude<
  | HalfSlots<Types, Index, 'pk'>
  | HalfSlots<Types, Index, 'sk'>
  | keyof (NonNullable<Types['config']['index']>[Index] & EntityIndexConfig)['when'],
  Types['key']
>

type AllOrNone<Item, Names> =
  | { readonly [Name in Names & keyof Item]: Item[Name] }
  | { readonly [Name in Names & keyof Item]?: never }
