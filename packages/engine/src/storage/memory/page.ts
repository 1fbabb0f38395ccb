import {
  aboutWord,
  children,
  columnsStart,
  countWord,
  endWord,
  headWords,
  heapDocsWord,
  innerStart,
  keyWordsOf,
  leafStart,
  lengthsWord,
  levelWord,
  marks,
  maxEntries,
  newestWord,
  offsets,
  prefixes,
  recordsWord,
  sizes,
  totalDouble,
  totals,
  unusedWord,
} from './page-layout.ts'
import { baseOf, type Latin1Buffer, type PagePool, pageWords } from './page-pool.ts'
import type { SearchKey } from './search-key.ts'

/** Far from every rank. */
const noRank = -2

/** What is moved within a page waits here meanwhile. */
const scratch = new Int32Array(pageWords)

/**
 * A look at a page of a tree: entries in the order of their keys, as page-layout.ts has them. An entry that is removed leaves
 * its room unused until the others are moved together.
 */
export class Page {
  readonly pool: PagePool
  number: number
  words: Int32Array
  bytes: Latin1Buffer
  #doubles: Float64Array
  /** Where it begins, in words. */
  base: number

  constructor(pool: PagePool, number: number) {
    const { words, bytes, doubles } = pool.slabOf(number)
    this.pool = pool
    this.number = number
    this.words = words
    this.bytes = bytes
    this.#doubles = doubles
    this.base = baseOf(number)
  }

  /** A new page without entries. */
  static create(pool: PagePool, level: number): Page {
    const page = new Page(pool, pool.take())
    const { words, base } = page
    words.fill(0, base, base + columnsStart)
    words[base + levelWord] = level
    words[base + endWord] = page.#start
    words[base + newestWord] = noRank
    return page
  }

  /** Looks at another one of the pool. */
  moveTo(number: number): void {
    const { words, bytes, doubles } = this.pool.slabOf(number)
    this.number = number
    this.words = words
    this.bytes = bytes
    this.#doubles = doubles
    this.base = baseOf(number)
  }

  /** Makes it the same as another. */
  copyFrom({ words, base }: Page): void {
    this.words.set(words.subarray(base, base + (words[base + endWord] as number)), this.base)
  }

  get level(): number {
    return this.words[this.base + levelWord] as number
  }

  get count(): number {
    return this.words[this.base + countWord] as number
  }

  /** How many records are in and below it. */
  get records(): number {
    return this.words[this.base + recordsWord] as number
  }

  /** The sum of their sizes. */
  get sizeBytes(): number {
    return this.#doubles[(this.base >> 1) + totalDouble] as number
  }

  /** Adds to both. */
  grow(records: number, sizeBytes: number): void {
    this.words[this.base + recordsWord] = this.records + records
    this.#doubles[(this.base >> 1) + totalDouble] = this.sizeBytes + sizeBytes
  }

  /** Of how many records the document is kept in the heap. */
  get heapDocs(): number {
    return this.words[this.base + heapDocsWord] as number
  }

  set heapDocs(count: number) {
    this.words[this.base + heapDocsWord] = count
  }

  childAt(rank: number): number {
    return this.words[this.base + children + rank] as number
  }

  childRecordsAt(rank: number): number {
    return this.words[this.base + sizes + rank] as number
  }

  childBytesAt(rank: number): number {
    return this.#doubles[(this.base >> 1) + totals + rank] as number
  }

  /** Says which child there is, and what it holds. */
  setChildAt(rank: number, { number, records, sizeBytes }: Page): void {
    this.words[this.base + children + rank] = number
    this.words[this.base + sizes + rank] = records
    this.#doubles[(this.base >> 1) + totals + rank] = sizeBytes
  }

  /** How large the record at `rank` is. */
  sizeAt(rank: number): number {
    return this.words[this.base + sizes + rank] as number
  }

  setSizeAt(rank: number, sizeBytes: number): void {
    this.words[this.base + sizes + rank] = sizeBytes
  }

  /** Where the entry at `rank` begins, in words. */
  entryAt(rank: number): number {
    return this.base + (this.words[this.base + offsets + rank] as number)
  }

  aboutAt(rank: number): number {
    return this.words[this.entryAt(rank) + aboutWord] as number
  }

  setAboutAt(rank: number, about: number): void {
    this.words[this.entryAt(rank) + aboutWord] = about
  }

  /** Where the room behind the key of an entry begins, in bytes. */
  roomStartAt(rank: number): number {
    const at = this.entryAt(rank)
    return 4 * (at + headWords + keyWordsAt(this.words, at))
  }

  /** How many words there are behind the key. */
  roomAt(rank: number): number {
    const at = this.entryAt(rank)
    return (this.words[at] as number) - headWords - keyWordsAt(this.words, at)
  }

  /** How long an entry with the same key is, with room for so many words behind it. */
  entryWordsWith(rank: number, roomWords: number): number {
    return headWords + keyWordsAt(this.words, this.entryAt(rank)) + roomWords
  }

  /** What the entries take. */
  get usedWords(): number {
    return this.#end - this.#start - this.#unused
  }

  /** Whether so many entries fit in, which take so many words. */
  hasRoom(entries: number, words: number): boolean {
    return this.count + entries <= maxEntries && this.#end - this.#unused + words <= pageWords
  }

