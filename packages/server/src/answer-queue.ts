/** Something that has an answer to write. */
export interface Writes {
  write(): unknown
}

/** For so many turns at most answers wait for connections that come. */
const maxTurnsHeld = 100

/** And for so long: turns in which long answers are made, or large requests read, are long themselves. */
const maxHeldMs = 50

/**
 * Holds back answers until all requests of this turn of the event loop were heard, and then has them written at once.
 * A client on the same machine sleeps until an answer comes; to wake it up for each of many costs the server more
 * than most requests do.
 *
 * While connections come they are held back longer: Node accepts one a turn, and were all others answered in that turn,
 * they would ask again in the next, and the last of a thousand that connect at once would wait for seconds.
 */
export class AnswerQueue {
  #waiting: Writes[] = []
  #connectionCame = false
  #turnsHeld = 0
  #heldSince = 0
  readonly #now: () => number

  /** `now` gives milliseconds from any start. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether answers wait to be written. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  readonly #flush = (): void => {
    if (this.#connectionCame && this.#mayHold()) {
      this.#connectionCame = false
      this.#turnsHeld++
      setImmediate(this.#flush)
      return
    }
    this.#turnsHeld = 0
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) one.write()
  }

  #mayHold(): boolean {
    if (this.#turnsHeld === 0) this.#heldSince = this.#now()
    return this.#turnsHeld < maxTurnsHeld && this.#now() - this.#heldSince < maxHeldMs
  }

  add(one: Writes): void {
    if (this.#waiting.length === 0) setImmediate(this.#flush)
    this.#waiting.push(one)
  }

  /** Is told of each connection, in the turn in which it is accepted. */
  connectionCame(): void {
    this.#connectionCame = true
  }
}
