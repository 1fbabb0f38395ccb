import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { EntityTypes, HalfSlots, ShownItem } from '../entities/entity-types.ts'
import type { KeyPart } from '../entities/key-part.ts'
import type { NoAttribute } from '../entities/relation-types.ts'
import type { ShardArgs, SpreadSlot } from '../entities/spread-types.ts'
import type { CodeName } from '../entities/stored-names-types.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { Range } from './range.ts'
import type { ReadOrder } from './read-direction.ts'
import type { Selected, Selection } from './selected.ts'

/** Options of a read. */
export interface ReadOptions<Whole extends boolean = boolean> {
  /** `ascending` by default. */
  readonly order?: ReadOrder
  /** The maximum number of items on a page; by default, as many as DynamoDB returns (1 MB). */
  readonly page?: number
  readonly consistent?: boolean
  /** Whether to return items that have expired and are not deleted yet. */
  readonly expired?: boolean
  /** Reads the whole items by their keys, if the index holds only a part of them. */
  readonly hydrate?: Whole
  /** A description for human readers. */
  readonly describe?: string
  /** Expected rates and numbers, from which `check` calculates costs and limits. */
  readonly expect?: PatternExpectation
  /** Findings that `check` should not report, since they are intended. */
  readonly allow?: readonly PatternAllowance[]
}

/** The names of these options, to refuse others. */
export const readOptions = 'order page consistent expired hydrate describe expect allow'

/** Options of a collection. */
export interface CollectOptions<
  Whole extends boolean = boolean,
  Names extends readonly string[] = readonly string[],
> extends ReadOptions<Whole> {
  /** Attributes by which calls may narrow the collection further: `within(…)` of `@monotable/model/collections`. */
  readonly within?: Within<Names>
}

/**
 * Attributes that the sort keys of all members of a collection begin with. Made by `within(…)` of
 * `@monotable/model/collections`: programs without it do not load that code.
 */
export interface Within<Names extends readonly string[] = readonly string[]> {
  readonly names: Names
  /**
   * Returns a function that makes the condition on the sort key from arguments, which are named as in the first member;
   * `undefined` if they do not restrict it. Refuses members whose sort keys begin differently.
   */
  settle(readers: readonly MemberReader[]): (args: Values) => Condition | undefined
}

/** The expected use of a pattern, at worst. */
export interface PatternExpectation {
  /** Calls per second. */
  readonly perSecond?: number
  /** The number of items that a call finds on all its pages. */
  readonly items?: number
}

/**
 * Findings that a pattern may be exempt from, though they are mostly mistakes: reading a whole table (`scan`), paying
 * for items that are filtered out (`filter`), finding any number of items (`unbounded`), reading items of other
 * entities as well (`others`), returning expired items (`expired`), crowding one partition (`hot`), sorting differently
 * from what the names suggest (`order`).
 */
export type PatternAllowance = 'scan' | 'filter' | 'unbounded' | 'others' | 'expired' | 'hot' | 'order'

/** For the type checker only: what a pattern takes, and what it returns. */
declare const patternArgs: unique symbol
declare const patternResult: unique symbol
declare const patternItem: unique symbol

export interface Typed<Args, Result, Item> {
  readonly [patternArgs]?: Args
  readonly [patternResult]?: Result
  readonly [patternItem]?: Item
}

/** Reads items of one entity in one partition, of the table or of an index. */
export interface QueryPattern<Args = unknown, Item = unknown>
  extends Typed<Args, Page<Item>, Item>,
    EntityReading {
  readonly kind: 'query'
}

/** Reads items of one entity wherever they are: for sparse indexes, and for jobs that visit everything. */
export interface ScanPattern<Item = unknown>
  extends Typed<Record<never, never>, Page<Item>, Item>,
    EntityReading {
  readonly kind: 'scan'
}

/** Which items of an entity to read, and where. */
interface EntityReading {
  readonly entity: EntityDefinition
  readonly index: string
  readonly options: ReadOptions
  readonly filter: Condition | undefined
  /** The attributes to return; by default all. */
  readonly select?: Selection
}

