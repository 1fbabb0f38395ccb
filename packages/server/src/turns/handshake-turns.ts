/** The longest time that handshakes may take before everything else continues. */
const maxTurnMs = 50

/**
 * Begins TLS handshakes in turns. Each takes milliseconds of the only thread that answers: the handshakes of a thousand
 * simultaneous connections, done as they came, kept everybody else waiting for seconds. Handshakes get half of the
 * time, and at least one begins in each turn of the event loop, so neither new nor existing connections wait for all of
 * the others.
 */
export class HandshakeTurns {
  readonly #waiting: (() => void)[] = []
  readonly #now: () => number
  /** When the last turn ended, and when this one should. */
  #endedAt = 0
  #endsAt = 0
  #isCalled = false

  /** `now` returns milliseconds from any starting point. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds a handshake, whose work is done within the tick after `begin`. */
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
    process.nextTick(this.#continueTurn)
  }

  readonly #continueTurn = (): void => {
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
