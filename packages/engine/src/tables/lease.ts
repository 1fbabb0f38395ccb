import { fencedStorage } from '../storage/fenced-storage.ts'
import type { RecordKey, RecordValue, Storage } from '../storage/storage.ts'

/** Who does something, as the store keeps it. The holder changes `beat` again and again as long as it lives. */
export interface LeaseDocument {
  readonly owner: string
  readonly beat: number
  readonly spaces?: never
}

/** That something is this server's to do, until it is released or lost. */
export interface Lease {
  /** Aborted when another server may have taken it. */
  readonly signal: AbortSignal
  /**
   * The store as long as the lease is held: a commit that comes later is refused, and changes nothing. It throws
   * `LeaseLost`, or what `refusal` gives.
   */
  fence(storage: Storage, refusal?: () => Error): Storage
  release(): Promise<void>
}

/** A commit was refused, since another server has taken over. */
export class LeaseLost extends Error {
  override readonly name = 'LeaseLost'

  constructor() {
    super('another server does this now')
  }
}

/** What a lease is made of. */
export interface LeaseFacts {
  readonly key: RecordKey
  /** Another one each time that a lease is taken. */
  readonly owner: string
  readonly takenMs: number
  readonly release: () => Promise<void>
}

/** A lease of this server, as the one who keeps it sees it. */
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

  /** Whether a record says that it is held. */
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

/** A lease as the store keeps it. */
export function leaseRecord(document: LeaseDocument): RecordValue {
  return { doc: JSON.stringify(document), sizeBytes: 0 }
}
