import type { Background } from './background.ts'
import type { Clock } from './clock.ts'

/** Work that comes up as time passes, such as deleting what has expired. */
export interface Job {
  /**
   * Does what is due, and gives the time (milliseconds since 1970) at which more will be; `undefined` when it
   * wants to be woken. Should end soon after `signal` is aborted.
   */
  run(signal: AbortSignal): Promise<number | undefined>
}

/** What divides jobs among several servers of one store. */
export interface JobSharing {
  /** Whether this server is the one that does it. */
  mayRun(): Promise<boolean>
  /** Others may have made work: the job is run at least so often. */
  readonly everyMs: number
}

/** Whoever may not run a job asks again after so long: the one that does may die. */
const askAgainMs = 3_000

/** A job that failed is tried again, later each time. */
const retryFirstMs = 1_000
const retryLastMs = 60_000

/** Runs a job at the times that it asks for. One run at a time; nothing is done until it is first woken. */
export class Housekeeper {
  readonly #job: Job
  readonly #clock: Clock
  readonly #background: Background
  readonly #sharing: JobSharing | undefined
  #dueMs = Number.POSITIVE_INFINITY
  #cancel: () => void = () => {}
  #running = false
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

  /** Asks for a run at that time at the latest. */
  wakeAt(timeMs: number): void {
    if (timeMs >= this.#dueMs) return
    this.#dueMs = timeMs
    if (!this.#running) this.#wait()
  }

  /** There is nothing to be done ever again; a run that goes on comes to its end. */
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
    // It is too early where the clock was put back. The job finds that out, and what comes every so often is not held up.
    this.#dueMs = Number.POSITIVE_INFINITY
    this.#running = true
    this.#background.start(async (signal) => {
      try {
        const next = await this.#runOnce(signal)
        this.#failures = 0
        if (next !== undefined) this.#dueMs = Math.min(this.#dueMs, next)
      } catch (error) {
        this.#failures++
        const pauseMs = Math.min(retryFirstMs * 2 ** (this.#failures - 1), retryLastMs)
        this.#dueMs = Math.min(this.#dueMs, this.#clock.now() + pauseMs)
        // A store that fails now and then is no news; one that keeps failing is.
        if (this.#failures === 10) throw error
      } finally {
        this.#running = false
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
