import type { Clock } from '../util/clock.ts'
import { pause } from '../util/pause.ts'
import { type Abandoned, advanceWork, beginWork, dropAged, type Outcome } from './batch-work.ts'
import type { TriggerPlan } from './plan-trigger.ts'
import type { ShardEntry } from './shard-entry.ts'

/** How a call of the handler ended, and what it threw. */
export interface HandledBatch {
  readonly outcome: Outcome
  readonly error?: unknown
}

/** What a lane works with. */
export interface LaneContext {
  readonly plan: TriggerPlan
  readonly clock: Clock
  /** Aborted when the trigger is to stop. */
  readonly signal: AbortSignal
  /** Calls the handler; never rejects. */
  readonly handle: (entries: readonly ShardEntry[]) => Promise<HandledBatch>
  /** Stores records that were given up; resolves once that is durable, or to `false` if stopped before. */
  readonly abandon: (abandoned: Abandoned<ShardEntry>, error: unknown) => Promise<boolean>
  /** Called when records are done. */
  readonly onDone: (entries: readonly ShardEntry[]) => void
  /** Called when the lane has become idle, or is blocked by a batch that keeps failing. */
  readonly onRest: () => void
}

/** Lambda's limit for the payload of a call. */
const maxBatchBytes = 6 * 1024 * 1024
/** After this many failures of a batch with unlimited retries, callers waiting for it get the error. */
const patience = 3

/** Handles records in order, batch after batch: those of a whole shard, or of some of its items. */
export class Lane {
  readonly #context: LaneContext
  readonly #queue: ShardEntry[] = []
  #queuedBytes = 0
  #isRunning = false
  #cancelWindow: (() => void) | undefined
  #stuck: { readonly error: unknown } | undefined

  constructor(context: LaneContext) {
    this.#context = context
  }

  get isRunning(): boolean {
    return this.#isRunning
  }

  get isResting(): boolean {
    return !this.#isRunning && this.#queue.length === 0
  }

  /** What the handler threw, if it keeps failing for a batch with unlimited retries. */
  get stuck(): { readonly error: unknown } | undefined {
    return this.#stuck
  }

  push(entry: ShardEntry): void {
    this.#queue.push(entry)
    this.#queuedBytes += entry.sizeBytes
  }

  /** Whether there is a batch that cannot take more records. */
  get #isFull(): boolean {
    return this.#queue.length >= this.#context.plan.batchSize || this.#queuedBytes >= maxBatchBytes
  }

  /** Starts handling what is there, unless the batch may still fill up within its window. */
  begin({ atOnce }: { readonly atOnce: boolean }): void {
    const { plan, clock, signal } = this.#context
    if (this.#isRunning || this.#queue.length === 0 || signal.aborted) return
    if (atOnce || plan.batchWindowMs === 0 || this.#isFull) {
      this.#cancelWindow?.()
      this.#cancelWindow = undefined
      this.#isRunning = true
      void this.#run()
    } else {
      this.#cancelWindow ??= clock.after(plan.batchWindowMs, () => this.begin({ atOnce: true }))
    }
  }

  async #run(): Promise<void> {
    const { plan, signal } = this.#context
    const isWorthIt = () =>
      (plan.batchWindowMs === 0 ? this.#queue.length > 0 : this.#isFull) && !signal.aborted
    do await this.#handleBatch(this.#takeBatch())
    while (isWorthIt())
    this.#isRunning = false
    this.begin({ atOnce: false })
    this.#context.onRest()
  }

  #takeBatch(): readonly ShardEntry[] {
    const { batchSize } = this.#context.plan
    let count = 0
    let bytes = 0
    for (const entry of this.#queue) {
      bytes += entry.sizeBytes
      if (count === batchSize || (bytes > maxBatchBytes && count > 0)) break
      count++
    }
    const batch = this.#queue.splice(0, count)
    for (const entry of batch) this.#queuedBytes -= entry.sizeBytes
    return batch
  }

  async #handleBatch(entries: readonly ShardEntry[]): Promise<void> {
    const { plan, clock, signal, handle, abandon, onDone } = this.#context
    let work = beginWork(entries)
    while (work.length > 0 && !signal.aborted) {
      const aged = dropAged(work, plan, clock.now())
      work = aged.work
      if (aged.abandoned !== undefined) {
        if (!(await abandon(aged.abandoned, undefined))) return
        onDone(aged.abandoned.entries)
        continue
      }
      const { outcome, error } = await handle(work[0]?.entries ?? [])
      const step = advanceWork(work, outcome, plan)
      // If the letter is not stored, the records are not done: the handler gets them again when the trigger is
      // restarted.
      if (step.abandoned !== undefined && !(await abandon(step.abandoned, error))) {
        onDone(step.handled)
        return
      }
      onDone([...step.handled, ...(step.abandoned?.entries ?? [])])
      work = step.work
      this.#noteFailures(work[0]?.failures ?? 0, error)
      if (step.delayMs > 0) await pause(clock, step.delayMs, signal)
    }
  }

  #noteFailures(failures: number, error: unknown): void {
    const isStuck = failures >= patience && this.#context.plan.maxAttempts === Number.POSITIVE_INFINITY
    this.#stuck = isStuck ? { error } : undefined
    if (isStuck) this.#context.onRest()
  }
}
