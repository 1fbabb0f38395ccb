/**
 * Numbers the changes within a millisecond by microseconds, in order: microseconds are wanted to tell which of two
 * changes came first, and the database's clock only has milliseconds.
 */
export class MicrosecondClock {
  #last = 0

  #timeMs = 0

  /** Returns a microsecond within that millisecond, greater than the previous one for it unless there are none left. */
  within(timeMs: number): number {
    this.#last = timeMs === this.#timeMs ? Math.min(this.#last + 1, 999) : 0
    this.#timeMs = timeMs
    return this.#last
  }
}
