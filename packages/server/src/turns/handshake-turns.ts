/** So much time at most goes to handshakes before everything else goes on. */
const maxTurnMs = 50

/**
 * Begins handshakes by turns. Each takes milliseconds of the one thread that answers: those of a thousand clients that
 * connect at once, done as they come, kept all others waiting for seconds. Half of the time is theirs, one at least in each
 * turn of the event loop, so that neither those who connect nor those who are connected wait for all of the others.
 */
export class HandshakeTurns {
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number
  /** When the last turn ended, and when this one is to. */
  #endedAt = 0
  #endsAt = 0
  #isCalled = false

  /** `now` gives milliseconds from any start. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Has a handshake begun, whose work is done within the next tick. */
  add(begin: () => void): void {
    this.#waiting.push(begin)
    if (this.#isCalled) return
    this.#isCalled = true
    this.#endedAt = this.#now()
    setImmediate(this.#takeTurn)
  }

  readonly #takeTurn = (): void => {
    const now = this.#now()
    this.#endsAt = now + Math.min(now - this.#endedAt, maxTurnMs)
    this.#beginNext()
  }

  readonly #beginNext = (): void => {
    this.#waiting.shift()?.()
    process.nextTick(this.#goOn)
  }

  readonly #goOn = (): void => {
    const now = this.#now()
    if (this.#waiting.length > 0 && now < this.#endsAt) {
      this.#beginNext()
      return
    }
    this.#endedAt = now
    this.#isCalled = this.#waiting.length > 0
    if (this.#isCalled) setImmediate(this.#takeTurn)
  }
}
