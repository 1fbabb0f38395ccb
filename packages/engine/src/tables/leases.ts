import type { ByteString, RecordKey, RecordValue, Storage } from '../storage/storage.ts'
import { StorageError } from '../storage/storage-error.ts'
import type { Clock } from '../util/clock.ts'
import { pause } from '../util/pause.ts'
import { type Random, randomUuid } from '../util/random.ts'
import { HeldLease, type Lease, type LeaseDocument, LeaseLost, leaseRecord } from './lease.ts'
import { Register } from './register.ts'
import { REGISTER_SPACE } from './space-names.ts'

/** Who has not been heard of for so long is gone. */
const deadMs = 10_000
const beatMs = 2_000
/** A holder that could not say that it lives stops before others take over. */
const lostMs = 7_000
/** What nobody has wanted to take over for so long is forgotten. */
const forgottenMs = 10 * 60_000

/** A lease of another server as it was seen last, and since when it has been so. */
interface Seen {
  readonly doc: string
  readonly sinceMs: number
}

/**
 * Divides work among the servers of one store. Servers need not agree on the time: whoever waits for a lease watches
 * it, and takes it when it has not changed for a while by the clock of its own.
 */
export class Leases {
  /** Called when leases were found whose holders are gone. */
  onAbandoned: () => void = () => {}
  readonly #storage: Storage
  readonly #register: Register<LeaseDocument>
  readonly #clock: Clock
  readonly #random: Random
  /** Leases by the place of their record. */
  readonly #held = new Map<ByteString, HeldLease>()
  readonly #seen = new Map<ByteString, Seen>()
  /** What the store was asked for and has not answered yet. */
  readonly #taking = new Set<Promise<Lease | undefined>>()
  /** What this server does, or waits to do. */
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

  /** From now on keeps the leases that are held, and watches those of others. */
  start(): void {
    this.#scheduleBeat()
    this.#scheduleCheck()
  }

  #scheduleBeat(): void {
    if (this.#isClosed) return
    this.#cancelBeat = this.#clock.after(beatMs, () => {
      // A store that cannot be reached is asked again; meanwhile leases are lost.
      void this.#beat()
        .catch(() => {})
        .finally(() => this.#scheduleBeat())
    })
  }

  /** Beside the beats: a store that hangs would hold them up. */
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

  /** Takes a lease, unless somebody has it, here or on another server. */
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

  /** Waits until a lease can be taken; gives nothing once `signal` is aborted. */
  async take(name: string, signal: AbortSignal, pollMs = 1_000): Promise<Lease | undefined> {
    for (let waitMs = Math.min(20, pollMs); !signal.aborted && !this.#isClosed; ) {
      const lease = await this.tryTake(name)
      if (lease !== undefined) return lease
      await pause(this.#clock, waitMs, signal)
      waitMs = Math.min(waitMs * 2, pollMs)
    }
    return undefined
  }

  /** Whether this server is the one that does something regularly: it is from when it can be until it ends. */
  permit(name: string): () => Promise<boolean> {
    let lease: Lease | undefined
    return async () => {
      if (lease === undefined || lease.signal.aborted) lease = await this.tryTake(name)
      return lease !== undefined
    }
  }

  /**
   * Does something once it is this server's to do, unless it does so already. When the lease is lost on the way, it
   * begins anew with the next one.
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

  /** Waits for a lease also when the store cannot be reached. */
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

  /** Gives back everything, so that others need not wait until it is seen that this server is gone. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#cancelBeat()
    this.#cancelCheck()
    await Promise.allSettled(this.#taking)
    for (const lease of [...this.#held.values()]) await lease.release().catch(() => {})
  }

  #isDead({ sort }: Pick<RecordKey, 'sort'>, { doc }: RecordValue, nowMs: number): boolean {
    const seen = this.#seen.get(sort)
    // A clock that was put back counts anew, or what is seen would be alive until it is as late again.
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

/** Whether some work came to its end, and was not cut short by the loss of its lease. */
async function endsWith(lease: Lease, work: (lease: Lease) => Promise<void>): Promise<boolean> {
  try {
    await work(lease)
    return !lease.signal.aborted
  } catch (error) {
    if (error instanceof LeaseLost || lease.signal.aborted) return false
    throw error
  } finally {
    // What cannot be released now is found to be abandoned later.
    await lease.release().catch(() => {})
  }
}

/** Forgets who does what; servers that do something find that they have lost it, and begin anew. */
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
