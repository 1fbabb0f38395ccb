import type { ByteString, Position } from '../storage.ts'
import { wordsOf } from './page-layout.ts'
import type { RecordBytes } from './record-bytes.ts'

/** Of partition and sort together; no key of the engine's is as long, and no entry may take more than half a page. */
const keyMaxLength = 10_000

const usualWords = 64
const signBit = 0x80000000

/**
 * A place to look for, as entries have it: in words of four bytes, so that it is compared with one in a few steps and
 * without making strings. It is used again for the next search.
 */
export class SearchKey {
  /** Partition and sort, each filled up to whole words with zeros. */
  words = new Int32Array(usualWords)
  partitionLength = 0
  sortLength = 0
  /** Where the words of the sort begin and end. */
  partitionWords = 0
  allWords = 0
  /** Monotone in the partition: its first four bytes. */
  prefix = 0
  /** A hash that the keys of a leaf hardly ever share. */
  mark = 0

  /** Makes another place the one that is sought. */
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

  /** The same with the key of a record in bytes. */
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

/** Refuses a place whose key is too long to be kept. */
export function requireKeyLength({ partition, sort }: Position): void {
  const length = partition.length + sort.length
  if (length > keyMaxLength)
    throw new RangeError(`A key of ${length} bytes is too long: ${keyMaxLength} at most.`)
}

/** What is compared first of a key, given its first word. */
function prefixOf(firstWord: number): number {
  return swapBytes(firstWord) ^ signBit
}

/** Orders words as their bytes are ordered in memory, the first of which is the lowest of a word. */
export function compareWords(a: number, b: number): number {
  return swapBytes(a) >>> 0 < swapBytes(b) >>> 0 ? -1 : 1
}

function swapBytes(word: number): number {
  return (word << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)
}

/** Puts bytes into whole words, the first into the lowest bits, and gives where the next would begin. */
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

/** The same with bytes from `from` on that lie before `end`. */
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
