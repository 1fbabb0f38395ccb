import type { AttributeMap } from '@monotable/protocol'
import { ITEM_MAX_BYTES, itemSizeBytes, parseItem, writeItem } from '@monotable/protocol'
import type { RecordValue } from '../storage/storage.ts'
import { isLongText, type NamesAttributes, readAttributes } from './item-text.ts'

/** An item together with its stored form; whichever was not given is computed on first use. */
export class StoredItem implements RecordValue {
  readonly sizeBytes: number
  #doc: string | undefined
  #item: AttributeMap | undefined

  private constructor(sizeBytes: number, doc: string | undefined, item: AttributeMap | undefined) {
    this.sizeBytes = sizeBytes
    this.#doc = doc
    this.#item = item
  }

  /** Wraps an item read from a store. */
  static fromRecord(record: RecordValue): StoredItem {
    return new StoredItem(record.sizeBytes, record.doc, undefined)
  }

  /**
   * Wraps an item to be stored: most are written and measured in one pass. Its size need not be known; an item over
   * the size limit is not measured any further.
   */
  static write(item: AttributeMap, knownSizeBytes?: number): StoredItem {
    const written = writeItem(item)
    if (written !== undefined) return new StoredItem(written.sizeBytes, written.doc, item)
    return new StoredItem(knownSizeBytes ?? itemSizeBytes(item, ITEM_MAX_BYTES), undefined, item)
  }

  /** Wraps an item to be stored that could not be written in one pass. */
  static fromItem(item: AttributeMap, sizeBytes: number): StoredItem {
    return new StoredItem(sizeBytes, undefined, item)
  }

  /** The item as wire JSON. */
  get doc(): string {
    this.#doc ??= JSON.stringify(this.#item)
    return this.#doc
  }

  /** The attributes of the item. */
  get item(): AttributeMap {
    this.#item ??= parseItem(this.doc)
    return this.#item
  }

  /** Returns its attributes, at least the wanted ones. */
  read(wanted: NamesAttributes): AttributeMap {
    return this.#item ?? (isLongText(this.doc) ? readAttributes(this.doc, wanted) : this.item)
  }
}
