import type { Position, RecordKey, SpaceId, Storage } from '../../storage/storage.ts'
import type { Catalogue } from '../../tables/catalogue.ts'
import { TOKEN_SPACE } from '../../tables/space-names.ts'
import type { TokenLedger } from '../../transactions/token-ledger.ts'
import type { Clock } from '../../util/clock.ts'

/** What sweeping works with. */
export interface Sweeping {
  readonly storage: Storage
  readonly clock: Clock
  readonly catalogue: Catalogue
  readonly tokens: TokenLedger
}

/** Since when a space is known to have no name, and how often that was seen. */
interface Orphan {
  readonly sinceMs: number
  readonly sightings: number
}

export const SWEEP_EVERY_MS = 5 * 60_000

/**
 * A space that nothing has named for this long is orphaned: a server creates a space and names it within one
 * request. It must also have been seen so many times, because the clock may be set forward between two of them.
 */
const orphanMs = 10 * 60_000
const orphanSightings = 3
const pageMaxRecords = 500

/**
 * Removes what servers that share a store have left behind: expired transaction tokens, and spaces whose table was
 * never saved, or was deleted by a server that then died. With a single server, requests and the opening of the
 * catalogue do this.
 */
export class StoreSweeper {
  readonly #sweeping: Sweeping
  /** Spaces that nothing names. */
  readonly #orphans = new Map<SpaceId, Orphan>()

  constructor(sweeping: Sweeping) {
    this.#sweeping = sweeping
  }

  async run(signal: AbortSignal): Promise<number> {
    await this.#sweepTokens(signal)
    await this.#sweepSpaces(signal)
    return this.#sweeping.clock.now() + SWEEP_EVERY_MS
  }

  async #sweepTokens(signal: AbortSignal): Promise<void> {
    const { storage, tokens } = this.#sweeping
    let after: Position | undefined
    let more = true
    while (more && !signal.aborted) {
      const request = { space: TOKEN_SPACE, within: {}, maxRecords: pageMaxRecords, ...(after && { after }) }
      const page = await storage.range(request)
      const expired = page.records.filter((record) => tokens.read(record) === undefined)
      const keys = expired.map(({ partition, sort }): RecordKey => ({ space: TOKEN_SPACE, partition, sort }))
      if (keys.length > 0) {
        // A token may have been reused meanwhile.
        await storage.mutate(keys, (records) => ({ changes: tokens.sweep(keys, records), answer: undefined }))
      }
      after = page.records.at(-1)
      more = page.more
    }
  }

  async #sweepSpaces(signal: AbortSignal): Promise<void> {
    const { storage, clock, catalogue } = this.#sweeping
    const nowMs = clock.now()
    // The spaces first, so that one created and named after this is not among them.
    const spaces = await storage.listSpaces()
    await catalogue.refresh()
    const used = await catalogue.usedSpaces()
    const unused = new Set(spaces.filter((space) => !used.has(space)))
    for (const space of this.#orphans.keys()) if (!unused.has(space)) this.#orphans.delete(space)
    for (const space of unused) {
      const { sinceMs: seenMs, sightings } = this.#orphans.get(space) ?? { sinceMs: nowMs, sightings: 0 }
      // The clock may have been set back.
      const sinceMs = Math.min(seenMs, nowMs)
      this.#orphans.set(space, { sinceMs, sightings: sightings + 1 })
      const isOrphaned = nowMs - sinceMs >= orphanMs && sightings + 1 >= orphanSightings
      if (!isOrphaned || signal.aborted) continue
      await storage.dropSpace(space)
      this.#orphans.delete(space)
    }
  }
}
