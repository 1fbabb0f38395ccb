const empty = Buffer.alloc(0)

/** The most that comes in one piece; so much may follow what memory was reserved for. */
const maxPieceBytes = 64 * 1024

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
    if (this.#length === 0 && !this.#owned) {
      this.#memory = chunk
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

  /** Makes the memory for so many bytes at once: nothing is copied again and again while they come. */
  reserve(length: number): void {
    this.#move(length + maxPieceBytes)
  }

  /** All bytes, without a copy. */
  view(): Buffer {
    // To make a buffer is a hundredth of what a request costs, and mostly there is nothing behind it.
    return this.#length === this.#memory.length ? this.#memory : this.#memory.subarray(0, this.#length)
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#memory = count === this.#length ? empty : this.#rest(count)
    this.#owned = false
    this.#length -= count
    this.#expected = Number.POSITIVE_INFINITY
  }

  #rest(from: number): Buffer {
    const rest = this.#memory.subarray(from, this.#length)
    // A few bytes of the next request would keep the memory of a large one that is done.
    return this.#owned ? Buffer.from(rest) : rest
  }

  #grow(needed: number): void {
    this.#move(Math.max(needed, Math.min(this.#length * 2, this.#expected)))
  }

  #move(length: number): void {
    const memory = Buffer.allocUnsafeSlow(length)
    this.#memory.copy(memory, 0, 0, this.#length)
    this.#memory = memory
    this.#owned = true
  }
}
