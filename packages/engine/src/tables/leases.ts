import type { ByteString, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Clock } from '../util/clock.ts'
import { pause } from '../util/pause.ts'
import { type Random, randomUuid } from '../util/random.ts'
import { HeldLease, type Lease, type LeaseDocument, LeaseLost, leaseRecord } from './lease.ts'
import { Register } from './register.ts'
import { REGISTER_SPACE } from './space-names.ts'

/** A server that has not been heard of for this long is considered dead. */
const deadMs = 10_000
const beatMs = 2_000
/** A holder that could not renew its lease for this long stops, before others take over. */
const lostMs = 7_000
/** A lease that nobody has wanted to take over for this long is forgotten. */
const forgottenMs = 10 * 60_000

/** A lease of another server as last seen, and since when it has been unchanged. */
interface Seen {
  readonly doc: string
  readonly sinceMs: number
}

/**
 * Divides work among the servers of one store. Servers need not agree on the time: a server that waits for a lease
 * watches it, and takes it when it has not changed for a while by its own clock.
 */
export class Leases {
  /** Called when leases with dead holders were found. */
  onAbandoned: () => void = () => {}
  readonly #storage: Storage
  readonly #register: Register<LeaseDocument>
  readonly #clock: Clock
  readonly #random: Random
  /** Held leases by the place of their record. */
  readonly #held = new Map<ByteString, HeldLease>()
  readonly #seen = new Map<ByteString, Seen>()
  /** Requests that the store has not answered yet. */
  readonly #taking = new Set<Promise<Lease | undefined>>()
  /** What this server does or waits to do. */
  readonly #wanted = new Set<string>()
  #cancelBeat: () => void = () => {}
  #cancelCheck: () => void = () => {}
  #isClosed = false

  constructor(storage: Storage, { clock, random }: { readonly clock: Clock; readonly random: Random }) {
    this.#storage = storage
    this.#register = new Register(storage, 'leases')
    this.#clock = clock
    this.#random = random
  }

  /** Starts renewing held leases and watching those of others. */
  start(): void {
    this.#scheduleBeat()
    this.#scheduleCheck()
  }

