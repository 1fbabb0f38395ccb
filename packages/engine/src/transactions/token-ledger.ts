import { setImmediate } from 'node:timers/promises'
import { TRANSACTION_TOKEN_MS } from '@monotable/protocol'
import { partitionDigest } from '../encoding/partition-digest.ts'
import type { Change, Position, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import type { Realm } from '../tables/catalogue.ts'
import { TOKEN_SPACE } from '../tables/space-names.ts'
import type { Clock } from '../util/clock.ts'

/** What is stored about a transaction that carried a token. */
export interface TokenEntry {
  /** A digest of the transaction's request. */
  readonly request: string
  readonly expiresMs: number
  /**
   * The size of each item, by table: a repetition is charged as if it had read them. Absent if the transaction was
   * cancelled: it may be retried, but its token cannot be used for anything else.
   */
  readonly sizes?: TokenSizes
}

export type TokenSizes = readonly (readonly [table: string, sizeBytes: number])[]

/** How many expired tokens a transaction deletes along with its own writes. */
const SWEEP = 4

/** How many entries are read at once: ten busy minutes leave hundreds of thousands, scattered over a log. */
const PAGE = 100

/** The place of an entry, and when it expires. */
export interface ExpiringToken {
  readonly key: RecordKey
  readonly expiresMs: number
}

/**
 * Remembers for ten minutes which transactions were executed, so that a repeated one is not executed again. Entries
 * are committed together with their transactions, so both survive a crash or neither does.
 */
export class TokenLedger {
  readonly #clock: Clock
  /** Places of entries, roughly in the order in which they expire; those before `#first` have been removed. */
  #expiring: ExpiringToken[] = []
  #first = 0

  readonly #isShared: boolean

  constructor(storage: Pick<Storage, 'isShared'>, clock: Clock) {
    this.#clock = clock
    this.#isShared = storage.isShared ?? false
  }

  /** Finds the existing entries, so that they can be deleted in time; users of tokens need not wait for this. */
  async load(storage: Storage, signal: AbortSignal): Promise<void> {
    // Servers that share a store would delete the same entries and interfere with each other: there, one of them
    // sweeps for all.
    if (this.#isShared) return
    const found: ExpiringToken[] = []
    let after: Position | undefined
    do {
      const request = { space: TOKEN_SPACE, within: {}, maxRecords: PAGE, ...(after && { after }) }
      const { records, more } = await storage.range(request)
      for (const { partition, sort, doc } of records) {
        const { expiresMs } = JSON.parse(doc) as TokenEntry
        found.push({ key: { space: TOKEN_SPACE, partition, sort }, expiresMs })
      }
      after = more ? records.at(-1) : undefined
      if (after !== undefined) await setImmediate()
    } while (after !== undefined && !signal.aborted)
    found.sort((one, other) => one.expiresMs - other.expiresMs)
    // Some of them were written, and noted, meanwhile: deleting an entry twice changes nothing.
    this.#expiring = [...found, ...this.#expiring.slice(this.#first)]
    this.#first = 0
  }

  /** Returns the place of a token's entry. */
  keyOf({ accountId, region }: Realm, token: string): RecordKey {
    return {
      space: TOKEN_SPACE,
      partition: partitionDigest([{ S: `${accountId}/${region}/${token}` }]),
      sort: '',
    }
  }

  /** Returns the entry in a record, unless it has expired. */
  read(record: RecordValue | undefined): TokenEntry | undefined {
    if (record === undefined) return undefined
    const entry = JSON.parse(record.doc) as TokenEntry
    return entry.expiresMs > this.#clock.now() ? entry : undefined
  }

  /** Returns when an entry written now expires. */
  expiryOfNow(): number {
    return this.#clock.now() + TRANSACTION_TOKEN_MS
  }

  /** Notes that an entry was written. One that already existed has been noted before. */
  remember(key: RecordKey, expiresMs: number): void {
    if (!this.#isShared) this.#expiring.push({ key, expiresMs })
  }

  /**
   * Takes a few expired entries for a transaction to delete along with its own writes. No other transaction gets
   * the same ones: among many concurrent transactions each deletes its own share, or entries would arrive faster
   * than they go.
   */
  takeExpired(): readonly ExpiringToken[] {
    const now = this.#clock.now()
    const from = this.#first
    const taken: ExpiringToken[] = []
    for (; this.#first < from + SWEEP; this.#first++) {
      const entry = this.#expiring[this.#first]
      if (entry === undefined) break
      if (entry.expiresMs <= now) taken.push(entry)
      // The clock was ahead then and has been set back: other entries must not wait for this one.
      else if (entry.expiresMs > now + TRANSACTION_TOKEN_MS) this.#expiring.push(entry)
      else break
    }
    // The SDK puts a token on every transaction, so there are many: the array is compacted only now and then.
    if (this.#first > from && this.#first >= this.#expiring.length / 2) {
      this.#expiring.splice(0, this.#first)
      this.#first = 0
    }
    return taken
  }

  /** Takes back entries that were not deleted after all. */
  giveBack(entries: readonly ExpiringToken[]): void {
    this.#expiring.push(...entries)
  }

  /** Returns the changes that delete entries. A token may have been reused meanwhile: live entries stay. */
  sweep(keys: readonly RecordKey[], records: readonly (RecordValue | undefined)[]): Change[] {
    const dead = keys.filter((_, position) => this.read(records[position]) === undefined)
    return dead.map((key) => ({ ...key, value: undefined }))
  }
}
