import type { Append, RecordKey, RecordValue, SpaceId } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'
import { encodeHistory, HISTORY_DISORDER_MS, HISTORY_PARTITION } from './history-record.ts'
import type { TableDefinition } from './table-definition.ts'
import { historiesOf } from './table-group.ts'

const nothing: readonly Append[] = []

/** What a write found at its place, and the common time of its commit if that has several writes. */
export interface FoundBefore {
  readonly before: RecordValue | undefined
  readonly timeMs?: number
}

/**
 * Knows which tables record their history at this very moment. A write asks while it is being decided rather than
 * when its request arrived, so that no write is missing after a history begins.
 */
export class Histories {
  readonly #clock: Clock
  /** The spaces of histories by the spaces of their tables; tables that share a space may have several. */
  readonly #spaces = new Map<SpaceId, readonly SpaceId[]>()
  #lastMs = 0

  readonly #isShared: boolean

  /**
   * If several servers share a store (`isShared`), the records that commits check say whether a table has a
   * history.
   */
  constructor(clock: Clock, { isShared = false }: { readonly isShared?: boolean } = {}) {
    this.#clock = clock
    this.#isShared = isShared
  }

  begin(tableSpace: SpaceId, historySpace: SpaceId): void {
    if (this.#isShared) return
    const others = this.#spaces.get(tableSpace)?.filter((space) => space !== historySpace) ?? []
    this.#spaces.set(tableSpace, [...others, historySpace])
  }

  /** Ends a history, or all histories of a table whose space is dropped. */
  end(tableSpace: SpaceId, historySpace?: SpaceId): void {
    const others = this.#spaces.get(tableSpace)?.filter((space) => space !== historySpace) ?? []
    if (historySpace === undefined || others.length === 0) this.#spaces.delete(tableSpace)
    else this.#spaces.set(tableSpace, others)
  }

  /**
   * Returns what a write adds to the histories of its table, if it has any now or had when the request began: on a
   * shared store, another server may have started one. All writes of a commit must have the same time, so that no
   * moment lies between them.
   */
  appendsOf(
    definition: Pick<TableDefinition, 'history' | 'group'>,
    { space, partition, sort }: RecordKey,
    { before, timeMs }: FoundBefore,
  ): readonly Append[] {
    const { history, group } = definition
    if (this.#spaces.size === 0 && history === undefined && group === undefined) return nothing
    // A group goes by the definition that the write is checked to be current with: its tables may name several
    // spaces.
    const known = group === undefined ? this.#spaces.get(space) : undefined
    const histories = known ?? historiesOf(definition)
    if (histories.length === 0) return nothing
    // Goes back only if the clock is set back for good, so that a moment can be looked up in a log.
    const nowMs = timeMs ?? this.#clock.now()
    if (nowMs > this.#lastMs || nowMs < this.#lastMs - HISTORY_DISORDER_MS) this.#lastMs = nowMs
    const value = encodeHistory({ timeMs: this.#lastMs, partition, sort, before })
    return histories.map((space) => ({ space, partition: HISTORY_PARTITION, value }))
  }
}
