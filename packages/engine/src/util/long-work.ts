import { setImmediate } from 'node:timers/promises'

/**
 * Long work, done piece by piece. Each piece gets a turn of the event loop for itself: if each of many jobs did a
 * piece in every turn, everybody else would wait for all of them.
 */
export class LongWork {
  readonly #maxUnderWay: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []
  #lastTurn: Promise<unknown> = Promise.resolve()

  /** Limits how many run at once: what they have read stays in memory until they are done, a page of 1 MB each. */
  constructor(maxUnderWay = 16) {
    this.#maxUnderWay = maxUnderWay
  }

  /** Whether another job can start at once. */
  get hasRoom(): boolean {
    return this.#underWay < this.#maxUnderWay
  }

  /** Runs a job that takes turns; jobs start in order of arrival, when fewer than the maximum are running. */
  async do<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.hasRoom) this.#underWay++
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#underWay--
      else next()
    }
  }

  /** Resolves in a turn of the event loop in which no other piece is done. */
  turn(): Promise<unknown> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate())
    return this.#lastTurn
  }
}

/** Everything that processes pages, batches or vectors in this process shares its event loop. */
export const longReads = new LongWork()

/** Working on an input of this size takes up to a second at each step. */
export const largeInputBytes = 1024 * 1024

/**
 * Gives requests that have arrived their turn before a large input is worked on. Two turns are needed: in the next one
 * they are only received before it, and a server writes their answers at the end of that turn.
 */
export function giveWay(): Promise<unknown> {
  return longReads.turn().then(() => longReads.turn())
}
