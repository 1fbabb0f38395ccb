const empty = Buffer.alloc(0)

/**
 * Bytes that arrive in pieces. A single piece is kept as it is; more are copied into memory that doubles, or that is as
 * large as what is expected, so that a body sent byte by byte costs no more than its size. Views that were given out are never written to.
 */
export class GrowingBuffer {
  #memory: Buffer = empty
  #owned = false
  #length = 0
  #expected = 0

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
    return this.#memory.subarray(0, this.#length)
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#memory = count === this.#length ? empty : this.#memory.subarray(count, this.#length)
    this.#owned = false
    this.#length -= count
    this.#expected = 0
  }

  #grow(needed: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(needed, this.#expected || this.#length * 2))
    this.#memory.copy(grown, 0, 0, this.#length)
    this.#memory = grown
    this.#owned = true
  }
}
