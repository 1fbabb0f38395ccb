import type { EntityDefinition } from './entities/entity-definition.ts'
import type { EntityTypes, Fields, HalfSlots } from './entities/entity-types.ts'
import type { entityTypes } from './entities/relation-types.ts'
import type { HashNames, PeriodName, ShardArgs, SpreadSlot } from './entities/spread-types.ts'
import type { ConditionInput } from './expressions/condition-operators.ts'
import { readCondition } from './expressions/read-condition.ts'
import type { Member, QueryArgs, QueryPattern, ReadItem, ReadOptions, ScanPattern } from './reads/pattern.ts'
import { requireEntityIndex } from './reads/require-entity-index.ts'

/** Any entity, whatever its types are. */
export interface AnyEntity {
  readonly definition: EntityDefinition
}

/** The types of an entity. */
export type TypesOf<One> = One extends { readonly [entityTypes]?: infer Types extends EntityTypes }
  ? Types
  : never

/** What is read of an entity: `ItemOf<typeof Customer>`. */
export type ItemOf<One> = TypesOf<One>['item']

/** What is written of an entity. */
export type InputOf<One> = TypesOf<One>['input']

/** What a pattern of an entity may ask for. */
export interface PatternOptions<Item, Whole extends boolean = boolean> extends ReadOptions<Whole> {
  /** Leaves out items after they were read: they are paid for, and a page may be short of them. */
  readonly filter?: ConditionInput<Item>
}

/** A kind of item: its schema, its keys, and the ways to read it. A plain value; it talks to nothing. */
export interface Entity<Types extends EntityTypes> extends AnyEntity {
  readonly [entityTypes]?: Types
  /** As a member of a collection: at most one of them. */
  one(): Member<Types, 'one'>
  /** As a member of a collection: any number of them. */
  many(): Member<Types, 'many'>
  // Written out, `IndexNames<Types>` is shown to a wrong name as the names that there are.
  /** Reads items of one partition, by as much of the sort key as is given. */
  query<Index extends 'primary' | (keyof Types['config']['index'] & string), Whole extends boolean = false>(
    index: Index,
    options?: PatternOptions<Fields<Types['item']>, Whole>,
  ): QueryPattern<
    QueryArgs<
      Fields<Types['item']>,
      Exclude<HalfSlots<Types, Index, 'pk'>, SpreadSlot<Types['config']>>,
      HalfSlots<Types, Index, 'sk'> | HashNames<Types['config']> | PeriodName<Types['config']>
    > &
      ShardArgs<Types['config']>,
    ReadItem<Types, Index, Whole>
  >
  /** Reads all items of an index or of the table. */
  scan<Index extends 'primary' | (keyof Types['config']['index'] & string), Whole extends boolean = false>(
    index: Index,
    options?: PatternOptions<Fields<Types['item']>, Whole>,
  ): ScanPattern<ReadItem<Types, Index, Whole>>
}

/** Gives an entity its ways to be read. */
export function createEntity<Types extends EntityTypes>(definition: EntityDefinition): Entity<Types> {
  const read = (index: string, { filter, ...options }: PatternOptions<never> = {}) => {
    requireEntityIndex(definition, index)
    return { entity: definition, index, options, filter: readCondition(filter) }
  }
  return {
    definition,
    one: () => ({ entity: definition, count: 'one' }),
    many: () => ({ entity: definition, count: 'many' }),
    query: (index, options) => ({ kind: 'query', ...read(index, options as PatternOptions<never>) }),
    scan: (index, options) => ({ kind: 'scan', ...read(index, options as PatternOptions<never>) }),
  }
}
