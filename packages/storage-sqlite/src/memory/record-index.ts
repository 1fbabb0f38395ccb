/**
 * A segment has this many slots, as a power of two; a slot is two words: a hash, and a location or 0 if the slot is
 * free.
 */
const slotBits = 10
const segmentWords = 2 << slotBits
const wordMask = segmentWords - 1
const homeShift = 32 - slotBits

/** Linear probing becomes slow when less than a fifth of the slots is free. */
const segmentMaxUsed = Math.floor((1 << slotBits) * 0.8)

/** Including the objects around it. */
const segmentBytes = 4 * segmentWords + 300
const directoryEntryBytes = 8

/** The bits of a hash that choose the segment must not be those that choose the slot. */
const maxDepth = homeShift

/** Few records share a hash by chance; an attacker could give all the same, and each costs a look at its record. */
const sameHashMax = 4

/** Holds a copy of the segment that is being split. */
const scratch = new Int32Array(segmentWords)

/** The slots of all hashes that end in the same `depth` bits. */
interface Segment {
  readonly words: Int32Array
  depth: number
  used: number
}

/**
 * Finds locations by hash, with extendible hashing. A directory maps the last bits of a hash to a segment; a full
 * segment is split in two, so no step takes longer than one segment and memory grows little by little.
 *
 * It may forget a location whenever one is added, rather than become slow or exceed its limit.
 */
export class RecordIndex {
  readonly #isSought: (location: number) => boolean
  #directory: Segment[] = [createSegment(0)]
  #segments = 1
  #wantedBytes = 0

  /** `isSought` tells whether the record at a location is the one being looked for. */
  constructor(isSought: (location: number) => boolean) {
    this.#isSought = isSought
  }

  /** The memory that the index takes. */
  get bytes(): number {
    return this.#segments * segmentBytes + this.#directory.length * directoryEntryBytes
  }

  /** The memory that the index last wanted and was not allowed to take, or 0. */
  get wantedBytes(): number {
    return this.#wantedBytes
  }

  /** Returns the sought location with this hash, or 0. */
  find(hash: number): number {
    const { words } = this.#segmentOf(hash)
    for (let at = homeOf(hash); ; at = nextSlot(at)) {
      const location = words[at + 1] as number
      if (location === 0) return 0
      if (words[at] === hash && this.#isSought(location)) return location
    }
  }

  /** Adds a location, which must not be 0 or already there. The index grows by at most `roomBytes`. */
  add(hash: number, location: number, roomBytes: number): void {
    this.#makeRoom(hash, roomBytes)
    const segment = this.#segmentOf(hash)
    const { words } = segment
    let same = 0
    let at = homeOf(hash)
    for (; words[at + 1] !== 0; at = nextSlot(at)) {
      if (words[at] === hash) same += 1
      if (same === sameHashMax) break
    }
    if (words[at + 1] === 0) segment.used += 1
    words[at] = hash
    words[at + 1] = location
  }

  /** Changes a location; returns false if the index has forgotten it. */
  move(hash: number, from: number, to: number): boolean {
    const { words } = this.#segmentOf(hash)
    const at = findSlot(words, hash, from)
    if (at < 0) return false
    words[at + 1] = to
    return true
  }

  /** Forgets a location, if it is there. */
  remove(hash: number, location: number): void {
    const segment = this.#segmentOf(hash)
    const at = findSlot(segment.words, hash, location)
    if (at >= 0) freeSlot(segment, at)
  }

  #segmentOf(hash: number): Segment {
    return this.#directory[hash & (this.#directory.length - 1)] as Segment
  }

  /** Makes room for one more in the segment of a hash. */
  #makeRoom(hash: number, roomBytes: number): void {
    const maxBytes = this.bytes + roomBytes
    for (;;) {
      const segment = this.#segmentOf(hash)
      if (segment.used < segmentMaxUsed) return
      if (!this.#split(segment, hash, maxBytes - this.bytes)) dropFrom(segment, hash)
    }
  }

  /** Splits a segment in two by one more bit of the hashes; returns false if that is not allowed. */
  #split(segment: Segment, hash: number, roomBytes: number): boolean {
    const bit = 1 << segment.depth
    const doubles = bit === this.#directory.length
    // Hashes that follow one pattern, which only an attacker produces, would double the directory without filling
    // segments.
    if (segment.depth === maxDepth || (doubles && bit > 8 * this.#segments)) return false
    const neededBytes = segmentBytes + (doubles ? bit * directoryEntryBytes : 0)
    this.#wantedBytes = neededBytes > roomBytes ? neededBytes : 0
    if (neededBytes > roomBytes) return false
    if (doubles) this.#directory = this.#directory.concat(this.#directory)
    const other = createSegment(segment.depth + 1)
    for (let i = (hash & (bit - 1)) | bit; i < this.#directory.length; i += 2 * bit)
      this.#directory[i] = other
    this.#segments += 1
    share(segment, other, bit)
    return true
  }
}

function createSegment(depth: number): Segment {
  return { words: new Int32Array(segmentWords), depth, used: 0 }
}

function nextSlot(at: number): number {
  return (at + 2) & wordMask
}

function homeOf(hash: number): number {
  return (hash >>> homeShift) << 1
}

/** Moves the slots whose hashes have the bit to the other segment. */
function share(segment: Segment, other: Segment, bit: number): void {
  scratch.set(segment.words)
  segment.words.fill(0)
  segment.depth += 1
  segment.used = 0
  for (let at = 0; at < scratch.length; at += 2) {
    const hash = scratch[at] as number
    const location = scratch[at + 1] as number
    if (location !== 0) put((hash & bit) === 0 ? segment : other, hash, location)
  }
}

function put(segment: Segment, hash: number, location: number): void {
  const { words } = segment
  let at = homeOf(hash)
  while (words[at + 1] !== 0) at = nextSlot(at)
  words[at] = hash
  words[at + 1] = location
  segment.used += 1
}

function findSlot(words: Int32Array, hash: number, location: number): number {
  for (let at = homeOf(hash); ; at = nextSlot(at)) {
    if (words[at + 1] === 0) return -1
    if (words[at + 1] === location && words[at] === hash) return at
  }
}

/** Forgets the first location at or behind the slot where the search for a hash begins. */
function dropFrom(segment: Segment, hash: number): void {
  let at = homeOf(hash)
  while (segment.words[at + 1] === 0) at = nextSlot(at)
  freeSlot(segment, at)
}

/** Frees a slot, and moves up those behind it that could no longer be found. */
function freeSlot(segment: Segment, slot: number): void {
  const { words } = segment
  let free = slot
  for (let at = nextSlot(slot); words[at + 1] !== 0; at = nextSlot(at)) {
    const hash = words[at] as number
    if (((at - homeOf(hash)) & wordMask) < ((at - free) & wordMask)) continue
    words[free] = hash
    words[free + 1] = words[at + 1] as number
    free = at
  }
  words[free + 1] = 0
  segment.used -= 1
}
