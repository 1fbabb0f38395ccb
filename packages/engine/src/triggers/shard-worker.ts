import { StorageError } from '../storage/storage-error.ts'
import type { Clock } from '../util/clock.ts'
import { pause } from '../util/pause.ts'
import { Bell } from './bell.ts'
import { Lane, type LaneContext } from './lane.ts'
import type { TriggerPlan } from './plan-trigger.ts'
import { createShardEntry, type ShardEntry } from './shard-entry.ts'
import { ShardProgress } from './shard-progress.ts'
import type { ReadRecord, ShardInfo, ShardPage, ShardStart, StreamSource } from './shard-source.ts'

/** What a worker works with. */
export interface ShardWorkerContext extends Pick<LaneContext, 'handle' | 'abandon'> {
  readonly source: StreamSource
  readonly shard: ShardInfo
  /** Where to start, unless there already is an iterator. */
  readonly start: ShardStart
  readonly iterator?: string
  /** Records from before this time are skipped, unless the iterator is already past them. */
  readonly startMs: number
  readonly plan: TriggerPlan
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called when more records are done. */
  readonly onProgress: () => void
  /** Called when a read failed and will be retried. */
  readonly onUnreadable: (error: unknown) => void
}

/** The number of records that GetRecords returns. */
const pageSize = 1_000
/** How much is read ahead of the handler. */
const maxWaitingBytes = 16 * 1024 * 1024
const firstPauseMs = 250
const longestPauseMs = 30_000

interface Waiter {
  readonly round: number
  /** Records created later are not waited for. */
  readonly timeMs: number
  /** The number of records before the first that was created later, once there is one. */
  end?: number
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/** Reads a shard to its end and passes its records to lanes, in order. */
export class ShardWorker {
  readonly progress = new ShardProgress()
  readonly #context: ShardWorkerContext
  readonly #lanes: readonly Lane[]
  readonly #bell = new Bell()
  readonly #maxWaiting: number
  #iterator: string | undefined
  #skipBeforeMs: number
  #lastRead: string | undefined
  #waitingBytes = 0
  /** Whether there may be something new since the start of the last read. */
  #isStale = true
  #isEnded = false
  /** Whether `run` has ended: callers that wait would never get an answer. */
  #isOver = false
  /** Counts reads: to be sure that nothing is left, a caller needs an empty read that started later. */
  #round = 0
  #emptyRound = 0
  #waiters: Waiter[] = []

  constructor(context: ShardWorkerContext) {
    const { plan, clock, signal, handle, abandon } = context
    this.#context = context
    this.#iterator = context.iterator
    this.#skipBeforeMs = context.iterator === undefined ? context.startMs : 0
    this.#maxWaiting = 2 * plan.batchSize * plan.parallel
    const laneContext: LaneContext = {
      plan,
      clock,
      signal,
      handle,
      abandon,
      onDone: (entries) => this.#onDone(entries),
      onRest: () => this.#onRest(),
    }
    this.#lanes = Array.from({ length: plan.parallel }, () => new Lane(laneContext))
  }

