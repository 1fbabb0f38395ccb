import type { EntityDefinition } from './entities/entity-definition.ts'
import type {
  EntityTypes,
  Fields,
  HalfParts,
  HalfSlots,
  KeyValues,
  Shown,
  WholeNames,
} from './entities/entity-types.ts'
import type { entityTypes } from './entities/relation-types.ts'
import { requireOptions } from './entities/require-options.ts'
import type { HashNames, PeriodName, ShardArgs, SpreadSlot } from './entities/spread-types.ts'
import type { ConditionInput } from './expressions/condition-operators.ts'
import { readCondition } from './expressions/read-condition.ts'
import {
  type Answered,
  type Member,
  type MemberOptions,
  type QueryArgs,
  type QueryPattern,
  type ReadItem,
  type ReadOptions,
  readOptions,
  type ScanPattern,
} from './reads/pattern.ts'
import { requireEntityIndex } from './reads/require-entity-index.ts'
import type { SelectableNames } from './reads/selected.ts'

/** Any entity, whatever its types. */
export interface AnyEntity {
  readonly definition: EntityDefinition
}

/** The types of an entity. */
export type TypesOf<One> = One extends { readonly [entityTypes]?: infer Types extends EntityTypes }
  ? Types
  : never

/** The type of the items read from an entity: `ItemOf<typeof Customer>`. */
export type ItemOf<One> = Shown<TypesOf<One>>

/** The type of the stored items of an entity, hidden attributes included. */
export type StoredOf<One> = TypesOf<One>['item']

/** The type of the input for writing an item of an entity. */
export type InputOf<One> = TypesOf<One>['input']

/** The type of what identifies one item of an entity: the argument of `get`, `update` and `remove`. */
export type KeyOf<One> = KeyValues<StoredOf<One>, TypesOf<One>['key']>

/** Options of an entity's pattern. */
export interface PatternOptions<
  Item,
  Whole extends boolean = boolean,
  Name extends string = string,
  Kept = never,
> extends ReadOptions<Whole> {
  /** The attributes to return; by default all that the index holds. */
  readonly select?: readonly Name[]
  /** Leaves out items after they were read: they still cost capacity, and a page may contain fewer items. */
  readonly filter?: ConditionInput<Item, Kept>
}

/** A kind of item: its schema, its keys, and the ways to read it. A plain value without a connection. */
export interface Entity<Types extends EntityTypes> extends AnyEntity {
  readonly [entityTypes]?: Types
  /** Makes the entity a member of a collection, with at most one item. */
  one<Name extends SelectableNames<Types['item']> = never>(
    options?: MemberOptions<Name>,
  ): Member<Types, 'one', Name>
  /** Makes the entity a member of a collection, with any number of items. */
  many<Name extends SelectableNames<Types['item']> = never>(
    options?: MemberOptions<Name>,
  ): Member<Types, 'many', Name>
  // Not shortened to `IndexNames<Types>`: written out, the compiler's message for a wrong name lists the valid ones.
  /** Declares a query: reads items of one partition, optionally narrowed by the leading parts of the sort key. */
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
      HalfParts<Types, Index, 'sk'>,
      HashNames<Types['config']> | PeriodName<Types['config']>
    > &
      ShardArgs<Types['config']>,
    Answered<Types, ReadItem<Types, Index, Whole>, Name>
  >
  /** Declares a scan: reads all items of the entity in the table or in an index. */
  scan<
    Index extends 'primary' | (keyof Types['config']['index'] & string),
    Whole extends boolean = false,
    Name extends SelectableNames<ReadItem<Types, Index, Whole>> = never,
  >(
    index: Index,
    options?: PatternOptions<Fields<Types['item']>, Whole, Name, WholeNames<Types['config']>>,
  ): ScanPattern<Answered<Types, ReadItem<Types, Index, Whole>, Name>>
}

/** Creates an entity from its definition. */
export function createEntity<Types extends EntityTypes>(definition: EntityDefinition): Entity<Types> {
  const read = (index: string, { filter, select, ...options }: PatternOptions<never> = {}) => {
    requireEntityIndex(definition, index)
    requireOptions('A query or scan', options, readOptions)
    return { entity: definition, index, options, filter: readCondition(filter), select }
  }
  const member =
    (count: 'one' | 'many') =>
    (options: MemberOptions<string> = {}) => {
      requireOptions('A member', options, 'select')
      return { ...options, entity: definition, count }
    }
  return {
    definition,
    one: member('one') as Entity<Types>['one'],
    many: member('many') as Entity<Types>['many'],
    query: (index, options) => ({ kind: 'query', ...read(index, options as PatternOptions<never>) }),
    scan: (index, options) => ({ kind: 'scan', ...read(index, options as PatternOptions<never>) }),
  }
}
