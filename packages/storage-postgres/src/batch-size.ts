/**
 * How much to ask for in one statement: no more than so many, and fewer where records are large, by what the last ones
 * came to.
 */
export class BatchSize {
  readonly #max: number
  readonly #maxBytes: number
  #averageBytes = 0

  constructor({ max, maxBytes }: { max: number; maxBytes: number }) {
    this.#max = max
    this.#maxBytes = maxBytes
  }

  get limit(): number {
    const byBytes = Math.floor(this.#maxBytes / Math.max(1, this.#averageBytes))
    return Math.max(1, Math.min(this.#max, byBytes))
  }

  /** So many came to so much. */
  learn(count: number, bytes: number): void {
    if (count > 0) this.#averageBytes += (bytes / count - this.#averageBytes) / 4
  }
}
