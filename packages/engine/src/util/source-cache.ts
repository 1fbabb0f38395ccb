/**
 * Caches what texts were converted to. It holds at most two generations of `size` texts, or fewer if they are long
 * in total: when the young generation is full, the old one is dropped and the young one becomes old; a text that is
 * used stays young.
 */
export class SourceCache<Result> {
  readonly #size: number
  readonly #maxLength: number
  #length = 0
  #young = new Map<string, Result>()
  #old = new Map<string, Result>()

  constructor(size: number, maxLength = Number.POSITIVE_INFINITY) {
    this.#size = size
    this.#maxLength = maxLength
  }

  /** Returns the cached result for a text, or what `make` returns for it; failures are not cached. */
  get(source: string, make: (source: string) => Result): Result {
    const young = this.#young.get(source)
    if (young !== undefined) return young
    const result = this.#old.get(source) ?? make(source)
    if (this.#young.size >= this.#size || this.#length >= this.#maxLength) {
      this.#old = this.#young
      this.#young = new Map()
      this.#length = 0
    }
    this.#young.set(source, result)
    this.#length += source.length
    return result
  }
}
