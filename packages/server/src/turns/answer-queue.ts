/** Something that has an answer to write. */
export interface AnswerWriter {
  write(): unknown
}

/**
 * The most turns for which answers wait while connections arrive, unless there are more answers than this: writing them
 * all and hearing the next requests takes about as long, so connecting clients get half of the time.
 */
const fewTurnsHeld = 100

/**
 * The longest time for which they wait, since turns in which long answers are made or large requests read are long
 * themselves.
 */
const shortlyMs = 50

/** If making the waiting answers took longer than that, they may wait as long as it took, up to this. */
const maxHeldMs = 500

/**
 * Holds back answers until all requests of this turn of the event loop were received, and then writes them all at once.
 * A client on the same machine sleeps until an answer comes; waking it up for each of many costs the server more than
 * most requests do.
 *
 * While connections arrive, answers are held back longer. Node accepts one connection per turn: if all others were
 * answered in that turn, they would ask again in the next, and the last of a thousand simultaneous connections would
 * wait for seconds.
 */
export class AnswerQueue {
  #waiting: AnswerWriter[] = []
  #connectionAccepted = false
  #turnsHeld = 0
  /** When the first of the waiting answers was added, and when they were first due to be written. */
  #addedAt = 0
  #heldSince = 0
  readonly #now: () => number

  /** `now` returns milliseconds from any starting point. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Whether answers are waiting to be written. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0
  }

  readonly #flush = (): void => {
    if (this.#connectionAccepted && this.#mayHold()) {
      this.#connectionAccepted = false
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

  add(one: AnswerWriter): void {
    if (this.#waiting.length === 0) {
      this.#addedAt = this.#now()
      setImmediate(this.#flush)
    }
    this.#waiting.push(one)
  }

  /** Called for each connection, in the turn in which it is accepted. */
  connectionAccepted(): void {
    this.#connectionAccepted = true
  }
}
