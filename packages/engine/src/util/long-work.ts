import { setImmediate } from 'node:timers/promises'

/**
 * What takes long and is done piece by piece. A piece waits for a turn of the event loop of its own: were each of many to
 * do its next piece in every turn, everybody else would wait for all of them.
 */
export class LongWork {
  readonly #maxUnderWay: number
  #underWay = 0
  readonly #waiting: (() => void)[] = []
  #lastTurn: Promise<unknown> = Promise.resolve()

  /** So many are under way at once: what they have read is in memory until they are done, a page of 1 MB each. */
  constructor(maxUnderWay = 16) {
    this.#maxUnderWay = maxUnderWay
  }

  /** Whether something can begin at once. */
  get hasRoom(): boolean {
    return this.#underWay < this.#maxUnderWay
  }

  /** Does something that takes turns, in the order in which it came, when fewer than the most are under way. */
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

/** All that look through pages, batches or vectors in this process share its event loop. */
export const longReads = new LongWork()
