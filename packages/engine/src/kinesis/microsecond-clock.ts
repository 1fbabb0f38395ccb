/**
 * Gives the changes of a millisecond microseconds in their order: whoever asks for microseconds wants to tell which of two
 * changes came first, and the clock of a database knows milliseconds.
 */
export class MicrosecondClock {
  #last = 0

  /** Microseconds since 1970, within that millisecond, greater than what it gave before for it as long as there are some. */
  after(timeMs: number): number {
    const firstMicros = timeMs * 1_000
    const isSame = this.#last >= firstMicros && this.#last < firstMicros + 1_000
    this.#last = isSame ? Math.min(this.#last + 1, firstMicros + 999) : firstMicros
    return this.#last
  }
}
