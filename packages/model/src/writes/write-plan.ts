import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import type { CompiledRequest } from './compile-action.ts'
import type { Guard } from './make-parents.ts'
import type { WriteAction } from './write-action.ts'

/** A read that planning asks for. Reads are consistent: what is planned by them is written on condition. */
export type PlanRead = CompiledRequest<'GetItem' | 'Query'>

/** Planning: it gives a result, and may ask for reads on its way. Whoever runs it answers with the items found. */
export type Planning<Result> = Generator<PlanRead, Result, readonly WireItem[]>

/** What planning knows beside what is asked for. */
export interface Known {
  readonly now: number
  /** Whether a plan has failed because something was not as it took it to be: what can be read is better read. */
  readonly careful: boolean
}

/** An action, and the constraint that it stands for. */
export interface PlannedAction {
  readonly action: WriteAction
  /** What is taken from an item that was read. When it has changed meanwhile, everything is planned again. */
  readonly guards?: readonly Guard[]
  /** Where its guards are about what is copied from the item, or to it: the item as it was read, an empty one when there is none. */
  readonly copies?: WireItem
  /** That the item must be there. `may`: it need not, if the same transaction removes it. */
  readonly present?: 'must' | 'may'
  /** Of a marker: the key of the item that takes it, or gives it up. */
  readonly owner?: WireItem
  /** Counters that must be zero for the item to go, with what the same transaction takes from them. */
  readonly zero?: readonly string[]
  /**
   * Says what is wrong with the item that the condition failed on: an error, or `again` when planning carefully can
   * mend it, or nothing when this action has nothing against the item.
   */
  readonly explain: (found: WireItem | undefined) => ModelError | 'again' | undefined
}

/** Everything that one verb does: all of it or nothing. */
export interface WritePlan {
  readonly main: PlannedAction
  /** What else has to change along with it. */
  readonly related: readonly PlannedAction[]
  /** The item before, where it was read; an empty one when there was none. */
  readonly before?: WireItem | undefined
}

/** Asks for an item: an empty one when there is none. */
export function* readItem(entity: EntityDefinition, key: WireItem): Planning<WireItem> {
  const input = { TableName: entity.table.name, Key: key, ConsistentRead: true }
  const [item] = yield { operation: 'GetItem', input }
  return item ?? {}
}
