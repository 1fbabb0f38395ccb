import type { OperationOutputs, WireItem } from '../port/wire.ts'
import { copyItem } from './copy-item.ts'
import type { ItemStore } from './item-store.ts'

type Answer = OperationOutputs['GetItem']

/** A read in flight. */
export interface Reading {
  /** Its answer, if other reads may share it. */
  answer?: Promise<Answer>
}

/** Writes of one item in flight. */
interface Writing {
  count: number
  /**
   * Whether two of them were in flight at once: the last one acknowledged is then not necessarily the last one applied.
   */
  mixed: boolean
}

/** What is known of items while they are read and written, in whatever order the answers arrive. */
export class CachedItems {
  readonly #store: ItemStore
  readonly #readings = new Map<string, Reading>()
  readonly #writings = new Map<string, Writing>()

  constructor(store: ItemStore) {
    this.#store = store
  }

  /** Returns an item, if it is cached. */
  find(id: string): WireItem | undefined {
    const item = this.#store.find(id)?.item
    return item && copyItem(item)
  }

  /**
   * Whether an item was written and has not been read since: an eventually consistent read could then return the old
   * one.
   */
  hasChanged(id: string): boolean {
    const entry = this.#store.find(id)
    return entry !== undefined && entry.item === undefined
  }

  /** Returns the answer that another read of the item is waiting for. */
  findAnswer(id: string): Promise<Answer> | undefined {
    return this.#readings.get(id)?.answer
  }

  beginRead(id: string): Reading {
    const reading: Reading = {}
    this.#readings.set(id, reading)
    return reading
  }

  /** Caches what was read, unless the item was written or read again since. */
  endRead(id: string, reading: Reading, item: WireItem | undefined): void {
    if (!this.cancelRead(id, reading)) return
    if (item !== undefined) this.#store.set(id, copyItem(item))
    // The item is gone, but was cached or written before: an eventually consistent read could still return it.
    else if (this.#store.find(id) !== undefined) this.#store.set(id, undefined)
  }

  /** Ends a read without a result; returns whether it was still the latest. */
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

  /** Caches what was written; `undefined` when that is not known. */
  endWrite(id: string, item: WireItem | undefined): void {
    const writing = this.#writings.get(id)
    if (writing !== undefined && --writing.count === 0) this.#writings.delete(id)
    // Reads that began before the write may return the item as it was.
    this.#readings.delete(id)
    this.#store.set(id, item === undefined || writing?.mixed === true ? undefined : copyItem(item))
  }
}
