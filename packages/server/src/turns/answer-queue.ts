/** Something that has an answer to write. */
export interface Writes {
  write(): unknown
}

/**
 * For so many turns at most answers wait for connections that come, or for as many as there are answers: to write them all
 * and to hear what is asked next takes about as long, and so half of the time goes to those who connect.
 */
const fewTurnsHeld = 100

/** And for so long, since turns in which long answers are made, or large requests read, are long themselves. */
const shortlyMs = 50

/** Or for as long as it took to make the answers that wait, up to so much. */
const maxHeldMs = 500

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
  /** When the first of those that wait came, and when they were to be written first. */
  #addedAt = 0
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
    const maxTurns = Math.max(fewTurnsHeld, this.#waiting.length)
    const maxMs = Math.max(shortlyMs, Math.min(this.#heldSince - this.#addedAt, maxHeldMs))
    return this.#turnsHeld < maxTurns && this.#now() - this.#heldSince < maxMs
  }

  add(one: Writes): void {
    if (this.#waiting.length === 0) {
      this.#addedAt = this.#now()
      setImmediate(this.#flush)
    }
    this.#waiting.push(one)
  }

  /** Is told of each connection, in the turn in which it is accepted. */
  connectionCame(): void {
    this.#connectionCame = true
  }
}
