import type { EntityDefinition, EntityKey } from '../entities/entity-definition.ts'
import type { EntityTypes, HalfSlots, ShownItem } from '../entities/entity-types.ts'
import type { ShardArgs, SpreadSlot } from '../entities/spread-types.ts'
import type { CodeName } from '../entities/stored-names-types.ts'
import type { TableDefinition } from '../entities/table-definition.ts'
import type { Condition } from '../expressions/condition.ts'
import type { Values } from '../keys/compile-template.ts'
import type { Range } from './range.ts'
import type { ReadOrder } from './read-direction.ts'
import type { Selected, Selection } from './selected.ts'

/** What a read may ask for. */
export interface ReadOptions<Whole extends boolean = boolean> {
  /** `oldest` unless told otherwise. */
  readonly order?: ReadOrder
  /** How many items a page has at most; as many as DynamoDB gives (1 MB) unless told. */
  readonly page?: number
  readonly consistent?: boolean
  /** Whether items come along that have expired and are not yet deleted. */
  readonly expired?: boolean
  /** Reads the whole items by their keys, where the index holds only a part of them. */
  readonly hydrate?: Whole
  /** What it is for, for people. */
  readonly describe?: string
  /** What is expected of it; `check` works out costs and limits from it. */
  readonly expect?: PatternExpectation
  /** What `check` says nothing about, since it is meant so. */
  readonly allow?: readonly PatternAllowance[]
}

/** What a collection may ask for. */
export interface CollectOptions<Whole extends boolean = boolean, Name extends string = string>
  extends ReadOptions<Whole> {
  /** What calls may narrow it by besides its partition: `within(…)` of `@monotable/model/collections`. */
  readonly within?: Within<Name>
}

declare const withinNames: unique symbol

/**
 * Attributes that the sort keys of all members of a collection begin with. Made by `within(…)` of
 * `@monotable/model/collections`, so that whoever has none carries nothing of it.
 */
export interface Within<Name extends string = string> {
  readonly names: readonly string[]
  readonly [withinNames]?: Name
  /**
   * Prepares the condition on the sort key that arguments mean, by the names of the first member: none where they say nothing
   * of it. Refuses members that do not begin alike.
   */
  settle(readers: readonly MemberReader[]): (args: Values) => Condition | undefined
}

/** How a pattern will be used, at the worst. */
export interface PatternExpectation {
  /** How many calls a second. */
  readonly perSecond?: number
  /** How many items a call finds when all its pages are read. */
  readonly items?: number
}

/**
 * What a pattern may do although it is mostly a mistake: read a whole table (`scan`), pay for items that it leaves out
 * (`filter`), find any number of items (`unbounded`), read others' items along with its own (`others`), give items that
 * have expired (`expired`), crowd one partition (`hot`), sort by something else than it looks like (`order`).
 */
export type PatternAllowance = 'scan' | 'filter' | 'unbounded' | 'others' | 'expired' | 'hot' | 'order'

/** TypeScript alone sees these: what a pattern takes and what it gives. */
declare const patternArgs: unique symbol
declare const patternResult: unique symbol
declare const patternItem: unique symbol

interface Typed<Args, Result, Item> {
  readonly [patternArgs]?: Args
  readonly [patternResult]?: Result
  readonly [patternItem]?: Item
}

/** Items of one entity, in one partition of the table or of an index. */
export interface QueryPattern<Args = unknown, Item = unknown>
  extends Typed<Args, Page<Item>, Item>,
    EntityReading {
  readonly kind: 'query'
}

/** Items of one entity, wherever they are: for sparse indexes, and for jobs that look at everything. */
export interface ScanPattern<Item = unknown>
  extends Typed<Record<never, never>, Page<Item>, Item>,
    EntityReading {
  readonly kind: 'scan'
}

/** What is read of one entity's items, and where. */
interface EntityReading {
  readonly entity: EntityDefinition
  readonly index: string
  readonly options: ReadOptions
  readonly filter: Condition | undefined
  /** The attributes that it gives; all unless told. */
  readonly select?: Selection
}

/** Items of several entities that share a partition, read together. */
export interface CollectPattern<Args = unknown, Result = unknown> extends Typed<Args, Result, never> {
  readonly kind: 'collect'
  readonly table: TableDefinition
  readonly index: string
  readonly members: { readonly [name: string]: MemberDefinition }
  readonly readers: readonly MemberReader[]
  readonly options: CollectOptions
  /** The condition on the sort key that arguments besides the partition's mean. */
  readonly narrow?: ((args: Values) => Condition | undefined) | undefined
  /** The attributes that its members select together; nothing where one gives all. */
  readonly select?: Selection
}

/** A member with its key in the collection's index. */
export interface MemberReader {
  readonly member: MemberDefinition
  readonly key: EntityKey
  /** The attributes of the partition key, in order: all members have as many, under any names. */
  readonly slots: readonly string[]
}

