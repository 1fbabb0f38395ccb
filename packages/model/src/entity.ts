import type { EntityDefinition } from './entities/entity-definition.ts'
import type { EntityTypes, Fields, HalfSlots, KeyValues, Shown, WholeNames } from './entities/entity-types.ts'
import type { entityTypes } from './entities/relation-types.ts'
import type { HashNames, PeriodName, ShardArgs, SpreadSlot } from './entities/spread-types.ts'
import type { ConditionInput } from './expressions/condition-operators.ts'
import { readCondition } from './expressions/read-condition.ts'
import type {
  Answered,
  Member,
  MemberOptions,
  QueryArgs,
  QueryPattern,
  ReadItem,
  ReadOptions,
  ScanPattern,
} from './reads/pattern.ts'
import { requireEntityIndex } from './reads/require-entity-index.ts'
import type { SelectableNames } from './reads/selected.ts'

/** Any entity, whatever its types are. */
export interface AnyEntity {
  readonly definition: EntityDefinition
}

/** The types of an entity. */
export type TypesOf<One> = One extends { readonly [entityTypes]?: infer Types extends EntityTypes }
  ? Types
  : never

/** What is read of an entity: `ItemOf<typeof Customer>`. */
export type ItemOf<One> = Shown<TypesOf<One>>

/** All that is stored of an entity, with what is hidden. */
export type StoredOf<One> = TypesOf<One>['item']

/** What is written of an entity. */
export type InputOf<One> = TypesOf<One>['input']

/** What names one item of an entity: `get`, `update` and `remove` take it. */
export type KeyOf<One> = KeyValues<StoredOf<One>, TypesOf<One>['key']>

/** What a pattern of an entity may ask for. */
export interface PatternOptions<
  Item,
  Whole extends boolean = boolean,
  Name extends string = string,
  Kept = never,
> extends ReadOptions<Whole> {
  /** The attributes that it gives; all that the index holds unless told. */
  readonly select?: readonly Name[]
  /** Leaves out items after they were read: they are paid for, and a page may be short of them. */
  readonly filter?: ConditionInput<Item, Kept>
}

/** A kind of item: its schema, its keys, and the ways to read it. A plain value; it talks to nothing. */
export interface Entity<Types extends EntityTypes> extends AnyEntity {
  readonly [entityTypes]?: Types
  /** As a member of a collection: at most one of them. */
  one<Name extends SelectableNames<Types['item']> = never>(
    options?: MemberOptions<Name>,
  ): Member<Types, 'one', Name>
  /** As a member of a collection: any number of them. */
  many<Name extends SelectableNames<Types['item']> = never>(
    options?: MemberOptions<Name>,
  ): Member<Types, 'many', Name>
  // Written out, `IndexNames<Types>` is shown to a wrong name as the names that there are.
  /** Reads items of one partition, by as much of the sort key as is given. */
  query<
    Index extends 'primary' | (keyof Types['config']['index'] & string),
    Whole extends boolean = false,
    Name extends SelectableNames<ReadItem<Types, Index, Whole>> = never,
  >(
    index: Index,
    options?: PatternOptions<Fields<Types['item']>, Whole, Name, WholeNames<Types['config']>>,
  ): QueryPattern<
    QueryArgs<
      Fields<Types['item']>,
      Exclude<HalfSlots<Types, Index, 'pk'>, SpreadSlot<Types['config']>>,
      HalfSlots<Types, Index, 'sk'> | HashNames<Types['config']> | PeriodName<Types['config']>
    > &
      ShardArgs<Types['config']>,
    Answered<Types, ReadItem<Types, Index, Whole>, Name>
  >
  /** Reads all items of an index or of the table. */
  scan<
    Index extends 'primary' | (keyof Types['config']['index'] & string),
    Whole extends boolean = false,
    Name extends SelectableNames<ReadItem<Types, Index, Whole>> = never,
  >(
    index: Index,
    options?: PatternOptions<Fields<Types['item']>, Whole, Name, WholeNames<Types['config']>>,
  ): ScanPattern<Answered<Types, ReadItem<Types, Index, Whole>, Name>>
}

/** Gives an entity its ways to be read. */
export function createEntity<Types extends EntityTypes>(definition: EntityDefinition): Entity<Types> {
  const read = (index: string, { filter, select, ...options }: PatternOptions<never> = {}) => {
    requireEntityIndex(definition, index)
    return { entity: definition, index, options, filter: readCondition(filter), select }
  }
  return {
    definition,
    one: (options) => ({ ...options, entity: definition, count: 'one' }),
    many: (options) => ({ ...options, entity: definition, count: 'many' }),
    query: (index, options) => ({ kind: 'query', ...read(index, options as PatternOptions<never>) }),
    scan: (index, options) => ({ kind: 'scan', ...read(index, options as PatternOptions<never>) }),
  }
}
