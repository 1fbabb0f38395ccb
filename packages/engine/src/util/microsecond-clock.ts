/**
 * Gives the changes of a millisecond microseconds in their order: whoever asks for microseconds wants to tell which of two
 * changes came first, and the clock of a database knows milliseconds.
 */
export class MicrosecondClock {
  #last = 0

  #timeMs = 0

  /** A microsecond of that millisecond, greater than what it gave before for it as long as there are some. */
  within(timeMs: number): number {
    this.#last = timeMs === this.#timeMs ? Math.min(this.#last + 1, 999) : 0
    this.#timeMs = timeMs
    return this.#last
  }
}
