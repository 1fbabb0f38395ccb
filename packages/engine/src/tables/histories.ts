import type { Append, RecordKey, RecordValue, SpaceId } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'
import { encodeHistory, HISTORY_DISORDER_MS, HISTORY_PARTITION } from './history-record.ts'
import type { TableDefinition } from './table-definition.ts'
import { historiesOf } from './table-group.ts'

const nothing: readonly Append[] = []

/** What a write found at its place, and the time of its commit where that makes several. */
export interface FoundBefore {
  readonly before: RecordValue | undefined
  readonly timeMs?: number
}

/**
 * Which tables write down their history, as of this very moment. A write asks while it is being decided and not
 * when its request came, so that from the moment at which a history begins no write is missing in it.
 */
export class Histories {
  readonly #clock: Clock
  /** Spaces of histories by the spaces of their tables; tables that share a space may have several. */
  readonly #spaces = new Map<SpaceId, readonly SpaceId[]>()
  #lastMs = 0

  readonly #isShared: boolean

  /** Where several servers share a store, what commits check says whether a table has a history (`isShared`). */
  constructor(clock: Clock, { isShared = false }: { readonly isShared?: boolean } = {}) {
    this.#clock = clock
    this.#isShared = isShared
  }

  begin(tableSpace: SpaceId, historySpace: SpaceId): void {
    if (this.#isShared) return
    const others = this.#spaces.get(tableSpace)?.filter((space) => space !== historySpace) ?? []
    this.#spaces.set(tableSpace, [...others, historySpace])
  }

  /** Ends a history, or all of a table whose space is dropped. */
  end(tableSpace: SpaceId, historySpace?: SpaceId): void {
    const others = this.#spaces.get(tableSpace)?.filter((space) => space !== historySpace) ?? []
    if (historySpace === undefined || others.length === 0) this.#spaces.delete(tableSpace)
    else this.#spaces.set(tableSpace, others)
  }

  /**
   * What a write adds to the histories of its table, if that has any: now, or when the request began. Where several
   * servers share a store, another may have begun one. All writes of a commit must have one time, or a moment could lie
   * between them.
   */
  appendsOf(
    definition: Pick<TableDefinition, 'history' | 'group'>,
    { space, partition, sort }: RecordKey,
    { before, timeMs }: FoundBefore,
  ): readonly Append[] {
    const { history, group } = definition
    if (this.#spaces.size === 0 && history === undefined && group === undefined) return nothing
    const histories = this.#spaces.get(space) ?? historiesOf(definition)
    if (histories.length === 0) return nothing
    // It goes back only when the clock is put back for good, so that a moment can be looked up in a log.
    const nowMs = timeMs ?? this.#clock.now()
    if (nowMs > this.#lastMs || nowMs < this.#lastMs - HISTORY_DISORDER_MS) this.#lastMs = nowMs
    const value = encodeHistory({ timeMs: this.#lastMs, partition, sort, before })
    return histories.map((space) => ({ space, partition: HISTORY_PARTITION, value }))
  }
}