  #scheduleBeat(): void {
    if (this.#isClosed) return
    this.#cancelBeat = this.#clock.after(beatMs, () => {
      // If the store cannot be reached, try again; meanwhile leases are lost.
      void this.#beat()
        .catch(() => {})
        .finally(() => this.#scheduleBeat())
    })
  }

  /** Independent of the heartbeats: a store that hangs would hold those up. */
  #scheduleCheck(): void {
    if (this.#isClosed) return
    this.#cancelCheck = this.#clock.after(1_000, () => {
      const nowMs = this.#clock.now()
      for (const lease of this.#held.values()) {
        lease.renewedMs = Math.min(lease.renewedMs, nowMs)
        if (nowMs - lease.renewedMs >= lostMs) this.#lose(lease)
      }
      this.#scheduleCheck()
    })
  }

  /** Takes a lease, unless it is held, by this server or another. */
  async tryTake(name: string): Promise<Lease | undefined> {
    if (this.#isClosed) return undefined
    const taking = this.#take(name)
    this.#taking.add(taking)
    try {
      return await taking
    } finally {
      this.#taking.delete(taking)
    }
  }

  async #take(name: string): Promise<Lease | undefined> {
    const key = this.#register.keyOf(name)
    const owner = randomUuid(this.#random)
    const takenMs = this.#clock.now()
    const isTaken = await this.#storage.mutate([key], ([record]) => {
      if (record !== undefined && !this.#isDead(key, record, takenMs)) return { changes: [], answer: false }
      return { changes: [{ ...key, value: leaseRecord({ owner, beat: 0 }) }], answer: true }
    })
    if (!isTaken) return undefined
    const lease = new HeldLease({ key, owner, takenMs, release: () => this.#release(lease) })
    this.#held.set(key.sort, lease)
    return lease
  }

  /** Waits until a lease can be taken; resolves to undefined once `signal` is aborted. */
  async take(name: string, signal: AbortSignal, pollMs = 1_000): Promise<Lease | undefined> {
    for (let waitMs = Math.min(20, pollMs); !signal.aborted && !this.#isClosed; ) {
      const lease = await this.tryTake(name)
      if (lease !== undefined) return lease
      await pause(this.#clock, waitMs, signal)
      waitMs = Math.min(waitMs * 2, pollMs)
    }
    return undefined
  }

  /**
   * Returns a function that tells whether a recurring job is for this server: it takes the lease if it can, and
   * keeps it.
   */
  permit(name: string): () => Promise<boolean> {
    let lease: Lease | undefined
    return async () => {
      if (lease === undefined || lease.signal.aborted) lease = await this.tryTake(name)
      return lease !== undefined
    }
  }

  /**
   * Runs work once this server holds its lease, unless it does so already. If the lease is lost, the work starts
   * again with the next one.
   */
  async run(name: string, signal: AbortSignal, work: (lease: Lease) => Promise<void>): Promise<void> {
    if (this.#wanted.has(name)) return
    this.#wanted.add(name)
    try {
      let isDone = false
      while (!isDone) {
        const lease = await this.#persist(name, signal)
        if (lease === undefined) return
        isDone = await endsWith(lease, work)
      }
    } finally {
      this.#wanted.delete(name)
    }
  }

  /** Waits for a lease even while the store cannot be reached. */
  async #persist(name: string, signal: AbortSignal): Promise<Lease | undefined> {
    while (!signal.aborted) {
      try {
        return await this.take(name, signal)
      } catch (error) {
        if (!(error instanceof StorageError) || error.code === 'CLOSED') throw error
        await pause(this.#clock, beatMs, signal)
      }
    }
    return undefined
  }

  /** Releases everything, so that others need not wait until they notice that this server is gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelBeat()
    this.#cancelCheck()
    await Promise.allSettled(this.#taking)
    for (const lease of [...this.#held.values()]) await lease.release().catch(() => {})
  }

  #isDead({ sort }: Pick<RecordKey, 'sort'>, { doc }: RecordValue, nowMs: number): boolean {
    const seen = this.#seen.get(sort)
    // If the clock was set back, start counting again; otherwise the holder would seem alive until the old time is
    // reached.
    if (seen?.doc === doc && seen.sinceMs <= nowMs) return nowMs - seen.sinceMs >= deadMs
    this.#seen.set(sort, { doc, sinceMs: nowMs })
    return false
  }

  async #beat(): Promise<void> {
    const nowMs = this.#clock.now()
    await this.#renew(nowMs)
    await this.#watch(nowMs)
  }

  async #renew(nowMs: number): Promise<void> {
    const held = [...this.#held.values()]
    if (held.length === 0) return
    const keys = held.map(({ key }) => key)
    const lost = await this.#storage.mutate(keys, (records) => {
      const own = held.filter((lease, i) => lease.isIn(records[i]))
      const changes = own.map(({ key, owner, beat }) => {
        return { ...key, value: leaseRecord({ owner, beat: beat + 1 }) }
      })
      return { changes, answer: held.filter((lease) => !own.includes(lease)) }
    })
    for (const lease of lost) this.#lose(lease)
    for (const lease of held) {
      lease.beat++
      lease.renewedMs = nowMs
    }
  }

  async #watch(nowMs: number): Promise<void> {
    const records = await this.#register.records()
    let isAbandoned = false
    for (const record of records) {
      if (this.#held.has(record.sort) || !this.#isDead(record, record, nowMs)) continue
      const quietMs = nowMs - (this.#seen.get(record.sort)?.sinceMs ?? nowMs)
      isAbandoned ||= quietMs < 2 * deadMs
      if (quietMs >= forgottenMs) await this.#remove(record, ({ doc }) => doc === record.doc)
    }
    const there = new Set(records.map(({ sort }) => sort))
    for (const sort of this.#seen.keys()) if (!there.has(sort)) this.#seen.delete(sort)
    if (isAbandoned) this.onAbandoned()
  }

  #lose(lease: HeldLease): void {
    if (this.#held.get(lease.key.sort) === lease) this.#held.delete(lease.key.sort)
    lease.lose()
  }

  async #release(lease: HeldLease): Promise<void> {
    this.#lose(lease)
    await this.#remove(lease.key, (record) => lease.isIn(record))
  }

  async #remove({ sort }: Pick<RecordKey, 'sort'>, isMeant: (record: RecordValue) => boolean): Promise<void> {
    const key = { ...this.#register.keyOf(''), sort }
    await this.#storage.mutate([key], ([record]) => {
      return { changes: record && isMeant(record) ? [{ ...key, value: undefined }] : [], answer: undefined }
    })
  }
}

/** Returns whether some work ran to its end instead of being interrupted by the loss of its lease. */
async function endsWith(lease: Lease, work: (lease: Lease) => Promise<void>): Promise<boolean> {
  try {
    await work(lease)
    return !lease.signal.aborted
  } catch (error) {
    if (error instanceof LeaseLost || lease.signal.aborted) return false
    throw error
  } finally {
    // A lease that cannot be released now is later found to be abandoned.
    await lease.release().catch(() => {})
  }
}

/** Removes all leases; servers that are working find that they have lost them, and start again. */
export async function forgetLeases(storage: Storage): Promise<void> {
  const records = await new Register(storage, 'leases').records()
  const changes = records.map(({ partition, sort }) => ({
    space: REGISTER_SPACE,
    partition,
    sort,
    value: undefined,
  }))
  await storage.mutate(changes, () => ({ changes, answer: undefined }))
}