/** Reads items of several entities that share a partition, together. */
export interface CollectPattern<Args = unknown, Result = unknown> extends Typed<Args, Result, never> {
  readonly kind: 'collect'
  readonly table: TableDefinition
  readonly index: string
  readonly members: { readonly [name: string]: MemberDefinition }
  readonly readers: readonly MemberReader[]
  /** Arguments that have the same name in all members: the shard, and those of `within`. */
  readonly common: readonly string[]
  /** All arguments, by the names that any of its members has for them. */
  readonly known: readonly string[]
  readonly options: CollectOptions
  /** Returns the condition on the sort key that follows from arguments besides those of the partition. */
  readonly narrow?: ((args: Values) => Condition | undefined) | undefined
  /** The attributes that its members select together; `undefined` when one of them returns all. */
  readonly select?: Selection
}

/** A member with its key in the collection's index. */
export interface MemberReader {
  readonly member: MemberDefinition
  readonly key: EntityKey
  /** The attributes of the partition key, in order: all members have the same number, under any names. */
  readonly slots: readonly string[]
  /** The sort key, if it is built from one template. */
  readonly sort: KeyPart | undefined
}

/** A named way to read. `counts`: whether items are only counted. */
export type Pattern = (QueryPattern | ScanPattern | CollectPattern) & { readonly counts?: true }

/** Returns the entities whose items a pattern returns. */
export function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return pattern.kind === 'collect' ? pattern.readers.map(({ member }) => member.entity) : [pattern.entity]
}

/** Returns the table that a pattern reads. */
export function tableOf(pattern: Pattern): TableDefinition {
  return pattern.kind === 'collect' ? pattern.table : pattern.entity.table
}

/** Any pattern, whatever its types. */
export interface AnyPattern {
  readonly kind: Pattern['kind']
}

/** The arguments of a pattern. */
export type PatternArgs<One> = One extends { readonly [patternArgs]?: infer Args } ? Args : never
/** The type of a pattern's pages. */
export type PatternResult<One> = One extends { readonly [patternResult]?: infer Result } ? Result : never
/** The type of a pattern's items, when they are read one by one. */
export type PatternItem<One> = One extends { readonly [patternItem]?: infer Item } ? Item : never

/** A page of items. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** The cursor of the next page; missing on the last one. */
  readonly next?: string
}

/** An entity's part in a collection. */
export interface MemberDefinition {
  readonly entity: EntityDefinition
  readonly count: 'one' | 'many'
  /** The attributes to return; by default all. */
  readonly select?: Selection
}

declare const memberTypes: unique symbol
declare const memberNames: unique symbol

/** An entity's part in a collection, with its types. `Name`: the selected attributes, if not all. */
export interface Member<Types extends EntityTypes, Count extends 'one' | 'many', Name = unknown>
  extends MemberDefinition {
  readonly count: Count
  readonly [memberTypes]?: Types
  readonly [memberNames]?: Name
}

/** Options of a member of a collection. */
export interface MemberOptions<Name extends string> {
  /** The attributes to return; by default all. */
  readonly select?: readonly Name[]
}

/**
 * The arguments of a query: values for the partition, and for the parts of the sort key from the left, the last as a
 * value or a range. `Free`: attributes that may be given or not, wherever they are in the key.
 */
export type QueryArgs<Item, Partition, Parts, Free = never> = {
  readonly [Name in Partition & keyof Item]: NonNullable<Item[Name]>
} & SortArgs<Item, Parts, Partition | Free> &
  ([Free] extends [never]
    ? unknown
    : { readonly [Name in Exclude<Free, Partition> & keyof Item]?: ValueOrRange<Item[Name]> })

/**
 * Values for the parts of a sort key from the left. The parts before one that is given have to be mentioned: whether
 * they are `undefined`, only the call can know. A union, and not calls with a type parameter, which could not be made
 * through a choice of several patterns. Written out, so that the compiler's messages show the arguments and not the
 * whole item.
 */
type SortArgs<Item, Parts, Apart> = Parts extends readonly [infer First, ...infer Rest]
  ? First extends Apart
    ? SortArgs<Item, Rest, Apart>
    : Rest extends readonly []
      ? { readonly [Name in First & keyof Item]?: ValueOrRange<Item[Name]> }
      :
          | ({ readonly [Name in First & keyof Item]?: ValueOrRange<Item[Name]> } & {
              readonly [Name in Exclude<Rest[number], Apart> & keyof Item]?: undefined
            })
          | ({ readonly [Name in First & keyof Item]: NonNullable<Item[Name]> | undefined } & SortArgs<
              Item,
              Rest,
              Apart
            >)
  : unknown

