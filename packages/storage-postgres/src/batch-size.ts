/**
 * Decides how many records one statement should ask for: at most `max`, and fewer if records are large, judging by
 * recent ones.
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

  /** Learns that `count` records had this many bytes. */
  learn(count: number, bytes: number): void {
    if (count > 0) this.#averageBytes += (bytes / count - this.#averageBytes) / 4
  }
}
