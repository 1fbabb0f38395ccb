import { Buffer } from 'node:buffer'

/**
 * The unit of reading and caching. Each block has a checksum; computing one over more would take longer than reading
 * it.
 */
export const blockBytes = 4 * 1_024

/** A block of a file. */
export interface BlockId {
  readonly segment: number
  readonly block: number
}

/** No file has more blocks than this. */
const blocksPerSegment = 2 ** 20

/**
 * A cache, outside of V8's heap, of blocks of files that no longer change. When it is full, the next block replaces one
 * that has not been requested since the hand last came by.
 */
export class BlockCache {
  readonly #maxSlots: number
  /** The memory of each slot. */
  readonly #blocks: Buffer[] = []
  readonly #slotOf = new Map<number, number>()
  /** For each slot, the key of its block, and whether that was requested lately. */
  readonly #keyIn: number[] = []
  readonly #isUsed: boolean[] = []
  #hand = 0

  constructor(maxBytes: number) {
    this.#maxSlots = Math.max(1, Math.floor(maxBytes / blockBytes))
  }

  /** Returns a block; `load` fills it if it is not cached. It is valid until the next block is requested. */
  get({ segment, block }: BlockId, load: (into: Buffer) => void): Buffer {
    const key = segment * blocksPerSegment + block
    const slot = this.#slotOf.get(key)
    if (slot !== undefined) {
      this.#isUsed[slot] = true
      return this.#blocks[slot] as Buffer
    }
    return this.#add(key, load)
  }

  /** Forgets the blocks of a file that is gone. */
  forget(segment: number): void {
    for (const [key, slot] of this.#slotOf) {
      if (Math.floor(key / blocksPerSegment) !== segment) continue
      this.#slotOf.delete(key)
      this.#keyIn[slot] = none
      this.#isUsed[slot] = false
    }
  }

  #add(key: number, load: (into: Buffer) => void): Buffer {
    const slot = this.#freeSlot()
    const memory = this.#blocks[slot] ?? Buffer.allocUnsafeSlow(blockBytes)
    this.#blocks[slot] = memory
    this.#slotOf.delete(this.#keyIn[slot] as number)
    this.#keyIn[slot] = none
    load(memory)
    this.#keyIn[slot] = key
    this.#isUsed[slot] = false
    this.#slotOf.set(key, slot)
    return memory
  }

  #freeSlot(): number {
    if (this.#keyIn.length < this.#maxSlots) return this.#keyIn.push(none) - 1
    while (this.#isUsed[this.#hand]) {
      this.#isUsed[this.#hand] = false
      this.#hand = (this.#hand + 1) % this.#maxSlots
    }
    const slot = this.#hand
    this.#hand = (slot + 1) % this.#maxSlots
    return slot
  }
}

const none = -1
