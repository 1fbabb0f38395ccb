import {
  type Interval,
  OrderedIndex,
  type PagePool,
  type Position,
  type RecordValue,
  type SpaceSize,
  type StoredRecord,
} from '@monotable/engine'
import { createChunk, type ReadBounds, type ReadChunk } from './read-chunk.ts'

/** What was at a place before it was written: the record's size, nothing, or unknown because nobody has looked. */
export type Before = number | 'nothing' | 'unknown'

/**
 * The changes of one space that the data file does not have yet, as the current contents of each place. Reads look here
 * first. A removed place is here, too (`isRemoved`).
 */
export class PendingRecords {
  /** The records; in place of sizes, the results of `tallyOf`. */
  readonly #records: OrderedIndex
  /** What was found at places that nobody had looked at when they were written. */
  readonly #resolved = new Map<string, Before>()
  #unknown = 0
  #grownRecords = 0
  #grownBytes = 0

  constructor(pool?: PagePool) {
    this.#records = new OrderedIndex(pool)
  }

  /** How many places were written that nobody had looked at. */
  get unknown(): number {
    return this.#unknown
  }

  get isEmpty(): boolean {
    return this.#records.isEmpty
  }

  /** How much the space grows with these changes, as far as that is known. */
  get growth(): SpaceSize {
    return { records: this.#grownRecords, sizeBytes: this.#grownBytes }
  }

  get(place: Position): RecordValue | undefined {
    const found = this.#records.get(place)
    return found && { doc: found.doc, sizeBytes: sizeOf(found.sizeBytes) }
  }

  /** Returns all records in order. */
  values(): readonly StoredRecord[] {
    return this.range({}, { reverse: false, limit: Number.POSITIVE_INFINITY }).records
  }

  /** Writes a place; `before` counts only if the place is not here yet. Returns a function that undoes it. */
  set({ partition, sort }: Position, value: RecordValue | undefined, before: Before): () => void {
    const place = { partition, sort }
    const last = this.#records.get(place)
    const isUnknown = last ? isUnknownIn(last.sizeBytes) : before === 'unknown'
    const { doc, sizeBytes } = value ?? removed
    this.#records.set(place, { doc, sizeBytes: tallyOf(sizeBytes, isUnknown) })
    if (last) this.#countAgain(last.sizeBytes, sizeBytes, 1)
    else this.#count(sizeBytes, before, 1)
    return () => {
      if (last) this.#takeBack(place, sizeBytes, last)
      else this.#forget(place, sizeBytes, before)
    }
  }

  /** Finds out what was at the places that nobody had looked at. */
  resolve(sizeBefore: (place: Position) => number | undefined): void {
    if (this.#unknown === 0) return
    const { records } = this.#records.read(everything)
    for (const { partition, sort, doc, sizeBytes } of records) {
      if (!isUnknownIn(sizeBytes)) continue
      const place = { partition, sort }
      const before = sizeBefore(place) ?? 'nothing'
      this.#resolved.set(keyOf(place), before)
      this.#records.set(place, { doc, sizeBytes: tallyOf(sizeOf(sizeBytes), false) })
      this.#count(sizeOf(sizeBytes), 'unknown', -1)
      this.#count(sizeOf(sizeBytes), before, 1)
    }
  }

  /** Returns the first places of an interval, in order. */
  range(interval: Interval, { reverse, limit }: ReadBounds): ReadChunk {
    const { records } = this.#records.read({ ...everything, ...interval, reverse, maxRecords: limit })
    return createChunk(
      records.map(({ partition, sort, doc, sizeBytes }) => {
        return { partition, sort, doc, sizeBytes: sizeOf(sizeBytes) }
      }),
      limit,
    )
  }

  /** Called when the data file has the changes. */
  clear(): void {
    this.#records.clear()
    this.#resolved.clear()
  }

  /** Restores the previous change of a place. */
  #takeBack(place: Position, sizeBytes: number, last: RecordValue): void {
    const isUnknown = isUnknownIn(last.sizeBytes) && !this.#resolved.has(keyOf(place))
    const tally = tallyOf(sizeOf(last.sizeBytes), isUnknown)
    this.#records.set(place, { doc: last.doc, sizeBytes: tally })
    this.#countAgain(tally, sizeBytes, -1)
  }

  /** Removes a place that had not been written before. */
  #forget(place: Position, sizeBytes: number, before: Before): void {
    const key = keyOf(place)
    this.#records.delete(place)
    this.#count(sizeBytes, this.#resolved.get(key) ?? before, -1)
    this.#resolved.delete(key)
  }

  #count(sizeBytes: number, before: Before, times: 1 | -1): void {
    if (before === 'unknown') {
      this.#unknown += times
      return
    }
    this.#grownRecords += times * ((sizeBytes < 0 ? 0 : 1) - (before === 'nothing' ? 0 : 1))
    this.#grownBytes += times * (Math.max(sizeBytes, 0) - (before === 'nothing' ? 0 : before))
  }

  /** Replaces a place's earlier written contents in the counts. */
  #countAgain(lastTally: number, sizeBytes: number, times: 1 | -1): void {
    if (isUnknownIn(lastTally)) return
    this.#count(sizeBytes, 'nothing', times)
    this.#count(sizeOf(lastTally), 'nothing', times === 1 ? -1 : 1)
  }
}

const everything = { maxRecords: Number.POSITIVE_INFINITY, maxBytes: Number.POSITIVE_INFINITY }

/** A removal, whose size is less than that of any record. */
const removed = { doc: '', sizeBytes: -1 }

/** Whether a place was removed. */
export function isRemoved({ sizeBytes }: RecordValue): boolean {
  return sizeBytes < 0
}

/** Combines a size with whether it is unknown what was there before. */
function tallyOf(sizeBytes: number, isUnknown: boolean): number {
  return 2 * (sizeBytes + 1) + (isUnknown ? 1 : 0)
}

function sizeOf(tally: number): number {
  return (tally >> 1) - 1
}

function isUnknownIn(tally: number): boolean {
  return (tally & 1) === 1
}

/** Returns a key unique to a place: the length says where the partition ends. */
function keyOf({ partition, sort }: Position): string {
  return `${partition.length} ${partition}${sort}`
}
