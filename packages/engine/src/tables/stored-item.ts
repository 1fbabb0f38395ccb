import type { AttributeMap } from '@monotable/protocol'
import { ITEM_MAX_BYTES, itemSizeBytes, parseItem, writeItem } from '@monotable/protocol'
import type { RecordValue } from '../storage/storage.ts'
import { isLongText, type NamesAttributes, readAttributes } from './item-text.ts'

/** An item together with its stored form; whichever was not given is made when it is first asked for. */
export class StoredItem implements RecordValue {
  readonly sizeBytes: number
  #doc: string | undefined
  #item: AttributeMap | undefined

  private constructor(sizeBytes: number, doc: string | undefined, item: AttributeMap | undefined) {
    this.sizeBytes = sizeBytes
    this.#doc = doc
    this.#item = item
  }

  /** An item as a store gave it. */
  static fromRecord(record: RecordValue): StoredItem {
    return new StoredItem(record.sizeBytes, record.doc, undefined)
  }

  /**
   * An item that is to be stored: most are written and measured in one pass. Its size need not be known; one that is larger
   * than an item may be is measured no further than that.
   */
  static write(item: AttributeMap, knownSizeBytes?: number): StoredItem {
    const written = writeItem(item)
    if (written !== undefined) return new StoredItem(written.sizeBytes, written.doc, item)
    return new StoredItem(knownSizeBytes ?? itemSizeBytes(item, ITEM_MAX_BYTES), undefined, item)
  }

  /** An item that is to be stored and was not of the kind that is written in one pass. */
  static fromItem(item: AttributeMap, sizeBytes: number): StoredItem {
    return new StoredItem(sizeBytes, undefined, item)
  }

  /** Its wire JSON. */
  get doc(): string {
    this.#doc ??= JSON.stringify(this.#item)
    return this.#doc
  }

  /** Its attributes. */
  get item(): AttributeMap {
    this.#item ??= parseItem(this.doc)
    return this.#item
  }

  /** Its attributes, at least those that are wanted. */
  read(wanted: NamesAttributes): AttributeMap {
    return this.#item ?? (isLongText(this.doc) ? readAttributes(this.doc, wanted) : this.item)
  }
}
