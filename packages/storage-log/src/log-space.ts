import {
  type Interval,
  type OrderedIndex,
  type Position,
  placeBehind,
  type RangePage,
  type RangeRequest,
  type RecordValue,
  rangeInterval,
  type SpaceId,
  type StoredRecord,
} from '@monotable/engine'
import { type DocumentMemory, type HeldDocument, heldTextOf } from './document-memory.ts'
import type { LiveBytes } from './log/live-bytes.ts'
import type { RecordPlace } from './record-place.ts'

/**
 * A record as an index holds it. In place of its document it has the document's place in the log, followed by the
 * document if that is held in memory.
 */
export interface PlacedRecord extends RecordValue {
  readonly doc: HeldDocument
}

/** What the spaces of a store share. */
export interface SpaceShare {
  readonly live: LiveBytes
  readonly memory: DocumentMemory
  /** Reads a document from the log. */
  read(place: RecordPlace): string
}

/** The records of a space by key, in memory; their documents are in the log. */
export class LogSpace {
  readonly name: SpaceId
  readonly number: number
  readonly index: OrderedIndex
  readonly #share: SpaceShare
  /** For a dropped space: where the records begin that still count as needed. */
  #neededFrom: Position | undefined

  constructor(
    id: { readonly name: SpaceId; readonly number: number },
    index: OrderedIndex,
    share: SpaceShare,
  ) {
    this.name = id.name
    this.number = id.number
    this.index = index
    this.#share = share
  }

  /** Puts a record at a place or removes it; returns what was there before. */
  set(place: Position, record: PlacedRecord | undefined): PlacedRecord | undefined {
    const { live, memory } = this.#share
    const keyBytes = place.partition.length + place.sort.length
    const before = record ? this.index.exchange(place, record) : this.index.get(place)
    if (before) {
      live.remove(before.doc, keyBytes)
      memory.remove(before.doc)
    }
    if (record) {
      live.add(record.doc, keyBytes)
      memory.add(record.doc)
    } else if (before) this.index.delete(place)
    return before
  }

  find(place: Position): RecordValue | undefined {
    const record = this.index.get(place)
    if (!record) return undefined
    return { doc: heldTextOf(record.doc) ?? this.#fetch(place, record), sizeBytes: record.sizeBytes }
  }

  readRange(request: RangeRequest): RangePage {
    const { reverse, maxRecords = Number.MAX_SAFE_INTEGER, maxBytes = Number.MAX_SAFE_INTEGER } = request
    const { records, more } = this.index.read({ ...rangeInterval(request), reverse, maxRecords, maxBytes })
    for (const found of records) found.doc = this.#textOf(found)
    return { records, more }
  }

  #textOf(found: StoredRecord): string {
    const { doc, sizeBytes } = found
    return (
      heldTextOf(doc) ?? this.#fetch({ partition: found.partition, sort: found.sort }, { doc, sizeBytes })
    )
  }

  /** Reads a document from the log, and keeps it in memory if there is room. */
  #fetch(place: Position, { doc, sizeBytes }: PlacedRecord): string {
    const { memory, read } = this.#share
    const text = read(doc)
    const held = memory.join(doc, text)
    if (held.length > doc.length) {
      memory.add(held)
      this.index.set(place, { doc: held, sizeBytes })
    }
    return text
  }

  /**
   * Stops counting some more of the records as needed; returns whether there are more. When none are left, the index is
   * empty.
   */
  forgetSome(maxRecords: number): boolean {
    const { records, more } = this.placedRecords({ low: this.#neededFrom }, maxRecords)
    for (const { partition, sort, doc } of records) {
      this.#share.live.remove(doc, partition.length + sort.length)
      this.#share.memory.remove(doc)
    }
    const last = records.at(-1)
    if (last && more) this.#neededFrom = placeBehind({ partition: last.partition, sort: last.sort })
    else this.index.clear()
    return more
  }

  /** Stops counting all records as needed, and frees their memory. */
  forget(): void {
    this.forgetSome(Number.MAX_SAFE_INTEGER)
  }

  /** Returns records as the index holds them. */
  placedRecords(
    interval: Interval,
    maxRecords: number,
  ): { readonly records: readonly StoredRecord[]; readonly more: boolean } {
    return this.index.read({ ...interval, maxRecords, maxBytes: Number.MAX_SAFE_INTEGER })
  }
}
