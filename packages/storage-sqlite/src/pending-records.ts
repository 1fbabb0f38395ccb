import {
  type ByteString,
  type Interval,
  OrderedIndex,
  type Position,
  type RecordValue,
  type SpaceSize,
  type StoredRecord,
} from '@monotable/engine'
import { createChunk, type ReadBounds, type ReadChunk } from './read-chunk.ts'

/** What was at a place before it was written: its size, nothing, or nobody has looked. */
export type Before = number | 'nothing' | 'unknown'

/** What a place holds since it was written, which may be nothing (`isRemoved`). */
interface PendingRecord extends StoredRecord {
  before: Before
  /** Whether it is where ranges are read from. */
  isPlaced: boolean
}

/**
 * The changes of one space that the data file has not got yet, as what each place holds now. Reads look here first.
 *
 * Places are put in order only when a range is asked for, those of its partition alone: most are written again, or are
 * in the file, before that.
 */
export class PendingRecords {
  readonly #records = new Map<string, PendingRecord>()
  /** In order, all but those that are not placed. */
  readonly #placed = new OrderedIndex()
  /** By partition. */
  readonly #unplaced = new Map<ByteString, Position[]>()
  #unknown = 0
  #grownRecords = 0
  #grownBytes = 0

  /** How many places were written that nobody had looked at. */
  get unknown(): number {
    return this.#unknown
  }

  /** By how much the space grows with them, as far as that is known. */
  get growth(): SpaceSize {
    return { records: this.#grownRecords, sizeBytes: this.#grownBytes }
  }

  get({ partition, sort }: Position): RecordValue | undefined {
    return this.#records.size === 0 ? undefined : this.#records.get(keyOf(partition, sort))
  }

  values(): Iterable<StoredRecord> {
    return this.#records.values()
  }

  /** Writes a place; `before` counts if it was not written before. Gives what undoes it. */
  set({ partition, sort }: Position, value: RecordValue | undefined, before: Before): () => void {
    const key = keyOf(partition, sort)
    const last = this.#records.get(key)
    const { doc, sizeBytes } = value ?? removed
    const next = { partition, sort, doc, sizeBytes, before: last?.before ?? before, isPlaced: false }
    this.#exchange(key, last, next)
    if (!last || last.isPlaced) this.#placeLater(next)
    return () => {
      this.#exchange(key, next, last)
      if (last) last.isPlaced = false
      this.#placeLater(next)
    }
  }

  /** Finds out what was at the places that nobody had looked at. */
  resolve(sizeBefore: (place: Position) => number | undefined): void {
    if (this.#unknown === 0) return
    for (const record of this.#records.values()) {
      if (record.before !== 'unknown') continue
      this.#count(record, -1)
      record.before = sizeBefore(record) ?? 'nothing'
      this.#count(record, 1)
    }
  }

  /** The first places of an interval, in order. */
  range(interval: Interval, { partition, reverse, limit }: ReadBounds): ReadChunk {
    if (this.#records.size === 0) return createChunk([], limit)
    for (const written of partition === undefined ? this.#unplaced.keys() : [partition]) this.#place(written)
    const { records } = this.#placed.read({ ...interval, reverse, maxRecords: limit, maxBytes: Infinity })
    return createChunk(records, limit)
  }

  #exchange(key: string, last: PendingRecord | undefined, next: PendingRecord | undefined): void {
    if (last) this.#count(last, -1)
    if (next) this.#count(next, 1)
    if (next) this.#records.set(key, next)
    else this.#records.delete(key)
  }

  #count(record: PendingRecord, times: 1 | -1): void {
    const { sizeBytes, before } = record
    if (before === 'unknown') {
      this.#unknown += times
      return
    }
    this.#grownRecords += times * ((isRemoved(record) ? 0 : 1) - (before === 'nothing' ? 0 : 1))
    this.#grownBytes += times * (Math.max(sizeBytes, 0) - (before === 'nothing' ? 0 : before))
  }

  #placeLater(place: Position): void {
    const others = this.#unplaced.get(place.partition)
    if (others) others.push(place)
    else this.#unplaced.set(place.partition, [place])
  }

  #place(partition: ByteString): void {
    for (const place of this.#unplaced.get(partition) ?? []) {
      const record = this.#records.get(keyOf(place.partition, place.sort))
      if (!record) this.#placed.delete(place)
      else if (!record.isPlaced) {
        this.#placed.set(place, record)
        record.isPlaced = true
      }
    }
    this.#unplaced.delete(partition)
  }
}

/** Nothing is smaller than nothing. */
const removed = { doc: '', sizeBytes: -1 }

/** Whether a place was written to hold nothing. */
export function isRemoved({ sizeBytes }: RecordValue): boolean {
  return sizeBytes < 0
}

/** No two places have the same: the length says where the partition ends. */
function keyOf(partition: ByteString, sort: ByteString): string {
  return `${partition.length} ${partition}${sort}`
}
