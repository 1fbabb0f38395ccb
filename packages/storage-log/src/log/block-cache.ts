import { Buffer } from 'node:buffer'

/** How much is read at a time, and kept; each has a checksum, and to make one of more takes longer than to read it. */
export const blockBytes = 4 * 1_024

/** A block of a file. */
export interface BlockId {
  readonly segment: number
  readonly block: number
}

/** No file has more blocks. */
const blocksPerSegment = 2 ** 20

/**
 * Blocks of files that do not change any more, in memory outside of V8's heap. When it is full, the next block takes the
 * place of one that was not asked for since the last time around.
 */
export class BlockCache {
  readonly #maxSlots: number
  /** By slot, its memory. */
  readonly #blocks: Buffer[] = []
  readonly #slotOf = new Map<number, number>()
  /** By slot, whose block it holds, and whether that was asked for lately. */
  readonly #keyIn: number[] = []
  readonly #isUsed: boolean[] = []
  #hand = 0

  constructor(maxBytes: number) {
    this.#maxSlots = Math.max(1, Math.floor(maxBytes / blockBytes))
  }

  /** The block, which `load` fills if it is not there. It holds until another one is asked for. */
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
