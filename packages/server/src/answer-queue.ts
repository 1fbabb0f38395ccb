/** Something that has an answer to write. */
export interface Writes {
  write(): unknown
}

/**
 * Holds back answers until all requests of this turn of the event loop were heard, and then has them written at once.
 * A client on the same machine sleeps until an answer comes; to wake it up for each of many costs the server more
 * than most requests do.
 */
export class AnswerQueue {
  #waiting: Writes[] = []
  readonly #flush = (): void => {
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) one.write()
  }

  add(one: Writes): void {
    if (this.#waiting.length === 0) setImmediate(this.#flush)
    this.#waiting.push(one)
  }
}