type ValueOrRange<Value> = NonNullable<Value> | Range<NonNullable<Value>> | undefined

/**
 * The arguments of a collection: the values of the partition, by the names that any one of its members has for them, and
 * of what its sort keys begin with (`Names`), the last as a value or a range.
 */
export type CollectArgs<Members, Index extends string, Names extends readonly string[]> = PartitionArgs<
  Members,
  Index
> &
  (Names extends readonly [] ? unknown : SortArgs<CommonValues<Members, Names[number]>, Names, never>)

type PartitionArgs<Members, Index extends string> = {
  [Name in keyof Members]: Members[Name] extends Member<infer Types, 'one' | 'many'>
    ? {
        readonly [Slot in Exclude<HalfSlots<Types, Index, 'pk'>, SpreadSlot<Types['config']>> &
          keyof Types['item']]: NonNullable<Types['item'][Slot]>
      } & ShardArgs<Types['config']>
    : never
}[keyof Members]

/** Checks that names are in the sort keys of all members of a collection, as far as their types show them. */
export type CheckedWithin<
  Members,
  Index extends string,
  Names extends readonly string[],
> = string extends Names[number]
  ? unknown
  : [Exclude<Names[number], CommonParts<Members, Index>>] extends [never]
    ? unknown
    : { readonly within: NoAttribute<Exclude<Names[number], CommonParts<Members, Index>>> }

type CommonParts<Members, Index extends string> = keyof {
  [Name in keyof Members]: Members[Name] extends Member<infer Types, 'one' | 'many'>
    ? [HalfSlots<Types, Index, 'sk'>] extends [never]
      ? Types['item']
      : { readonly [Slot in HalfSlots<Types, Index, 'sk'>]: Slot }
    : never
}[keyof Members]

type CommonValues<Members, Name extends string> = {
  readonly [One in Name]: MemberValue<Members[keyof Members], One>
}

type MemberValue<One, Name extends string> =
  One extends Member<infer Types, 'one' | 'many'>
    ? NonNullable<Types['item'][Name & keyof Types['item']]>
    : never

/** The result of a collection. */
export type CollectResult<Members, Index extends string, Whole> = {
  readonly [Name in keyof Members]: Members[Name] extends Member<infer Types, infer Count, infer Names>
    ? Count extends 'one'
      ? Answered<Types, ReadItem<Types, Index, Whole>, Names> | undefined
      : readonly Answered<Types, ReadItem<Types, Index, Whole>, Names>[]
    : never
} & { readonly next?: string }

/** The item as results show it: what is selected, or all but what is hidden. */
export type Answered<Types extends EntityTypes, Item, Name> = [Name] extends [never]
  ? ShownItem<Item, Types['config']>
  : Selected<Item, Name>

/** The item as read through an index: what the index holds. */
export type ReadItem<Types extends EntityTypes, Index extends string, Whole> = Whole extends true
  ? Types['item']
  : Index extends 'primary'
    ? Types['item']
    : ProjectedItem<Types, NonNullable<Types['table']['indexes']>[Index]>

// The attributes are written out, so that the compiler's messages show them and not the whole item.
type ProjectedItem<Types extends EntityTypes, Definition> = Definition extends {
  readonly projection: infer Projection
}
  ? Projection extends 'KEYS_ONLY'
    ? { [Name in keyof Types['item'] as Name & KeptName<Types, Definition>]: Types['item'][Name] }
    : Projection extends { readonly include: readonly (infer Included)[] }
      ? { [Name in keyof Types['item'] as Name & KeptName<Types, Definition>]: Types['item'][Name] } & {
          [Name in keyof Types['item'] as Name & CodeName<Types['config'], Included>]?: Types['item'][Name]
        }
      : Types['item']
  : Types['item']

/** The attributes that are keys themselves, and are therefore in every index. */
type KeptName<Types extends EntityTypes, Definition> = CodeName<
  Types['config'],
  KeyNames<Types['table']['key']> | KeyNames<Definition>
>

type KeyNames<Definition> =
  | (Definition extends { readonly pk: infer Pk } ? NameIn<Pk> : never)
  | (Definition extends { readonly sk: infer Sk } ? NameIn<Sk> : never)

type NameIn<Attribute> = Attribute extends string
  ? Attribute
  : Attribute extends { readonly name: infer Name }
    ? Name
    : Attribute extends readonly (infer Inner)[]
      ? NameIn<Inner>
      : never