  /** Resolves to whether the shard was read and handled to its end; if not, the trigger was stopped. */
  async run(): Promise<boolean> {
    const { signal } = this.#context
    const onAbort = () => this.wake()
    signal.addEventListener('abort', onAbort)
    try {
      while (!signal.aborted && !this.#isEnded) await this.#readOnce()
      while (!this.#lanes.every((lane) => lane.isResting) && !signal.aborted) await this.#bell.wait()
      await this.#untilHandlersEnd()
    } finally {
      signal.removeEventListener('abort', onAbort)
      this.#isOver = true
      for (const { resolve } of this.#waiters.splice(0)) resolve()
    }
    return this.#isEnded && this.progress.waiting === 0
  }

  /** Tells the worker that there may be something new. */
  wake(): void {
    this.#isStale = true
    this.#bell.ring()
  }

  /**
   * Resolves when a read that starts from now on finds nothing and everything read has been handled; or, on a
   * stream that never rests, when everything from before `timeMs` has been.
   */
  caughtUp(timeMs: number): Promise<void> {
    if (this.#isOver) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.#waiters.push({ round: this.#round, timeMs, resolve, reject })
      this.wake()
      this.#beginLanes()
      this.#settle()
    })
  }

  async #readOnce(): Promise<void> {
    if (this.progress.waiting >= this.#maxWaiting || this.#waitingBytes >= maxWaitingBytes) {
      // No batch is going to fill up any further.
      for (const lane of this.#lanes) lane.begin({ atOnce: true })
      await this.#bell.wait()
      return
    }
    this.#isStale = false
    const round = ++this.#round
    const page = await this.#readPage()
    if (page === undefined) return
    this.#take(page.records)
    this.#iterator = page.next
    this.#isEnded = page.next === undefined
    this.#beginLanes()
    if (this.#isEnded || page.records.length > 0) return
    this.#emptyRound = round
    this.#settle()
    // A closed shard already has everything it will ever have, even after an empty page.
    while (!this.#isStale && !this.#context.shard.isClosed && !this.#context.signal.aborted) {
      await this.#bell.wait()
    }
  }

  /** Returns a page, or undefined if there can be none: the trigger was stopped, or the shard no longer exists. */
  async #readPage(): Promise<ShardPage | undefined> {
    const { source, shard, clock, signal, onUnreadable } = this.#context
    for (let pauseMs = firstPauseMs; !signal.aborted; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        this.#iterator ??= await source.iterator(shard.shardId, this.#start())
        return await source.read(this.#iterator, pageSize)
      } catch (error) {
        this.#iterator = undefined
        if (error instanceof StorageError && error.code === 'CLOSED') {
          await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
          return undefined
        }
        const { name } = error as { name?: unknown }
        if (name === 'ExpiredIteratorException') continue
        if (name === 'TrimmedDataAccessException') {
          this.#iterator = await source
            .iterator(shard.shardId, { type: 'TRIM_HORIZON' })
            .catch(() => undefined)
          if (this.#iterator !== undefined) continue
        }
        if (name === 'ResourceNotFoundException') {
          this.#isEnded = true
          return undefined
        }
        onUnreadable(error)
        await pause(clock, pauseMs, signal)
      }
    }
    return undefined
  }

  /** Returns where to continue without an iterator. Until something has been read, only the time tells what is old. */
  #start(): ShardStart {
    if (this.#lastRead !== undefined) return { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber: this.#lastRead }
    this.#skipBeforeMs = this.#context.startMs
    return this.#context.start
  }

  #take(records: readonly ReadRecord[]): void {
    const { plan } = this.#context
    for (const read of records) {
      const record = read()
      const entry = createShardEntry(record, read, plan.parallel)
      this.#lastRead = entry.sequenceNumber
      for (const waiter of this.#waiters) {
        if (entry.createdMs > waiter.timeMs) waiter.end ??= this.progress.taken
      }
      // The time of a record is the start of its second, so the whole second is included.
      entry.isDone = entry.createdMs + 1_000 <= this.#skipBeforeMs || !plan.isWanted(record)
      this.progress.add(entry)
      if (entry.isDone) continue
      this.#waitingBytes += entry.sizeBytes
      this.#lanes[entry.lane]?.push(entry)
    }
    if (this.progress.advance()) this.#context.onProgress()
  }

  #beginLanes(): void {
    const atOnce = this.#isEnded || this.#waiters.length > 0
    for (const lane of this.#lanes) lane.begin({ atOnce })
  }

  #onDone(entries: readonly ShardEntry[]): void {
    for (const entry of entries) {
      entry.isDone = true
      this.#waitingBytes -= entry.sizeBytes
    }
    if (this.progress.advance()) this.#context.onProgress()
    this.#settle()
    this.#bell.ring()
  }

  #onRest(): void {
    this.#beginLanes()
    this.#settle()
    this.#bell.ring()
  }

  #settle(): void {
    if (this.#waiters.length === 0) return
    const stuck = this.#lanes.find((lane) => lane.stuck !== undefined)?.stuck
    if (stuck !== undefined) {
      for (const { reject } of this.#waiters.splice(0)) reject(stuck.error)
      return
    }
    const isResting = this.#lanes.every((lane) => lane.isResting)
    const isSettled = ({ round, end = Number.POSITIVE_INFINITY }: Waiter) =>
      (isResting && round < this.#emptyRound) || this.progress.finished >= end
    const settled = this.#waiters.filter(isSettled)
    if (settled.length === 0) return
    this.#waiters = this.#waiters.filter((waiter) => !isSettled(waiter))
    for (const { resolve } of settled) resolve()
  }

  /** Waits, after a stop, for the running handlers to end; no others start. */
  async #untilHandlersEnd(): Promise<void> {
    while (this.#lanes.some((lane) => lane.isRunning)) await this.#bell.wait()
  }
}
