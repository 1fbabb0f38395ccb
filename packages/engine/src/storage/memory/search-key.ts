import type { ByteString, Position } from '../storage.ts'
import { wordsOf } from './page-layout.ts'
import type { RecordBytes } from './record-bytes.ts'

/**
 * Limits partition and sort together; none of the engine's keys is that long, and no entry may take more than half
 * a page.
 */
const keyMaxLength = 10_000

const usualWords = 64
const signBit = 0x80000000

/**
 * A place to search for, in the form of an entry: four-byte words, so that comparing it takes a few steps and
 * creates no strings. The object is reused for the next search.
 */
export class SearchKey {
  /** Partition and sort, each padded with zeros to whole words. */
  words = new Int32Array(usualWords)
  partitionLength = 0
  sortLength = 0
  /** Where the words of the sort begin and end. */
  partitionWords = 0
  allWords = 0
  /** The first four bytes of the partition, as a number that sorts in the same order. */
  prefix = 0
  /** A hash that the keys of one leaf hardly ever share. */
  mark = 0

  /** Sets the place to search for. */
  read(place: Position): this {
    requireKeyLength(place)
    const { partition, sort } = place
    const neededWords = wordsOf(partition.length) + wordsOf(sort.length)
    if (neededWords > this.words.length) this.words = new Int32Array(2 * neededWords)
    const { words } = this
    this.partitionLength = partition.length
    this.sortLength = sort.length
    this.partitionWords = packBytes(partition, words, 0)
    this.prefix = prefixOf(this.partitionLength === 0 ? 0 : (words[0] as number))
    this.allWords = packBytes(sort, words, this.partitionWords)
    this.#makeMark()
    return this
  }

  /** Same as `read`, with the key of a record in bytes. */
  readBytes({ bytes, start, partitionLength, sortLength }: RecordBytes): this {
    const neededWords = wordsOf(partitionLength) + wordsOf(sortLength)
    if (neededWords > this.words.length) this.words = new Int32Array(2 * neededWords)
    const { words } = this
    const sortStart = start + partitionLength
    this.partitionLength = partitionLength
    this.sortLength = sortLength
    this.partitionWords = copyBytes(bytes, start, sortStart, words, 0)
    this.prefix = prefixOf(partitionLength === 0 ? 0 : (words[0] as number))
    this.allWords = copyBytes(bytes, sortStart, sortStart + sortLength, words, this.partitionWords)
    this.#makeMark()
    return this
  }

  #makeMark(): void {
    const { words } = this
    let mark = this.sortLength
    for (let i = 0; i < this.allWords; i++) {
      mark = Math.imul(mark ^ (words[i] as number), 0x85ebca6b)
      mark ^= mark >>> 15
    }
    this.mark = mark
  }
}

/** Throws if the key of a place is too long to be stored. */
export function requireKeyLength({ partition, sort }: Position): void {
  const length = partition.length + sort.length
  if (length > keyMaxLength)
    throw new RangeError(`A key of ${length} bytes is too long: ${keyMaxLength} at most.`)
}

/** Returns the part of a key that is compared first, given its first word. */
function prefixOf(firstWord: number): number {
  return swapBytes(firstWord) ^ signBit
}

/** Compares words by the order of their bytes in memory, where the first byte is the lowest of a word. */
export function compareWords(a: number, b: number): number {
  return swapBytes(a) >>> 0 < swapBytes(b) >>> 0 ? -1 : 1
}

function swapBytes(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}

/** Packs bytes into whole words, the first into the lowest bits; returns where the next would begin. */
export function packBytes(text: ByteString, words: Int32Array, start: number): number {
  const { length } = text
  let at = start
  let i = 0
  for (; i + 3 < length; i += 4) {
    words[at++] =
      text.charCodeAt(i) |
      (text.charCodeAt(i + 1) << 8) |
      (text.charCodeAt(i + 2) << 16) |
      (text.charCodeAt(i + 3) << 24)
  }
  if (i === length) return at
  let last = 0
  for (; i < length; i++) last |= text.charCodeAt(i) << (8 * (i & 3))
  words[at] = last
  return at + 1
}

/** Same as `packBytes`, with the bytes from `from` up to but excluding `end`. */
function copyBytes(bytes: Uint8Array, from: number, end: number, words: Int32Array, start: number): number {
  let at = start
  let i = from
  for (; i + 3 < end; i += 4) {
    words[at++] =
      (bytes[i] as number) |
      ((bytes[i + 1] as number) << 8) |
      ((bytes[i + 2] as number) << 16) |
      ((bytes[i + 3] as number) << 24)
  }
  if (i === end) return at
  let last = 0
  for (let shift = 0; i < end; i++, shift += 8) last |= (bytes[i] as number) << shift
  words[at] = last
  return at + 1
}
