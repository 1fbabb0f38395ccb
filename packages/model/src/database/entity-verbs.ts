import type { EntityIndexConfig } from '../entities/entity-config.ts'
import type { EntityTypes, HalfSlots } from '../entities/entity-types.ts'
import type { ChangeFunction } from '../expressions/change-operators.ts'
import type { GetOptions } from '../reads/plan-get.ts'
import type { GetRequest } from './get-request.ts'
import type { PutOptions, Returned, UpdateOptions, WriteOptions } from './verb-options.ts'
import type { WriteRequest } from './write-request.ts'

/** What can be done with an entity. Everything is a request: `await` it, or look at its `params()`. */
export interface EntityVerbs<Types extends EntityTypes> {
  /** Stores an item that is not there yet; refused with `exists` when it is. */
  create(input: Types['input'], options?: Omit<WriteOptions<Types['item']>, 'ifVersion'>): Write<Types, Types['item']>
  /** Stores an item in place of the one that is there, if any. */
  put<Choice extends 'new' | 'old' = 'new'>(
    input: Types['input'],
    options?: PutOptions<Types['item'], Choice>,
  ): Write<Types, Returned<Types['item']>[Choice]>
  /** Changes the attributes that are given, and stores the item when there is none. */
  upsert<Choice extends 'none' | 'old' | 'new' = 'new'>(
    input: Types['input'],
    options?: PutOptions<Types['item'], Choice>,
  ): Write<Types, Returned<Types['item']>[Choice]>
  /** Changes an item; refused with `missing` when there is none. */
  update<Choice extends 'none' | 'old' | 'new' | 'changed' = 'new'>(
    key: KeyOf<Types>,
    changes: Changes<Types> | ChangeFunction<Types['item']>,
    options?: UpdateOptions<Types['item'], Choice>,
  ): Write<Types, Returned<Types['item']>[Choice]>
  /** Removes an item; it is no failure when there is none. */
  remove<Choice extends 'none' | 'old' = 'none'>(
    key: KeyOf<Types>,
    options?: PutOptions<Types['item'], Choice>,
  ): Write<Types, Returned<Types['item']>[Choice]>
  /** Reads an item; nothing when there is none. */
  get<Name extends keyof Types['item'] & string = never>(
    key: KeyOf<Types>,
    options?: GetOptions<Name>,
  ): GetRequest<([Name] extends [never] ? Types['item'] : Partial<Pick<Types['item'], Name>>) | undefined>
}

type Write<Types extends EntityTypes, Value> = WriteRequest<Value, Types['item']>

/** The attributes of an entity's primary key. */
export type KeyOf<Types extends EntityTypes> = {
  readonly [Name in Types['key'] & keyof Types['item']]: Types['item'][Name]
}

/** Attributes that an update sets: any but those of the key, and all or none of those that a key needs together. */
export type Changes<Types extends EntityTypes> = {
  readonly [Name in Exclude<keyof Types['item'], Types['key']>]?: Settable<Types, Name>
} & Together<Types, RequiringIndexes<Types>>

type Settable<Types extends EntityTypes, Name extends keyof Types['item']> = Types['item'][Name]

/** The indexes whose keys an update must be able to make. */
type RequiringIndexes<Types extends EntityTypes> = {
  [Index in keyof Types['config']['index']]: Types['config']['index'][Index] extends { readonly partial: 'require' }
    ? Index
    : never
}[keyof Types['config']['index']]

type Together<Types extends EntityTypes, Index> = [Index] extends [never]
  ? unknown
  : Index extends string
    ? AllOrNone<Types['item'], Dependencies<Types, Index>>
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
