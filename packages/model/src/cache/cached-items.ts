import type { OperationOutputs, WireItem } from '../port/wire.ts'
import { copyItem } from './copy-item.ts'
import type { ItemStore } from './item-store.ts'

type Answer = OperationOutputs['GetItem']

/** A read that is under way. */
export interface Reading {
  /** What it will give, where others may wait for it. */
  answer?: Promise<Answer>
}

/** Writes of one item that are under way. */
interface Writing {
  count: number
  /** Whether two were under way at once: then the one that is answered last need not be the one that came last. */
  mixed: boolean
}

/** What is known of items while they are read and written, in whichever order the answers come. */
export class CachedItems {
  readonly #store: ItemStore
  readonly #readings = new Map<string, Reading>()
  readonly #writings = new Map<string, Writing>()

  constructor(store: ItemStore) {
    this.#store = store
  }

  /** An item that is known. */
  find(id: string): WireItem | undefined {
    const item = this.#store.find(id)?.item
    return item && copyItem(item)
  }

  /** Whether an item was written and is not known since: a read that may be late could bring back the old one. */
  hasChanged(id: string): boolean {
    const entry = this.#store.find(id)
    return entry !== undefined && entry.item === undefined
  }

  /** The answer that another is waiting for. */
  findAnswer(id: string): Promise<Answer> | undefined {
    return this.#readings.get(id)?.answer
  }

  beginRead(id: string): Reading {
    const reading: Reading = {}
    this.#readings.set(id, reading)
    return reading
  }

  /** Keeps what was read, unless the item was written or read again since. */
  endRead(id: string, reading: Reading, item: WireItem | undefined): void {
    if (!this.cancelRead(id, reading)) return
    if (item !== undefined) this.#store.set(id, copyItem(item))
    // It was there, or was removed: a read that is late could still find it.
    else if (this.#store.find(id) !== undefined) this.#store.set(id, undefined)
  }

  /** Ends a read that gave nothing; tells whether it was still the last. */
  cancelRead(id: string, reading: Reading): boolean {
    if (this.#readings.get(id) !== reading) return false
    return this.#readings.delete(id)
  }

  beginWrite(id: string): void {
    const writing = this.#writings.get(id) ?? { count: 0, mixed: false }
    writing.count++
    if (writing.count > 1) writing.mixed = true
    this.#writings.set(id, writing)
  }

  /** Keeps what was written; nothing when that is not known. */
  endWrite(id: string, item: WireItem | undefined): void {
    const writing = this.#writings.get(id)
    if (writing !== undefined && --writing.count === 0) this.#writings.delete(id)
    // Reads that began before may give what was there before.
    this.#readings.delete(id)
    this.#store.set(id, item === undefined || writing?.mixed === true ? undefined : copyItem(item))
  }
}
