import { type DocumentPlace, documentBytesOf, type RecordPlace, segmentOf } from '../record-place.ts'

/** The bytes that a change takes in a frame in addition to its key and document. */
const changeHeadBytes = 16

/** Counts how much of each segment is still current; the rest can go. */
export class LiveBytes {
  #bySegment = new Map<number, number>()
  /** The number of counted records. */
  #records = 0
  #bytes = 0

  /** The current bytes of all segments. */
  get bytes(): number {
    return this.#bytes
  }

  get records(): number {
    return this.#records
  }

  /** Counts a record at a place, with a key of `keyBytes`. */
  add(place: RecordPlace, keyBytes: number): void {
    this.#records += 1
    this.#change(segmentOf(place), changeHeadBytes + keyBytes + documentBytesOf(place))
  }

  /** Counts a record at a place that was already decoded. */
  addPlace({ segment, bytes }: DocumentPlace, keyBytes: number): void {
    this.#records += 1
    this.#change(segment, changeHeadBytes + keyBytes + bytes)
  }

  /** Stops counting a record. */
  remove(place: RecordPlace, keyBytes: number): void {
    this.#records -= 1
    this.#change(segmentOf(place), -(changeHeadBytes + keyBytes + documentBytesOf(place)))
  }

  of(segment: number): number {
    return this.#bySegment.get(segment) ?? 0
  }

  /** Returns the segments with anything current. */
  segments(): number[] {
    return [...this.#bySegment].filter(([, bytes]) => bytes > 0).map(([segment]) => segment)
  }

  /** Forgets a segment that is gone. */
  forget(segment: number): void {
    this.#bytes -= this.of(segment)
    this.#bySegment.delete(segment)
  }

  copy(): LiveBytes {
    const copy = new LiveBytes()
    copy.become(this)
    return copy
  }

  /** Takes over the counts of another object. */
  become(other: LiveBytes): void {
    this.#bySegment = new Map(other.#bySegment)
    this.#records = other.#records
    this.#bytes = other.#bytes
  }

  #change(segment: number, bytes: number): void {
    this.#bytes += bytes
    this.#bySegment.set(segment, (this.#bySegment.get(segment) ?? 0) + bytes)
  }
}
