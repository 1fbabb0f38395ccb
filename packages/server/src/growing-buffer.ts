const empty = Buffer.alloc(0)

/**
 * Bytes that arrive in pieces. A single piece is kept as it is; more are copied into memory that doubles, up to what is
 * expected, so that a body sent byte by byte costs no more than its size, and one that is only announced next to nothing.
 * Views that were given out are never written to.
 */
export class GrowingBuffer {
  #memory: Buffer = empty
  #owned = false
  #length = 0
  #expected = Number.POSITIVE_INFINITY

  get length(): number {
    return this.#length
  }

  append(chunk: Buffer): void {
    const needed = this.#length + chunk.length
    if (this.#length === 0) {
      this.#memory = chunk
      this.#owned = false
    } else {
      if (!this.#owned || needed > this.#memory.length) this.#grow(needed)
      chunk.copy(this.#memory, this.#length)
    }
    this.#length = needed
  }

  /** Says how many bytes there will be until some are dropped, as far as is known. */
  expect(length: number): void {
    this.#expected = length
  }

  /** All bytes, without a copy. */
  view(): Buffer {
    // To make a buffer is a hundredth of what a request costs, and mostly there is nothing behind it.
    return this.#length === this.#memory.length ? this.#memory : this.#memory.subarray(0, this.#length)
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#memory = count === this.#length ? empty : this.#memory.subarray(count, this.#length)
    this.#owned = false
    this.#length -= count
    this.#expected = Number.POSITIVE_INFINITY
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, Math.min(this.#length * 2, this.#expected)))
    this.#memory.copy(grown, 0, 0, this.#length)
    this.#memory = grown
    this.#owned = true
  }
}
