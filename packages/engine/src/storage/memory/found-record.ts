import type { ByteString, StoredRecord } from '../storage.ts'

/** A record that was read. Its key is rarely asked for, so it is cut out of the text only on demand. */
export class FoundRecord implements StoredRecord {
  /** Writable: a store whose index holds the locations of documents replaces each by the document it read. */
  doc: string
  readonly sizeBytes: number
  readonly #text: string
  readonly #keyStart: number
  readonly #lengths: number

  /** The key begins at `keyStart` of the text; `lengths` is the length of the partition << 16 | that of the sort. */
  constructor(text: string, keyStart: number, lengths: number, doc: string, sizeBytes: number) {
    this.doc = doc
    this.sizeBytes = sizeBytes
    this.#text = text
    this.#keyStart = keyStart
    this.#lengths = lengths
  }

  get partition(): ByteString {
    return this.#text.slice(this.#keyStart, this.#keyStart + (this.#lengths >>> 16))
  }

  get sort(): ByteString {
    // Partition and sort each begin at a whole word of four bytes.
    const start = this.#keyStart + (((this.#lengths >>> 16) + 3) & ~3)
    return this.#text.slice(start, start + (this.#lengths & 0xffff))
  }
}
