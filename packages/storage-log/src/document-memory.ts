import { type RecordPlace, recordPlaceBytes } from './record-place.ts'

/** Where a document stands in the log, and behind that the document itself if there is room for it in memory. */
export type HeldDocument = RecordPlace

/** Longer documents are read from the log: in memory each would be an object of its own. */
const documentMaxLength = 4_000

/** How much memory documents take that are held beside their keys. When it is full, the others are read from the log. */
export class DocumentMemory {
  readonly #maxLength: number
  /** How much there is of them now. */
  length = 0

  constructor(maxLength: number) {
    this.#maxLength = maxLength
  }

  /** Puts a document behind its place, if there is room. */
  join(place: RecordPlace, text: string): HeldDocument {
    const isHeld = text.length <= documentMaxLength && this.length + text.length <= this.#maxLength
    return isHeld ? place + text : place
  }

  /** Counts what a record that is kept from now on holds, */
  add(held: HeldDocument): void {
    this.length += held.length - recordPlaceBytes
  }

  /** or one that is not kept any more. */
  remove(held: HeldDocument): void {
    this.length -= held.length - recordPlaceBytes
  }
}

/** The document, if it is in memory. */
export function heldTextOf(held: HeldDocument): string | undefined {
  return held.length > recordPlaceBytes ? held.slice(recordPlaceBytes) : undefined
}
