import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isConflict, isRetryable } from './postgres-failure.ts'

/** How often to try again after meeting others, and how often while the database is out of reach. */
const maxConflicts = 30
const maxOutages = 20

/**
 * How long the store has been out of reach, for all who use it: while that is not long, they try again; afterwards
 * they are told at once.
 */
export class Outage {
  readonly #maxMs: number
  readonly #nowMs: () => number
  #sinceMs: number | undefined

  constructor(maxMs: number, nowMs: () => number) {
    this.#maxMs = maxMs
    this.#nowMs = nowMs
  }

  /** Something went well. */
  end(): void {
    this.#sinceMs = undefined
  }

  /** Something went wrong; whether it is too long since something went well. */
  isTooLong(): boolean {
    this.#sinceMs ??= this.#nowMs()
    return this.#nowMs() - this.#sinceMs > this.#maxMs
  }
}

/** How often one piece of work has been tried, and whether to try once more. */
export class Patience {
  readonly #outage: Outage
  #conflicts = 0
  #outages = 0

  constructor(outage: Outage) {
    this.#outage = outage
  }

  /** How often others were in the way. */
  get conflicts(): number {
    return this.#conflicts
  }

  /** Waits until it is worth trying again; throws the error when it is not. */
  async after(error: unknown): Promise<void> {
    if (isConflict(error) && this.#conflicts < maxConflicts) {
      this.#conflicts += 1
      // A little apart, so that those who met do not meet again.
      await pause(randomInt(1 + Math.min(2 ** this.#conflicts, 50)))
    } else if (isRetryable(error) && this.#outages < maxOutages && !this.#outage.isTooLong()) {
      this.#outages += 1
      // A connection that was lost while nothing else is wrong is replaced at once.
      if (this.#outages > 1) await pause(randomInt(25, 50) * Math.min(2 ** (this.#outages - 1), 16))
    } else throw error
  }

  /** Does something until it succeeds or is not worth trying any more. */
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
