import type { Background } from './background.ts'
import type { Clock } from './clock.ts'

/** Work that becomes due as time passes, such as deleting expired items. */
export interface Job {
  /**
   * Does what is due, and returns the time (milliseconds since 1970) at which more will be; `undefined` to wait to
   * be woken. Should end soon after `signal` is aborted.
   */
  run(signal: AbortSignal): Promise<number | undefined>
}

/** Divides jobs among several servers of one store. */
export interface JobSharing {
  /** Returns whether this server is the one that does it. */
  mayRun(): Promise<boolean>
  /** Other servers may have created work, so the job runs at least this often. */
  readonly everyMs: number
}

/** How often a server that may not run a job asks again: the one that runs it may die. */
const askAgainMs = 3_000

/** A job that failed is retried, with growing delays. */
const retryFirstMs = 1_000
const retryLastMs = 60_000

/** Runs a job at the times that it asks for, one run at a time. It does nothing until it is first woken. */
export class Housekeeper {
  readonly #job: Job
  readonly #clock: Clock
  readonly #background: Background
  readonly #sharing: JobSharing | undefined
  #dueMs = Number.POSITIVE_INFINITY
  #cancel: () => void = () => {}
  #isRunning = false
  #isEnded = false
  #failures = 0

  constructor(
    job: Job,
    { clock, background }: { readonly clock: Clock; readonly background: Background },
    sharing?: JobSharing,
  ) {
    this.#job = job
    this.#clock = clock
    this.#background = background
    this.#sharing = sharing
  }

  /** Requests a run at that time at the latest. */
  wakeAt(timeMs: number): void {
    if (timeMs >= this.#dueMs) return
    this.#dueMs = timeMs
    if (!this.#isRunning) this.#wait()
  }

  /** Ends the job for good; a run in progress is completed. */
  end(): void {
    this.#isEnded = true
    this.#cancel()
  }

  #wait(): void {
    this.#cancel()
    if (this.#dueMs === Number.POSITIVE_INFINITY || this.#isEnded || this.#background.signal.aborted) return
    this.#cancel = this.#clock.after(this.#dueMs - this.#clock.now(), () => this.#onTime())
  }

  #onTime(): void {
    if (this.#background.signal.aborted) return
    // This may be too early if the clock was set back. The job will notice, and periodic work is not held up.
    this.#dueMs = Number.POSITIVE_INFINITY
    this.#isRunning = true
    this.#background.start(async (signal) => {
      try {
        const next = await this.#runOnce(signal)
        this.#failures = 0
        if (next !== undefined) this.#dueMs = Math.min(this.#dueMs, next)
      } catch (error) {
        this.#failures++
        const pauseMs = Math.min(retryFirstMs * 2 ** (this.#failures - 1), retryLastMs)
        this.#dueMs = Math.min(this.#dueMs, this.#clock.now() + pauseMs)
        // Occasional failures of a store are not reported; persistent ones are.
        if (this.#failures === 10) throw error
      } finally {
        this.#isRunning = false
        this.#wait()
      }
    })
  }

  async #runOnce(signal: AbortSignal): Promise<number | undefined> {
    if (this.#sharing === undefined) return this.#job.run(signal)
    if (!(await this.#sharing.mayRun())) return this.#clock.now() + askAgainMs
    const next = (await this.#job.run(signal)) ?? Number.POSITIVE_INFINITY
    return Math.min(next, this.#clock.now() + this.#sharing.everyMs)
  }
}
