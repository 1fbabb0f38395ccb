import { type RecordPlace, recordPlaceBytes } from './record-place.ts'

/** The place of a document in the log, followed by the document itself if there is room for it in memory. */
export type HeldDocument = RecordPlace

/** Longer documents are read from the log: in memory each would be an object of its own. */
const documentMaxLength = 4_000

/** Limits the memory of documents held beside their keys. When it is full, further documents are read from the log. */
export class DocumentMemory {
  readonly #maxLength: number
  /** The length of all held documents. */
  length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  /** Appends a document to its place if there is room. */
  join(place: RecordPlace, text: string): HeldDocument {
    const isHeld = text.length <= documentMaxLength && this.length + text.length <= this.#maxLength
    return isHeld ? place + text : place
  }

  /** Counts the document of a record that is kept from now on. */
  add(held: HeldDocument): void {
    this.length += held.length - recordPlaceBytes
  }

  /** Stops counting the document of a record that is no longer kept. */
  remove(held: HeldDocument): void {
    this.length -= held.length - recordPlaceBytes
  }
}

/** Returns the document if it is in memory. */
export function heldTextOf(held: HeldDocument): string | undefined {
  return held.length > recordPlaceBytes ? held.slice(recordPlaceBytes) : undefined
}