  /**
   * Where to cut it before an entry of so many words is added at `rank`. Where entries come in order, more are likely to
   * follow, so the cut is beside it and leaves room for them: loading in order fills every page. Else both parts take about
   * as much, unless that leaves too little room; beside the entry it does not, for no entry takes more than half a page.
   */
  cutFor(rank: number, words: number): number {
    const { count, usedWords } = this
    if (rank === 0 || rank === count || rank === (this.words[this.base + newestWord] as number) + 1)
      return rank
    let cut = 0
    let left = 0
    while (left < usedWords >>> 1 && cut < count - 1) left += this.words[this.entryAt(cut++)] as number
    const part = rank <= cut ? left : usedWords - left
    return this.#start + part + words <= pageWords ? cut : rank
  }

  /** Adds an entry with room for so many words behind its key, which fit in. */
  addKey(rank: number, key: SearchKey, roomWords: number): void {
    const at = this.#addEntry(rank, headWords + key.allWords + roomWords)
    const { words, base } = this
    words[at + lengthsWord] = (key.partitionLength << 16) | key.sortLength
    const start = at + headWords
    for (let i = key.allWords - 1; i >= 0; i--) words[start + i] = key.words[i] as number
    words[base + marks + rank] = key.mark
    words[base + prefixes + rank] = key.prefix
  }

  /** Adds a child with the key of an entry of another page, which fits in. */
  addChild(rank: number, child: Page, from: Page, fromRank: number): void {
    const fromAt = from.entryAt(fromRank)
    const length = headWords + keyWordsAt(from.words, fromAt)
    const at = this.#addEntry(rank, length)
    for (let i = 1; i < length; i++) this.words[at + i] = from.words[fromAt + i] as number
    this.words[this.base + prefixes + rank] = from.words[from.base + prefixes + fromRank] as number
    this.setChildAt(rank, child)
  }

  /** Adds entries of another page, all of which are larger, and fit in. */
  append(from: Page, first: number, end: number): void {
    for (let fromRank = first; fromRank < end; fromRank++) {
      const rank = this.count
      const fromAt = from.entryAt(fromRank)
      const length = from.words[fromAt] as number
      const at = this.#addEntry(rank, length)
      for (let i = 1; i < length; i++) this.words[at + i] = from.words[fromAt + i] as number
      for (const column of [marks, prefixes, sizes]) {
        this.words[this.base + column + rank] = from.words[from.base + column + fromRank] as number
      }
      if (this.level > 0) this.#doubles[(this.base >> 1) + totals + rank] = from.childBytesAt(fromRank)
    }
  }

  /** Removes the entries from `first` on that stand before `end`. */
  remove(first: number, end: number): void {
    const { words, base, count } = this
    let unused = this.#unused
    for (let rank = first; rank < end; rank++) unused += words[this.entryAt(rank)] as number
    for (const column of [marks, offsets, prefixes, sizes]) {
      words.copyWithin(base + column + first, base + column + end, base + column + count)
    }
    const start = (base >> 1) + totals
    if (this.level > 0) this.#doubles.copyWithin(start + first, start + end, start + count)
    words[base + countWord] = count - (end - first)
    words[base + unusedWord] = unused
    words[base + newestWord] = noRank
  }

  /** Gives the entry at `rank` room for so many words behind its key, which fit in; its key is all that it keeps. */
  resize(rank: number, roomWords: number): void {
    const { words, base } = this
    const length = this.entryWordsWith(rank, roomWords)
    this.#makeRoom(length)
    const from = this.entryAt(rank)
    const offset = this.#end
    const at = base + offset
    for (let i = 1; i < length - roomWords; i++) words[at + i] = words[from + i] as number
    words[at] = length
    words[base + offsets + rank] = offset
    words[base + endWord] = offset + length
    words[base + unusedWord] = this.#unused + (words[from] as number)
  }

  get #start(): number {
    return this.level === 0 ? leafStart : innerStart
  }

  get #end(): number {
    return this.words[this.base + endWord] as number
  }

  get #unused(): number {
    return this.words[this.base + unusedWord] as number
  }

  /** Makes an entry of a length, all else of which is still to be written, and gives where it begins. */
  #addEntry(rank: number, length: number): number {
    this.#makeRoom(length)
    const { words, base, count } = this
    for (let i = base + columnsStart + count; i > base + columnsStart + rank; i--) {
      for (let at = i; at < base + leafStart; at += maxEntries) words[at] = words[at - 1] as number
    }
    const start = (base >> 1) + totals
    if (this.level > 0) this.#doubles.copyWithin(start + rank + 1, start + rank, start + count)
    const offset = this.#end
    words[base + offset] = length
    words[base + offsets + rank] = offset
    words[base + countWord] = count + 1
    words[base + endWord] = offset + length
    words[base + newestWord] = rank
    return base + offset
  }

  /** Sees to it that so many words fit in behind the last entry. */
  #makeRoom(length: number): void {
    if (this.#end + length > pageWords) this.#moveTogether()
  }

  /** Moves the entries together, in their order. */
  #moveTogether(): void {
    const { words, base, count } = this
    const start = this.#start
    let end = 0
    for (let rank = 0; rank < count; rank++) {
      const from = this.entryAt(rank)
      const length = words[from] as number
      for (let i = 0; i < length; i++) scratch[end + i] = words[from + i] as number
      words[base + offsets + rank] = start + end
      end += length
    }
    words.set(scratch.subarray(0, end), base + start)
    words[base + endWord] = start + end
    words[base + unusedWord] = 0
  }
}

function keyWordsAt(words: Int32Array, at: number): number {
  return keyWordsOf(words[at + lengthsWord] as number)
}
