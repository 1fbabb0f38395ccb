import { randomInt } from 'node:crypto'
import { isLatin1, type Latin1Buffer, type Position, packBytes, type RecordValue } from '@monotable/engine'
import { RecordIndex } from './record-index.ts'

/** Longer records are left to SQLite: a few of them would drive out all others. */
const recordMaxLength = 32_768

/** The length of partition and sort together; no key of the engine's is as long. */
const keyMaxLength = 8_192

/** With less memory than this, nothing is kept. */
const leastBytes = 65_536

/** A location counts words of four bytes in 31 bits. */
const mostBytes = 2 ** 33

/** Memory is taken in slabs of an eighth of the limit, but of at most 2^18 words. */
const slabMaxWordBits = 18
const slabsOfAll = 8
const leastSlabs = 2

/** The objects around a slab. */
const slabOverheadBytes = 500

/**
 * How many words of old entries one call may spare; entries behind those are overwritten even if used, so that no call
 * takes long.
 */
const carryMaxWords = 16_384

/*
 * An entry, in words of four bytes:
 *   length of the entry in words << 11 | unused bytes at its end << 3 | flags
 *   hash, space, length of partition << 16 | length of sort, size of the record
 *   partition and sort, each filled up to whole words
 *   doc, in Latin-1 or in UTF-16
 */
const headWords = 5
const hashWord = 1
const spaceWord = 2
const lengthsWord = 3
const sizeWord = 4
const lengthShift = 11
const unusedShift = 3
const unusedMax = 255
const isWideFlag = 1
/** Set if the entry was used since the ring last came by. */
const isUsedFlag = 2

interface Slab {
  readonly number: number
  readonly bytes: Latin1Buffer
  readonly words: Int32Array
  /** Where the slab's entries end, in words. */
  end: number
}

/**
 * A cache of recently used records. Asking SQLite for one costs several times as much as everything else that a GetItem
 * does, and a write needs what is there before.
 *
 * The records are outside of V8's heap, where a million of them do not burden the garbage collector: entries fill a
 * ring of slabs one after another, and when no more memory may be taken, new entries overwrite the oldest. An entry
 * that was used since the ring last came by is spared and moved down to the new ones. So what is used often stays, and
 * nothing has to be kept in order. An entry that the index does not lead to is dead, and is overwritten when its turn
 * comes.
 */
export class RecordCache {
  readonly #maxBytes: number
  readonly #seed: number
  readonly #slabWordBits: number
  #index = this.#createIndex()
  /** By number; the first is 1, so that no location is 0. */
  #slabs: (Slab | undefined)[] = [undefined]
  /** In the order in which they are filled. */
  #ring: Slab[] = []
  #turn = 0
  /** In the current slab, the new entries end at the head and the old ones begin at the tail. */
  #head = 0
  #tail = 0

  /** The key that was last read, in the form of an entry. */
  readonly #key = new Int32Array(keyMaxLength / 4 + 2)
  #keyWords = 0
  #keyLengths = 0
  #space = 0
  #hash = 0

  /** The `seed` makes hashes unpredictable. */
  constructor(maxBytes: number, seed: number = randomInt(2 ** 32)) {
    this.#maxBytes = Math.min(maxBytes, mostBytes)
    this.#seed = seed | 0
    const slabWords = Math.max(maxBytes, leastBytes) / slabsOfAll / 4
    this.#slabWordBits = Math.min(slabMaxWordBits, Math.floor(Math.log2(slabWords)))
  }

  /** The memory that the cache takes; never more than its limit. */
  get bytes(): number {
    return this.#ring.length === 0 ? 0 : this.#index.bytes + this.#ring.length * this.#slabBytes
  }

  /** Whether the cache can still take more memory: until it cannot, keeping a record drives out nothing. */
  get hasRoom(): boolean {
    return this.#maxBytes - this.bytes >= this.#slabBytes + this.#index.wantedBytes
  }

