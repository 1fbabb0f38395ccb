import { type DocumentPlace, documentBytesOf, type RecordPlace, segmentOf } from '../record-place.ts'

/** What a change takes in a frame beside its key and its document. */
const changeHeadBytes = 16

/** How much of each segment is still what a place holds; the rest of it can go. */
export class LiveBytes {
  #bySegment = new Map<number, number>()
  /** How many records are counted. */
  #records = 0
  #bytes = 0

  /** How much all segments hold. */
  get bytes(): number {
    return this.#bytes
  }

  get records(): number {
    return this.#records
  }

  /** Counts a record, with a key of so many bytes, that stands at a place. */
  add(place: RecordPlace, keyBytes: number): void {
    this.#records += 1
    this.#change(segmentOf(place), changeHeadBytes + keyBytes + documentBytesOf(place))
  }

  /** The same of a place that has been read. */
  addPlace({ segment, bytes }: DocumentPlace, keyBytes: number): void {
    this.#records += 1
    this.#change(segment, changeHeadBytes + keyBytes + bytes)
  }

  /** Does not count it any more. */
  remove(place: RecordPlace, keyBytes: number): void {
    this.#records -= 1
    this.#change(segmentOf(place), -(changeHeadBytes + keyBytes + documentBytesOf(place)))
  }

  of(segment: number): number {
    return this.#bySegment.get(segment) ?? 0
  }

  /** The segments that hold anything. */
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

  /** Counts from now on as another does now. */
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
