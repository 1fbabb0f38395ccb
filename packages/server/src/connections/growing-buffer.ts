const empty = Buffer.alloc(0)

/** The most that arrives in one piece; this much may follow the announced length. */
const maxPieceBytes = 64 * 1024

/**
 * Bytes that arrive in pieces. A single piece is kept as it is; several are copied into memory that doubles, up to the
 * expected length. So a body sent byte by byte costs no more than its size, and one that was only announced next to
 * nothing. Memory of which a view was returned is never overwritten.
 */
export class GrowingBuffer {
  #memory: Buffer = empty
  #isOwned = false
  #length = 0
  #expected = Number.POSITIVE_INFINITY

  get length(): number {
    return this.#length
  }

  append(chunk: Buffer): void {
    const needed = this.#length + chunk.length
    if (this.#length === 0 && !this.#isOwned) {
      this.#memory = chunk
    } else {
      if (!this.#isOwned || needed > this.#memory.length) this.#grow(needed)
      chunk.copy(this.#memory, this.#length)
    }
    this.#length = needed
  }

  /** Sets how many bytes to expect, as far as known, until some are dropped. */
  expect(length: number): void {
    this.#expected = length
  }

  /** Allocates the memory for this many bytes at once, so that nothing is copied repeatedly while they arrive. */
  reserve(length: number): void {
    this.#move(length + maxPieceBytes)
  }

  /** Returns all bytes without a copy. */
  view(): Buffer {
    // Creating a buffer costs a hundredth of a request, and mostly nothing follows the bytes.
    return this.#length === this.#memory.length ? this.#memory : this.#memory.subarray(0, this.#length)
  }

  /** Removes bytes from the front. */
  drop(count: number): void {
    this.#memory = count === this.#length ? empty : this.#rest(count)
    this.#isOwned = false
    this.#length -= count
    this.#expected = Number.POSITIVE_INFINITY
  }

  #rest(from: number): Buffer {
    const rest = this.#memory.subarray(from, this.#length)
    // Otherwise, a few bytes of the next request would keep the memory of a large finished one.
    return this.#isOwned ? Buffer.from(rest) : rest
  }

  #grow(needed: number): void {
    this.#move(Math.max(needed, Math.min(this.#length * 2, this.#expected)))
  }

  #move(length: number): void {
    const memory = Buffer.allocUnsafeSlow(length)
    this.#memory.copy(memory, 0, 0, this.#length)
    this.#memory = memory
    this.#isOwned = true
  }
}
