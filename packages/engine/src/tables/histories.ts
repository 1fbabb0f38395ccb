import type { Append, RecordKey, RecordValue, SpaceId } from '../storage/storage.ts'
import type { Clock } from '../util/clock.ts'
import { encodeHistory, HISTORY_PARTITION } from './history-record.ts'
import type { TableDefinition } from './table-definition.ts'

/**
 * Which tables write down their history, as of this very moment. A write asks while it is being decided and not
 * when its request came, so that from the moment at which a history begins no write is missing in it.
 */
export class Histories {
  readonly #clock: Clock
  /** Spaces of histories by the spaces of their tables. */
  readonly #spaces = new Map<SpaceId, SpaceId>()
  #lastMs = 0

  readonly #isShared: boolean

  /** Where several servers share a store, what commits check says whether a table has a history (`isShared`). */
  constructor(clock: Clock, { isShared = false }: { readonly isShared?: boolean } = {}) {
    this.#clock = clock
    this.#isShared = isShared
  }

  begin(tableSpace: SpaceId, historySpace: SpaceId): void {
    if (!this.#isShared) this.#spaces.set(tableSpace, historySpace)
  }

  end(tableSpace: SpaceId): void {
    this.#spaces.delete(tableSpace)
  }

  /**
   * What a write adds to the history of its table, if that has one: now, or when the request began. Where several
   * servers share a store, another may have begun it.
   */
  appendOf(
    { history: known }: Pick<TableDefinition, 'history'>,
    { space, partition, sort }: RecordKey,
    before: RecordValue | undefined,
  ): Append | undefined {
    if (this.#spaces.size === 0 && known === undefined) return undefined
    const history = this.#spaces.get(space) ?? known?.space
    if (history === undefined) return undefined
    const value = encodeHistory({ timeMs: this.#nowMs(), partition, sort, before })
    return { space: history, partition: HISTORY_PARTITION, value }
  }

  /** The time of now. It never goes back, so that a moment can be looked up in a log. */
  #nowMs(): number {
    this.#lastMs = Math.max(this.#lastMs, this.#clock.now())
    return this.#lastMs
  }
}
