import type { EntityDefinition } from '../entities/entity-definition.ts'
import type { ModelError } from '../model-error.ts'
import type { WireItem } from '../port/wire.ts'
import type { CompiledRequest } from './compile-action.ts'
import type { Guard } from './make-parents.ts'
import type { WriteAction } from './write-action.ts'

/** A read that planning asks for. Reads are consistent: writes that are based on them are conditional. */
export type PlanRead = CompiledRequest<'GetItem' | 'Query'>

/**
 * A planning: a generator that returns a result, and may yield reads on its way. The caller answers with the items
 * found.
 */
export type Planning<Result> = Generator<PlanRead, Result, readonly WireItem[]>

/** What planning knows in addition to the request. */
export interface Known {
  readonly now: number
  /** Whether a previous plan failed because an assumption was wrong: now, what can be read is read. */
  readonly careful: boolean
}

/** An action, and the constraint that it enforces. */
export interface PlannedAction {
  readonly action: WriteAction
  /** What was taken from an item that was read. If it has changed since, everything is planned again. */
  readonly guards?: readonly Guard[]
  /**
   * If its guards are about what is copied from the item, or to it: the item as it was read, empty when there is none.
   */
  readonly copies?: WireItem
  /** Requires that the item exists. `may`: unless the same transaction removes it. */
  readonly present?: 'must' | 'may'
  /** For a marker: the key of the item that acquires it, or gives it up. */
  readonly owner?: WireItem
  /** Counters that must be zero for the item to be removed, after what the same transaction subtracts. */
  readonly zero?: readonly string[]
  /**
   * Explains a failed condition from the item that was found: an error; `again` when careful planning can fix it;
   * `undefined` when this action has no objection to the item.
   */
  readonly explain: (found: WireItem | undefined) => ModelError | 'again' | undefined
}

/** Everything that one verb does: all of it or nothing. */
export interface WritePlan {
  readonly main: PlannedAction
  /** What else has to change along with it. */
  readonly related: readonly PlannedAction[]
  /** The item before, if it was read; empty when there was none. */
  readonly before?: WireItem | undefined
}

/** Reads an item; empty when there is none. */
export function* readItem(entity: EntityDefinition, key: WireItem): Planning<WireItem> {
  const input = { TableName: entity.table.name, Key: key, ConsistentRead: true }
  const [item] = yield { operation: 'GetItem', input }
  return item ?? {}
}
