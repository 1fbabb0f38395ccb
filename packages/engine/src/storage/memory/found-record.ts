import type { ByteString, StoredRecord } from '../storage.ts'

/** A record that was read. Hardly anybody asks for its key, so that is cut out of the text only then. */
export class FoundRecord implements StoredRecord {
  /** Whoever has read the record may put another in its place, as one does whose indexes hold where documents stand. */
  doc: string
  readonly sizeBytes: number
  readonly #text: string
  readonly #keyStart: number
  readonly #lengths: number

  /** The key begins in the text at `keyStart`; `lengths` are those of partition << 16 and sort. */
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
    // Each begins with a whole word of four bytes.
    const start = this.#keyStart + (((this.#lengths >>> 16) + 3) & ~3)
    return this.#text.slice(start, start + (this.#lengths & 0xffff))
  }
}
