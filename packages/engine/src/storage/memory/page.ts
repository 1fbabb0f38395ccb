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

/** Not adjacent to any rank. */
const noRank = -2

/** Temporary space for moving entries within a page. */
const scratch = new Int32Array(pageWords)

/**
 * A view of a page of a tree: entries ordered by key, laid out as described in page-layout.ts. A removed entry
 * leaves its space unused until the page is compacted.
 */
export class Page {
  readonly pool: PagePool
  number: number
  words: Int32Array
  bytes: Latin1Buffer
  #doubles: Float64Array
  /** Where the page begins, in words. */
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

  /** Creates a page without entries. */
  static create(pool: PagePool, level: number): Page {
    const page = new Page(pool, pool.take())
    const { words, base } = page
    words.fill(0, base, base + columnsStart)
    words[base + levelWord] = level
    words[base + endWord] = page.#start
    words[base + newestWord] = noRank
    return page
  }

  /** Points this view at another page of the pool. */
  moveTo(number: number): void {
    const { words, bytes, doubles } = this.pool.slabOf(number)
    this.number = number
    this.words = words
    this.bytes = bytes
    this.#doubles = doubles
    this.base = baseOf(number)
  }

  /** Copies the contents of another page into this one. */
  copyFrom({ words, base }: Page): void {
    this.words.set(words.subarray(base, base + (words[base + endWord] as number)), this.base)
  }

  get level(): number {
    return this.words[this.base + levelWord] as number
  }

  get count(): number {
    return this.words[this.base + countWord] as number
  }

  /** The number of records in and below the page. */
  get records(): number {
    return this.words[this.base + recordsWord] as number
  }

  /** The sum of the sizes of those records. */
  get sizeBytes(): number {
    return this.#doubles[(this.base >> 1) + totalDouble] as number
  }

  /** Adds to `records` and `sizeBytes`. */
  grow(records: number, sizeBytes: number): void {
    this.words[this.base + recordsWord] = this.records + records
    this.#doubles[(this.base >> 1) + totalDouble] = this.sizeBytes + sizeBytes
  }

  /** The number of records whose document is kept in the heap. */
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

  /** Sets the child at `rank` and what it holds. */
  setChildAt(rank: number, { number, records, sizeBytes }: Page): void {
    this.words[this.base + children + rank] = number
    this.words[this.base + sizes + rank] = records
    this.#doubles[(this.base >> 1) + totals + rank] = sizeBytes
  }

  /** Returns the size of the record at `rank`. */
  sizeAt(rank: number): number {
    return this.words[this.base + sizes + rank] as number
  }

  setSizeAt(rank: number, sizeBytes: number): void {
    this.words[this.base + sizes + rank] = sizeBytes
  }

  /** Returns where the entry at `rank` begins, in words. */
  entryAt(rank: number): number {
    return this.base + (this.words[this.base + offsets + rank] as number)
  }

  aboutAt(rank: number): number {
    return this.words[this.entryAt(rank) + aboutWord] as number
  }

  setAboutAt(rank: number, about: number): void {
    this.words[this.entryAt(rank) + aboutWord] = about
  }

  /** Returns where the space after an entry's key begins, in bytes. */
  roomStartAt(rank: number): number {
    const at = this.entryAt(rank)
    return 4 * (at + headWords + keyWordsAt(this.words, at))
  }

  /** Returns how many words follow the key. */
  roomAt(rank: number): number {
    const at = this.entryAt(rank)
    return (this.words[at] as number) - headWords - keyWordsAt(this.words, at)
  }

  /** Returns how long an entry with the same key and `roomWords` words after it is. */
  entryWordsWith(rank: number, roomWords: number): number {
    return headWords + keyWordsAt(this.words, this.entryAt(rank)) + roomWords
  }

  /** The number of words that the entries take. */
  get usedWords(): number {
    return this.#end - this.#start - this.#unused
  }

  /** Returns whether `entries` more entries, `words` words in all, fit. */
  hasRoom(entries: number, words: number): boolean {
    return this.count + entries <= maxEntries && this.#end - this.#unused + words <= pageWords
  }

  /**
   * Returns where to split the page before an entry of `words` words is added at `rank`. If entries arrive in
   * order, more are likely to follow, so the split is next to the new entry and leaves room for them: loading in
   * order fills every page. Otherwise both halves get about the same number of words, unless that leaves too little
   * room; a split next to the new entry always leaves enough, because no entry takes more than half a page.
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

  /** Adds an entry with `roomWords` words after its key; the caller has checked that it fits. */
  addKey(rank: number, key: SearchKey, roomWords: number): void {
    const at = this.#addEntry(rank, headWords + key.allWords + roomWords)
    const { words, base } = this
    words[at + lengthsWord] = (key.partitionLength << 16) | key.sortLength
    const start = at + headWords
    for (let i = key.allWords - 1; i >= 0; i--) words[start + i] = key.words[i] as number
    words[base + marks + rank] = key.mark
    words[base + prefixes + rank] = key.prefix
  }

  /** Adds a child under the key of another page's entry; the caller has checked that it fits. */
  addChild(rank: number, child: Page, from: Page, fromRank: number): void {
    const fromAt = from.entryAt(fromRank)
    const length = headWords + keyWordsAt(from.words, fromAt)
    const at = this.#addEntry(rank, length)
    for (let i = 1; i < length; i++) this.words[at + i] = from.words[fromAt + i] as number
    this.words[this.base + prefixes + rank] = from.words[from.base + prefixes + fromRank] as number
    this.setChildAt(rank, child)
  }

  /** Appends entries of another page, which are all larger; the caller has checked that they fit. */
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

  /** Removes the entries from `first` up to but excluding `end`. */
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

  /**
   * Resizes the space after the key of the entry at `rank`, keeping nothing but the key; the caller has checked
   * that it fits.
   */
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

  /** Creates an entry of a given length, whose contents are still to be written, and returns where it begins. */
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

  /** Makes sure that `length` words fit after the last entry. */
  #makeRoom(length: number): void {
    if (this.#end + length > pageWords) this.#moveTogether()
  }

  /** Compacts the entries, in order. */
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
