import { Buffer } from 'node:buffer'
import { endianness } from 'node:os'
import { HeapDocs } from './heap-docs.ts'

/**
 * Methods that every `Buffer` has, though they are undocumented: `toString` and `write` would add a sixth to the
 * cost of a read.
 */
export interface Latin1Buffer extends Buffer {
  latin1Slice(start: number, end: number): string
  latin1Write(text: string, start: number, length: number): number
}

/** A block of pages, viewed as bytes, as four-byte words and as doubles. */
export interface Slab {
  readonly bytes: Latin1Buffer
  readonly words: Int32Array
  readonly doubles: Float64Array
}

const pageWordBits = 13
/** The size of a page in words. */
export const pageWords = 1 << pageWordBits

/**
 * Memory is allocated in slabs. The first has few pages, since most stores hold little; each next one is larger, up
 * to this many pages: if a million records were spread over many slabs, finding one would cost an extra cache miss.
 */
const slabPageBits = 10
const slabPages = 1 << slabPageBits
const firstSlabPages = 4
const slabGrowth = 8

/**
 * Pages of memory outside V8's heap, numbered from 1. Pages are reference-counted: a page is free again when nobody
 * holds it. The operating system commits only memory that is written to, so a nearly empty page costs little.
 */
export class PagePool {
  /** Documents too long for a page. */
  readonly heapDocs = new HeapDocs()
  /** Slabs that were given up are undefined. */
  readonly #slabs: (Slab | undefined)[] = []
  /** The reference count of each page. */
  readonly #holds: number[] = []
  #free: number[] = []
  #allocatedPages = 0

  /** What its pages take that are held. */
  get usedBytes(): number {
    return 4 * pageWords * (this.#allocatedPages - this.#free.length)
  }

  /** Takes a page with one reference; its contents are left over from its previous use. */
  take(): number {
    if (this.#free.length === 0) this.#addSlab()
    const page = this.#free.pop() as number
    this.#holds[page] = 1
    return page
  }

  hold(page: number): void {
    this.#holds[page] = (this.#holds[page] as number) + 1
  }

  /** Returns whether a page has only one reference. */
  isHeldOnce(page: number): boolean {
    return this.#holds[page] === 1
  }

  /** Drops one reference to a page; returns whether the page is now free. */
  drop(page: number): boolean {
    const holds = (this.#holds[page] as number) - 1
    this.#holds[page] = holds
    if (holds === 0) this.#free.push(page)
    return holds === 0
  }

  slabOf(page: number): Slab {
    return this.#slabs[page >> slabPageBits] as Slab
  }

  /** Gives up the slabs in which no page is held, except the first. */
  trim(): void {
    const held = new Set([0])
    for (const [page, holds] of this.#holds.entries()) if (holds > 0) held.add(page >> slabPageBits)
    for (let slab = 1; slab < this.#slabs.length; slab++) if (!held.has(slab)) this.#giveUp(slab)
    this.#free = this.#free.filter((page) => held.has(page >> slabPageBits))
  }

  #giveUp(slab: number): void {
    const words = this.#slabs[slab]?.words.length ?? 0
    this.#allocatedPages -= words / pageWords
    this.#slabs[slab] = undefined
  }

  #addSlab(): void {
    const missing = this.#slabs.indexOf(undefined)
    const slab = missing < 0 ? this.#slabs.length : missing
    const pages = Math.min(firstSlabPages * slabGrowth ** slab, slabPages)
    this.#slabs[slab] = createSlab(pages)
    this.#allocatedPages += pages
    const first = slab << slabPageBits
    for (let page = first; page < first + slabPages; page++) this.#holds[page] = 0
    // The lowest page is taken first. Most of the first slabs do not exist, and 0 is not a page number.
    for (let page = first + pages - 1; page >= Math.max(first, 1); page--) this.#free.push(page)
  }
}

/** Returns where a page begins in its slab, in words. */
export function baseOf(page: number): number {
  return (page & (slabPages - 1)) << pageWordBits
}

function createSlab(pages: number): Slab {
  // Keys are written as words and read as bytes.
  if (endianness() !== 'LE') throw new Error('The memory store needs a little-endian processor.')
  const bytes = Buffer.allocUnsafeSlow(4 * pages * pageWords) as Latin1Buffer
  return { bytes, words: new Int32Array(bytes.buffer), doubles: new Float64Array(bytes.buffer) }
}