/** A named way to read. `counts`: whether items are only to be counted. */
export type Pattern = (QueryPattern | ScanPattern | CollectPattern) & { readonly counts?: true }

/** The entities whose items a pattern gives. */
export function entitiesOf(pattern: Pattern): EntityDefinition[] {
  return pattern.kind === 'collect' ? pattern.readers.map(({ member }) => member.entity) : [pattern.entity]
}

/** Any pattern, whatever its types are. */
export interface AnyPattern {
  readonly kind: Pattern['kind']
}

/** What a pattern takes. */
export type PatternArgs<One> = One extends { readonly [patternArgs]?: infer Args } ? Args : never
/** What a pattern gives for a page. */
export type PatternResult<One> = One extends { readonly [patternResult]?: infer Result } ? Result : never
/** The items that a pattern gives one by one. */
export type PatternItem<One> = One extends { readonly [patternItem]?: infer Item } ? Item : never

/** A page of items. */
export interface Page<Item> {
  readonly items: readonly Item[]
  /** Where to go on; missing when there is no more. */
  readonly next?: string
}

/** An entity's part in a collection. */
export interface MemberDefinition {
  readonly entity: EntityDefinition
  readonly count: 'one' | 'many'
  /** The attributes that it gives; all unless told. */
  readonly select?: Selection
}

declare const memberTypes: unique symbol
declare const memberNames: unique symbol

/** An entity's part in a collection, with its types. `Name`: the attributes that are selected, where not all are. */
export interface Member<Types extends EntityTypes, Count extends 'one' | 'many', Name = unknown>
  extends MemberDefinition {
  readonly count: Count
  readonly [memberTypes]?: Types
  readonly [memberNames]?: Name
}

/** What a member of a collection may be asked for. */
export interface MemberOptions<Name extends string> {
  /** The attributes that it gives; all unless told. */
  readonly select?: readonly Name[]
}

/** What a query takes: values for the partition, and for the sort key as far as they go, the last as a range. */
export type QueryArgs<Item, Partition, Sort> = {
  readonly [Name in Partition & keyof Item]: NonNullable<Item[Name]>
} & {
  readonly [Name in Exclude<Sort, Partition> & keyof Item]?:
    | NonNullable<Item[Name]>
    | Range<NonNullable<Item[Name]>>
    | undefined
}

/** What a collection takes: the partition's values, as any of its members calls them. */
export type CollectArgs<Members, Index extends string> = {
  [Name in keyof Members]: Members[Name] extends Member<infer Types, 'one' | 'many'>
    ? {
        readonly [Slot in Exclude<HalfSlots<Types, Index, 'pk'>, SpreadSlot<Types['config']>> &
          keyof Types['item']]: NonNullable<Types['item'][Slot]>
      } & ShardArgs<Types['config']>
    : never
}[keyof Members]

/** What a collection takes besides: values that its sort keys begin with, the last as a range. */
export type WithinArgs<Members, Name extends string> = {
  readonly [One in Name]?:
    | MemberValue<Members[keyof Members], One>
    | Range<MemberValue<Members[keyof Members], One>>
    | undefined
}

type MemberValue<One, Name extends string> =
  One extends Member<infer Types, 'one' | 'many'>
    ? NonNullable<Types['item'][Name & keyof Types['item']]>
    : never

/** What a collection gives. */
export type CollectResult<Members, Index extends string, Whole> = {
  readonly [Name in keyof Members]: Members[Name] extends Member<infer Types, infer Count, infer Names>
    ? Count extends 'one'
      ? Answered<Types, ReadItem<Types, Index, Whole>, Names> | undefined
      : readonly Answered<Types, ReadItem<Types, Index, Whole>, Names>[]
    : never
} & { readonly next?: string }

/** What is given of what is read: what is selected, or all but what is hidden. */
export type Answered<Types extends EntityTypes, Item, Name> = [Name] extends [never]
  ? ShownItem<Item, Types['config']>
  : Selected<Item, Name>

/** What is read of an entity through an index: what the index holds. */
export type ReadItem<Types extends EntityTypes, Index extends string, Whole> = Whole extends true
  ? Types['item']
  : Index extends 'primary'
    ? Types['item']
    : ProjectedItem<Types, NonNullable<Types['table']['indexes']>[Index]>

type ProjectedItem<Types extends EntityTypes, Definition> = Definition extends {
  readonly projection: infer Projection
}
  ? Projection extends 'KEYS_ONLY'
    ? StoredKeys<Types, Definition>
    : Projection extends { readonly include: readonly (infer Name)[] }
      ? StoredKeys<Types, Definition> &
          Partial<Pick<Types['item'], CodeName<Types['config'], Name> & keyof Types['item']>>
      : Types['item']
  : Types['item']

/** The attributes that are themselves keys, and so in every index. */
type StoredKeys<Types extends EntityTypes, Definition> = Pick<
  Types['item'],
  keyof Types['item'] & CodeName<Types['config'], KeyNames<Types['table']['key']> | KeyNames<Definition>>
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
