/**
 * Remembers what texts were turned into. It holds at most two generations of `size` texts, and of fewer when they are
 * long together: when the young one is full, the old one is forgotten and the young one grows old; a text that is
 * asked for stays young.
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

  /** What the text was turned into before, or else what `make` turns it into now; failures are not kept. */
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
