import { Buffer } from 'node:buffer'
import { endianness } from 'node:os'
import { HeapDocs } from './heap-docs.ts'

/** What every `Buffer` has, though undocumented: `toString` and `write` would add a sixth to the cost of a read. */
export interface Latin1Buffer extends Buffer {
  latin1Slice(start: number, end: number): string
  latin1Write(text: string, start: number, length: number): number
}

/** Some pages, seen as bytes, as words of four bytes and as doubles. */
export interface Slab {
  readonly bytes: Latin1Buffer
  readonly words: Int32Array
  readonly doubles: Float64Array
}

const pageWordBits = 13
/** A page is so many words. */
export const pageWords = 1 << pageWordBits

/**
 * Memory is taken in slabs, the first of few pages, since most stores hold little, and each of more than the last until they
 * have so many: where a million records lie in many slabs, to find one costs a look at memory that was not used lately.
 */
const slabPageBits = 10
const slabPages = 1 << slabPageBits
const firstSlabPages = 4
const slabGrowth = 8

/**
 * Pages of memory outside of V8's heap, by number, from 1 on. A page may be held several times, and is free again when
 * nobody holds it. The system gives memory for what is written alone, so that a page that is hardly filled costs little.
 */
export class PagePool {
  /** What is too long for a page. */
  readonly heapDocs = new HeapDocs()
  /** Those that were given up since are missing. */
  readonly #slabs: (Slab | undefined)[] = []
  /** By page, how many times it is held. */
  readonly #holds: number[] = []
  #free: number[] = []

  /** A page that is held once; what is in it is left over from whoever had it before. */
  take(): number {
    if (this.#free.length === 0) this.#addSlab()
    const page = this.#free.pop() as number
    this.#holds[page] = 1
    return page
  }

  hold(page: number): void {
    this.#holds[page] = (this.#holds[page] as number) + 1
  }

  /** Whether a page is held once only. */
  isHeldOnce(page: number): boolean {
    return this.#holds[page] === 1
  }

  /** Holds a page once less; tells whether it is free now. */
  drop(page: number): boolean {
    const holds = (this.#holds[page] as number) - 1
    this.#holds[page] = holds
    if (holds === 0) this.#free.push(page)
    return holds === 0
  }

  slabOf(page: number): Slab {
    return this.#slabs[page >> slabPageBits] as Slab
  }

  /** Gives up the slabs of which no page is held, but for the first. */
  trim(): void {
    const held = new Set([0])
    for (const [page, holds] of this.#holds.entries()) if (holds > 0) held.add(page >> slabPageBits)
    for (let slab = 1; slab < this.#slabs.length; slab++) if (!held.has(slab)) this.#slabs[slab] = undefined
    this.#free = this.#free.filter((page) => held.has(page >> slabPageBits))
  }

  #addSlab(): void {
    const missing = this.#slabs.indexOf(undefined)
    const slab = missing < 0 ? this.#slabs.length : missing
    const pages = Math.min(firstSlabPages * slabGrowth ** slab, slabPages)
    this.#slabs[slab] = createSlab(pages)
    const first = slab << slabPageBits
    for (let page = first; page < first + slabPages; page++) this.#holds[page] = 0
    // The lowest is taken first. Of the first slabs most are not there, and 0 is no page's number.
    for (let page = first + pages - 1; page >= Math.max(first, 1); page--) this.#free.push(page)
  }
}

/** Where a page begins in its slab, in words. */
export function baseOf(page: number): number {
  return (page & (slabPages - 1)) << pageWordBits
}

function createSlab(pages: number): Slab {
  // Keys are written as words and read as bytes.
  if (endianness() !== 'LE') throw new Error('The memory store needs a little-endian processor.')
  const bytes = Buffer.allocUnsafeSlow(4 * pages * pageWords) as Latin1Buffer
  return { bytes, words: new Int32Array(bytes.buffer), doubles: new Float64Array(bytes.buffer) }
}
