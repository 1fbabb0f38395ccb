import { fencedStorage } from '../storage/fenced-storage.ts'
import type { RecordKey, RecordValue, Storage } from '../storage/storage.ts'

/** The holder of a lease, as stored. The holder changes `beat` periodically as long as it lives. */
export interface LeaseDocument {
  readonly owner: string
  readonly beat: number
  readonly spaces?: never
}

/** The exclusive right of this server to do something, until it is released or lost. */
export interface Lease {
  /** Aborted when another server may have taken the lease. */
  readonly signal: AbortSignal
  /**
   * Returns the store for use while the lease is held: later commits are refused and change nothing. They throw
   * `LeaseLost`, or what `refusal` returns.
   */
  fence(storage: Storage, refusal?: () => Error): Storage
  release(): Promise<void>
}

/** A commit was refused because another server has taken over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('another server does this now')
  }
}

/** The parts of a lease. */
export interface LeaseFacts {
  readonly key: RecordKey
  /** Different each time a lease is taken. */
  readonly owner: string
  readonly takenMs: number
  readonly release: () => Promise<void>
}

/** A lease of this server, as seen by its keeper. */
export class HeldLease implements Lease {
  readonly key: RecordKey
  readonly owner: string
  beat = 0
  renewedMs: number
  readonly #abort = new AbortController()
  readonly #release: () => Promise<void>

  constructor({ key, owner, takenMs, release }: LeaseFacts) {
    this.key = key
    this.owner = owner
    this.renewedMs = takenMs
    this.#release = release
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Returns whether a record says that the lease is still held. */
  isIn(record: RecordValue | undefined): boolean {
    return record !== undefined && (JSON.parse(record.doc) as LeaseDocument).owner === this.owner
  }

  lose(): void {
    this.#abort.abort()
  }

  async release(): Promise<void> {
    await this.#release()
  }

  fence(storage: Storage, refusal: () => Error = () => new LeaseLost()): Storage {
    return fencedStorage(storage, { ...this.key, isQuiet: true }, (record) => {
      if (!this.isIn(record)) throw refusal()
    })
  }
}

/** Returns the stored form of a lease. */
export function leaseRecord(document: LeaseDocument): RecordValue {
  return { doc: JSON.stringify(document), sizeBytes: 0 }
}
