import { setImmediate } from 'node:timers/promises'
import { TRANSACTION_TOKEN_MS } from '@monotable/protocol'
import { partitionDigest } from '../encoding/partition-digest.ts'
import type { Change, Position, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import type { Realm } from '../tables/catalogue.ts'
import { TOKEN_SPACE } from '../tables/space-names.ts'
import type { Clock } from '../util/clock.ts'

/** What is remembered of a transaction that carried a token. */
export interface TokenEntry {
  /** A digest of what the transaction asked for. */
  readonly request: string
  readonly expiresMs: number
  /**
   * The size of each item, by table: a repetition is charged as if it had read them. Absent when the transaction was
   * cancelled: it may be tried again, but its token is for nothing else.
   */
  readonly sizes?: TokenSizes
}

export type TokenSizes = readonly (readonly [table: string, sizeBytes: number])[]

/** How many forgotten tokens a transaction sweeps out along with its own writes. */
const SWEEP = 4

/** How many entries are read at once: of ten busy minutes there are hundreds of thousands, here and there in a log. */
const PAGE = 100

/** The place of an entry, and until when it is one. */
export interface ExpiringToken {
  readonly key: RecordKey
  readonly expiresMs: number
}

/**
 * Remembers for ten minutes which transactions were done, so that one sent again is not done again. Entries
 * are written together with the transaction, and so survive with it.
 */
export class TokenLedger {
  readonly #clock: Clock
  /** Places of entries in the order, more or less, in which they expire; those before `#first` are gone. */
  #expiring: ExpiringToken[] = []
  #first = 0

  readonly #isShared: boolean

  constructor(storage: Pick<Storage, 'isShared'>, clock: Clock) {
    this.#clock = clock
    this.#isShared = storage.isShared ?? false
  }

  /** Finds the entries that were there before, to be swept out one day; who uses a token need not wait for that. */
  async load(storage: Storage, signal: AbortSignal): Promise<void> {
    // Servers that share a store would sweep the same entries, and get in each other's way: there one sweeps for all.
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
    // Some of them were written, and noted, meanwhile: to sweep out what is gone changes nothing.
    this.#expiring = [...found, ...this.#expiring.slice(this.#first)]
    this.#first = 0
  }

  /** The place of a token's entry. */
  keyOf({ accountId, region }: Realm, token: string): RecordKey {
    return {
      space: TOKEN_SPACE,
      partition: partitionDigest([{ S: `${accountId}/${region}/${token}` }]),
      sort: '',
    }
  }

  /** The entry that a record holds, unless it has expired. */
  read(record: RecordValue | undefined): TokenEntry | undefined {
    if (record === undefined) return undefined
    const entry = JSON.parse(record.doc) as TokenEntry
    return entry.expiresMs > this.#clock.now() ? entry : undefined
  }

  /** When an entry made now expires. */
  expiryOfNow(): number {
    return this.#clock.now() + TRANSACTION_TOKEN_MS
  }

  /** Notes that an entry was written. One that was found there already is noted since then. */
  remember(key: RecordKey, expiresMs: number): void {
    if (!this.#isShared) this.#expiring.push({ key, expiresMs })
  }

  /**
   * Entries that have expired, a few at a time, for a transaction to sweep out along with its own. No other transaction
   * gets them: of many at once each has its own to sweep out, or more would come than go.
   */
  takeExpired(): readonly ExpiringToken[] {
    const now = this.#clock.now()
    const from = this.#first
    const taken: ExpiringToken[] = []
    for (; this.#first < from + SWEEP; this.#first++) {
      const entry = this.#expiring[this.#first]
      if (entry === undefined) break
      if (entry.expiresMs <= now) taken.push(entry)
      // The clock was ahead then, and has been put back: others are not to wait behind this one.
      else if (entry.expiresMs > now + TRANSACTION_TOKEN_MS) this.#expiring.push(entry)
      else break
    }
    // The SDK puts a token on every transaction, so that there are many: the rest is moved up only now and then.
    if (this.#first > from && this.#first >= this.#expiring.length / 2) {
      this.#expiring.splice(0, this.#first)
      this.#first = 0
    }
    return taken
  }

  /** Takes back entries that were not swept out after all. */
  giveBack(entries: readonly ExpiringToken[]): void {
    this.#expiring.push(...entries)
  }

  /** The changes that sweep out entries. A token may have been used anew meanwhile: what is alive stays. */
  sweep(keys: readonly RecordKey[], records: readonly (RecordValue | undefined)[]): Change[] {
    const dead = keys.filter((_, position) => this.read(records[position]) === undefined)
    return dead.map((key) => ({ ...key, value: undefined }))
  }
}
