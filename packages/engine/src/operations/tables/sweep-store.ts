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

export const SWEEP_EVERY_MS = 5 * 60_000

/**
 * A space that nothing has named for so long is nobody's: between making a space and naming it a server takes as long
 * as a request at most.
 */
const orphanMs = 10 * 60_000
const pageMaxRecords = 500

/**
 * Removes what servers that share a store have left behind: tokens of transactions that have expired, and spaces whose
 * table was never entered, or was removed by a server that then died. Where a store has one server, requests and
 * the opening of the catalogue do it.
 */
export class StoreSweeper {
  readonly #sweeping: Sweeping
  /** Spaces that nothing names, and since when that is known. */
  readonly #orphans = new Map<SpaceId, number>()

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
        // A token may have been used anew meanwhile.
        await storage.mutate(keys, (records) => ({ changes: tokens.sweep(keys, records), answer: undefined }))
      }
      after = page.records.at(-1)
      more = page.more
    }
  }

  async #sweepSpaces(signal: AbortSignal): Promise<void> {
    const { storage, clock, catalogue } = this.#sweeping
    const nowMs = clock.now()
    // The spaces first: one that is made and named after this is not among them.
    const spaces = await storage.listSpaces()
    await catalogue.refresh()
    const used = await catalogue.usedSpaces()
    const unused = new Set(spaces.filter((space) => !used.has(space)))
    for (const space of this.#orphans.keys()) if (!unused.has(space)) this.#orphans.delete(space)
    for (const space of unused) {
      const sinceMs = this.#orphans.get(space) ?? nowMs
      this.#orphans.set(space, sinceMs)
      if (nowMs - sinceMs < orphanMs || signal.aborted) continue
      await storage.dropSpace(space)
      this.#orphans.delete(space)
    }
  }
}
