import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isConflict, isRetryable } from './postgres-failure.ts'

/** How often to retry after conflicts, and how often while the database is unreachable. */
const maxConflicts = 30
const maxOutages = 20

/**
 * Tracks how long the database has been unreachable, for all users of the store. At first they retry; later they are
 * told at once.
 */
export class Outage {
  readonly #maxMs: number
  readonly #nowMs: () => number
  #sinceMs: number | undefined

  constructor(maxMs: number, nowMs: () => number) {
    this.#maxMs = maxMs
    this.#nowMs = nowMs
  }

  /** Called after a success. */
  end(): void {
    this.#sinceMs = undefined
  }

  /** Called after a failure; returns whether it is too long since the first one. */
  isTooLong(): boolean {
    this.#sinceMs ??= this.#nowMs()
    return this.#nowMs() - this.#sinceMs > this.#maxMs
  }
}

/** Counts the attempts at one piece of work, and decides whether to make another. */
export class Patience {
  readonly #outage: Outage
  #conflicts = 0
  #outages = 0

  constructor(outage: Outage) {
    this.#outage = outage
  }

  /** How many conflicts there were. */
  get conflicts(): number {
    return this.#conflicts
  }

  /** Waits until another attempt is worthwhile; throws the error if it is not. */
  async after(error: unknown): Promise<void> {
    if (isConflict(error) && this.#conflicts < maxConflicts) {
      this.#conflicts += 1
      // Random delays, so that those who met do not meet again.
      await pause(randomInt(1 + Math.min(2 ** this.#conflicts, 50)))
    } else if (isRetryable(error) && this.#outages < maxOutages && !this.#outage.isTooLong()) {
      this.#outages += 1
      // A connection lost while nothing else is wrong is replaced at once.
      if (this.#outages > 1) await pause(randomInt(25, 50) * Math.min(2 ** (this.#outages - 1), 16))
    } else throw error
  }

  /** Repeats the work until it succeeds or another attempt is not worthwhile. */
  async persist<Result>(work: () => Promise<Result>): Promise<Result> {
    for (;;) {
      try {
        const result = await work()
        this.#outage.end()
        return result
      } catch (error) {
        await this.after(error)
      }
    }
  }
}