  /** Returns the record last kept at a place unless it was forgotten since, which may happen at any time. */
  find(space: number, place: Position): RecordValue | undefined {
    const location = this.#locate(space, place)
    if (location === 0) return undefined
    const sizeBytes = this.#slabOf(location).words[this.#offsetOf(location) + sizeWord] as number
    return { doc: this.#readDoc(location, Number.POSITIVE_INFINITY), sizeBytes }
  }

  /** Returns the first characters of the document last kept at a place, unless it was forgotten since. */
  findStart(space: number, place: Position, length: number): string | undefined {
    const location = this.#locate(space, place)
    return location === 0 ? undefined : this.#readDoc(location, length)
  }

  /**
   * Overwrites the first characters of the document at a place, which has at least as many, with others of one byte
   * each.
   */
  replaceStart(space: number, place: Position, start: string): void {
    const location = this.#locate(space, place)
    if (location === 0) return
    const { words, bytes } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    const docAt = this.#docAt(at)
    if (((words[at] as number) & isWideFlag) === 0) bytes.latin1Write(start, docAt, start.length)
    else bytes.write(start, docAt, 2 * start.length, 'utf16le')
  }

  /** Keeps a record that was read, or written at a place that was looked at, unless it is too long. */
  keep(space: number, place: Position, value: RecordValue, maxLength = recordMaxLength): void {
    if (this.#maxBytes < leastBytes || !this.#readKey(space, place)) return
    const { doc, sizeBytes } = value
    const before = this.#index.find(this.#hash)
    const isCacheable = doc.length <= maxLength && sizeBytes === (sizeBytes | 0)
    const isWide = isCacheable && !isLatin1(doc)
    const neededBytes = 4 * (headWords + this.#keyWords) + (isWide ? 2 * doc.length : doc.length)
    // Overwrites in place if that leaves little unused; otherwise records written often would drive out records being
    // read.
    if (before !== 0 && isCacheable) {
      const unused = 4 * this.#lengthOf(before) - neededBytes
      if (unused >= 0 && unused <= unusedMax) {
        this.#write(before, unused, isWide ? isWideFlag | isUsedFlag : isUsedFlag, value)
        return
      }
    }
    if (before !== 0) this.#index.remove(this.#hash, before)
    if (!isCacheable || neededBytes > 4 << this.#slabWordBits) return
    const length = (neededBytes + 3) >>> 2
    const location = this.#take(length)
    this.#writeKey(location, length)
    this.#write(location, 4 * length - neededBytes, isWide ? isWideFlag : 0, value)
    this.#index.add(this.#hash, location, this.#maxBytes - this.bytes)
  }

  /**
   * Returns the hash of a place, which never changes during the cache's life; `undefined` for a place that is never
   * kept.
   */
  hashOf(space: number, place: Position): number | undefined {
    return this.#readKey(space, place) ? this.#hash : undefined
  }

  forget(space: number, place: Position): void {
    if (!this.#readKey(space, place)) return
    const location = this.#index.find(this.#hash)
    if (location !== 0) this.#index.remove(this.#hash, location)
  }

  clear(): void {
    this.#index = this.#createIndex()
    this.#slabs = [undefined]
    this.#ring = []
    this.#turn = 0
    this.#head = 0
    this.#tail = 0
  }

  /** Returns the location of a record and marks it as used; 0 if it is not here. */
  #locate(space: number, place: Position): number {
    if (!this.#readKey(space, place)) return 0
    const location = this.#index.find(this.#hash)
    if (location === 0) return 0
    const { words } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    words[at] = (words[at] as number) | isUsedFlag
    return location
  }

  /** Returns where in its slab the document of an entry with the last read key begins, in bytes. */
  #docAt(at: number): number {
    return 4 * (at + headWords + this.#keyWords)
  }

  /** Returns the document at a location that was just found, or its first characters. */
  #readDoc(location: number, maxLength: number): string {
    const { words, bytes } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    const head = words[at] as number
    const start = this.#docAt(at)
    const end = 4 * (at + (head >>> lengthShift)) - ((head >>> unusedShift) & unusedMax)
    return (head & isWideFlag) === 0
      ? bytes.latin1Slice(start, Math.min(end, start + maxLength))
      : bytes.toString('utf16le', start, Math.min(end, start + 2 * maxLength))
  }

  get #slabBytes(): number {
    return (4 << this.#slabWordBits) + slabOverheadBytes
  }

  #slabOf(location: number): Slab {
    return this.#slabs[location >> this.#slabWordBits] as Slab
  }

  #offsetOf(location: number): number {
    return location & ((1 << this.#slabWordBits) - 1)
  }

  #lengthOf(location: number): number {
    return (this.#slabOf(location).words[this.#offsetOf(location)] as number) >>> lengthShift
  }

  #createIndex(): RecordIndex {
    return new RecordIndex((location) => this.#hasKey(location))
  }

  /** Sets the key that the methods below refer to; returns false for one that is never kept. */
  #readKey(space: number, { partition, sort }: Position): boolean {
    if (partition.length + sort.length > keyMaxLength || space !== (space | 0)) return false
    const key = this.#key
    const keyWords = packBytes(sort, key, packBytes(partition, key, 0))
    this.#space = space
    this.#keyWords = keyWords
    this.#keyLengths = (partition.length << 16) | sort.length
    let hash = Math.imul(this.#seed ^ space, 0x9e3779b1) ^ this.#keyLengths
    for (let i = 0; i < keyWords; i++) {
      hash = Math.imul(hash ^ (key[i] as number), 0x85ebca6b)
      hash ^= hash >>> 15
    }
    hash = Math.imul(hash, 0xc2b2ae35)
    this.#hash = hash ^ (hash >>> 16)
    return true
  }

  #hasKey(location: number): boolean {
    const { words } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    if (words[at + spaceWord] !== this.#space || words[at + lengthsWord] !== this.#keyLengths) return false
    const key = this.#key
    const start = at + headWords
    for (let i = this.#keyWords - 1; i >= 0; i--) if (words[start + i] !== key[i]) return false
    return true
  }

  #writeKey(location: number, length: number): void {
    const { words } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    words[at] = length << lengthShift
    words[at + hashWord] = this.#hash
    words[at + spaceWord] = this.#space
    words[at + lengthsWord] = this.#keyLengths
    const key = this.#key
    const start = at + headWords
    for (let i = this.#keyWords - 1; i >= 0; i--) words[start + i] = key[i] as number
  }

  #write(location: number, unused: number, flags: number, { doc, sizeBytes }: RecordValue): void {
    const { words, bytes } = this.#slabOf(location)
    const at = this.#offsetOf(location)
    const length = (words[at] as number) >>> lengthShift
    words[at] = (length << lengthShift) | (unused << unusedShift) | flags
    words[at + sizeWord] = sizeBytes
    const start = this.#docAt(at)
    const docBytes = 4 * (at + length) - unused - start
    if ((flags & isWideFlag) === 0) bytes.latin1Write(doc, start, docBytes)
    else bytes.write(doc, start, docBytes, 'utf16le')
  }

  /** Makes room for an entry at the head; returns its location. */
  #take(length: number): number {
    let carried = 0
    for (;;) {
      const slab = this.#ring[this.#turn]
      const isEmptyBehind = slab === undefined || this.#tail >= slab.end
      const room = (isEmptyBehind ? 1 << this.#slabWordBits : this.#tail) - this.#head
      if (slab !== undefined && room >= length) {
        const location = (slab.number << this.#slabWordBits) | this.#head
        this.#head += length
        return location
      }
      if (isEmptyBehind) this.#turnToNext()
      else carried += this.#pass(slab, carried < carryMaxWords)
    }
  }

  /** Overwrites the oldest entry or spares it; returns how many words were spared. */
  #pass({ number, words }: Slab, maySpare: boolean): number {
    const from = this.#tail
    const head = words[from] as number
    const hash = words[from + hashWord] as number
    const length = head >>> lengthShift
    const start = number << this.#slabWordBits
    this.#tail += length
    if (maySpare && (head & isUsedFlag) !== 0) {
      if (!this.#index.move(hash, start | from, start | this.#head)) return 0
      words[from] = head & ~isUsedFlag
      if (from !== this.#head) words.copyWithin(this.#head, from, from + length)
      this.#head += length
      return length
    }
    this.#index.remove(hash, start | from)
    return 0
  }

  /** Moves on to the oldest slab, or to a new one while more memory may be taken. */
  #turnToNext(): void {
    const slab = this.#ring[this.#turn]
    if (slab !== undefined) slab.end = this.#head
    if (slab === undefined || this.hasRoom) this.#addSlab()
    else if (this.#index.wantedBytes > this.#maxBytes - this.bytes && this.#ring.length > leastSlabs)
      this.#releaseOldest()
    this.#turn = (this.#turn + 1) % this.#ring.length
    this.#head = 0
    this.#tail = 0
  }

  /** Adds a slab behind the current one. */
  #addSlab(): void {
    const free = this.#slabs.indexOf(undefined, 1)
    const number = free < 0 ? this.#slabs.length : free
    const bytes = Buffer.allocUnsafeSlow(4 << this.#slabWordBits) as Latin1Buffer
    const slab = { number, bytes, words: new Int32Array(bytes.buffer), end: 0 }
    this.#slabs[number] = slab
    this.#ring.splice(this.#turn + 1, 0, slab)
  }

  /** Gives up a slab and its contents because the index needs the memory: the records have become shorter. */
  #releaseOldest(): void {
    const oldest = (this.#turn + 1) % this.#ring.length
    const { number, words, end } = this.#ring[oldest] as Slab
    for (let at = 0; at < end; at += (words[at] as number) >>> lengthShift) {
      this.#index.remove(words[at + hashWord] as number, (number << this.#slabWordBits) | at)
    }
    this.#slabs[number] = undefined
    this.#ring.splice(oldest, 1)
    if (oldest < this.#turn) this.#turn -= 1
  }
}
