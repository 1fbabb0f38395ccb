import { setImmediate } from 'node:timers/promises'

/** So many are under way at once: what they have read, up to 1 MB each, is in memory until they are done. */
const MAX_UNDER_WAY = 16

/**
 * What takes long and is done piece by piece. A piece waits for a turn of the event loop of its own: were each of many to
 * do its next piece in every turn, everybody else would wait for all of them.
 */
export class LongWork {
  #underWay = 0
  readonly #waiting: (() => void)[] = []
  #lastTurn: Promise<unknown> = Promise.resolve()

  /** Does something that takes turns, in the order in which it came, when fewer than the most are under way. */
  async do<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#underWay < MAX_UNDER_WAY) this.#underWay++
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

/** All that look through pages, or vectors, in this process share its event loop. */
export const longReads = new LongWork()
