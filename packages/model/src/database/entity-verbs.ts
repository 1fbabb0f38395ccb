import type { Duration } from '../entities/duration.ts'
import type { EntityConfig, EntityIndexConfig } from '../entities/entity-config.ts'
import type {
  EntityTypes,
  Fields,
  HalfSlots,
  KeyValues,
  ManagedNames,
  Shown,
  TtlName,
  VersionName,
  WholeNames,
} from '../entities/entity-types.ts'
import type { ChangeFunction } from '../expressions/change-operators.ts'
import type { GetOptions } from '../reads/plan-get.ts'
import type { GetRequest } from './get-request.ts'
import type { CheckOptions, PutOptions, Returned, UpdateOptions, WriteOptions } from './verb-options.ts'
import type { WriteRequest } from './write-request.ts'

/**
 * The verbs of an entity. Each returns a request: `await` sends it, `params()` shows what would be sent. `Counters`: the
 * attributes that other entities keep.
 */
export interface EntityVerbs<Types extends EntityTypes, Counters = never> {
  /** Stores a new item; refused with `exists` when there is one already. */
  create(
    input: Types['input'],
    options?: Omit<WriteOptions<Fields<Types['item']>, WholeNames<Types['config']>>, 'ifVersion'>,
  ): Write<Types, Shown<Types>>
  /** Stores an item, replacing the one that is there, if any. */
  put<Choice extends 'new' | 'old' = 'new'>(
    input: Types['input'],
    ...options: Versioned<
      Types['config'],
      PutOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>
    >
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** Sets the given attributes of an item, or stores it as a new item when there is none. */
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
          Types['key'] | ManagedNames<Types['config']> | Counters,
          TtlName<Types['config']>
        > &
          Together<Types>)
      | ChangeFunction<Fields<Types['item']>, WholeNames<Types['config']>>,
    options?: UpdateOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /** Removes an item; succeeds when there is none. */
  remove<Choice extends 'none' | 'old' = 'none'>(
    key: KeyValues<Types['item'], Types['key']>,
    options?: PutOptions<Fields<Types['item']>, Choice, WholeNames<Types['config']>>,
  ): Write<Types, Returned<Shown<Types>>[Choice]>
  /**
   * Requires that there is an item (or none, with `exists: false`): a condition for the other members of a transaction.
   */
  check(
    key: KeyValues<Types['item'], Types['key']>,
    options?: CheckOptions<Fields<Types['item']>, WholeNames<Types['config']>>,
  ): Write<Types, undefined>
  /** Reads an item; `undefined` when there is none. */
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

/** The options of a verb that may replace what others wrote: with versions, it has to say which version it replaces. */
type Versioned<Config extends EntityConfig, Options> = [VersionName<Config>] extends [never]
  ? [options?: Options]
  : [options: Options & { readonly ifVersion: number }]

type Write<Types extends EntityTypes, Value> = WriteRequest<Value, Shown<Types>>

/**
 * Attributes that an update may set: all but those of the key. The attribute that holds the expiry also takes a
 * duration.
 */
export type Changes<Item, Key, Expiry = never> = {
  readonly [Name in Exclude<keyof Item, Key>]?: Name extends Expiry ? Item[Name] | Duration : Item[Name]
}

/** The indexes whose keys every update must be able to compute. */
type RequiringIndexes<Types extends EntityTypes> = {
  [Index in keyof Types['config']['index']]: Types['config']['index'][Index] extends {
    readonly partial: 'require'
  }
    ? Index
    : never
}[keyof Types['config']['index']]

/** All or none of the attributes that make up the key of an index. */
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
