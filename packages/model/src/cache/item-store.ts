import type { WireItem } from '../port/wire.ts'
import type { Clock } from '../util/clock.ts'

interface Entry {
  readonly item: WireItem | undefined
  readonly until: number
}

/** How many items are kept, and for how long. */
export interface StoreLimits {
  readonly size: number
  readonly lifetimeMs: number
}

/** Items by key: a bounded LRU store, in which each entry is kept for a limited time. */
export class ItemStore {
  readonly #entries = new Map<string, Entry>()
  readonly #limits: StoreLimits
  readonly #clock: Clock

  constructor(limits: StoreLimits, clock: Clock) {
    this.#limits = limits
    this.#clock = clock
  }

  /** Returns what is known of a key: its item; that it has changed (`item` is undefined); or nothing. */
  find(id: string): Entry | undefined {
    const entry = this.#entries.get(id)
    if (entry === undefined) return undefined
    this.#entries.delete(id)
    if (entry.until <= this.#clock.now()) return undefined
    // A map keeps insertion order, so its first entry is the least recently used one.
    this.#entries.set(id, entry)
    return entry
  }

  set(id: string, item: WireItem | undefined): void {
    this.#entries.delete(id)
    this.#entries.set(id, { item, until: this.#clock.now() + this.#limits.lifetimeMs })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limits.size) return
      this.#entries.delete(oldest)
    }
  }
}
