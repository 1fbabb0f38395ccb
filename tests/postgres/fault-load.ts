import { setTimeout as pause } from 'node:timers/promises'
import { type Storage, StorageError } from '@monotable/engine'
import { expect } from 'vitest'

const markers = 'markers'
const counters = 'counters'
const log = 'log'
const partition = 'p'.repeat(16)
const counterCount = 8

/** Creates the spaces that a load uses. */
export async function prepareLoad(storage: Storage): Promise<void> {
  for (const space of [markers, counters, log]) await storage.createSpace(space)
}

/**
 * Writers that never pause. Each write stores a marker of its own, increments one of a few shared counters and appends
 * to a log, all in one call, so that afterwards it is known of each write whether it was applied completely, once, or
 * not at all.
 */
export class FaultLoad {
  readonly #storage: Storage
  readonly #acknowledged = new Set<string>()
  readonly #failures = new Map<string, StorageError>()
  readonly #writers: Promise<void>[]
  #isStopped = false

  constructor(storage: Storage, writers: number) {
    this.#storage = storage
    this.#writers = Array.from({ length: writers }, (_, number) => this.#write(number))
  }

  get acknowledgedCount(): number {
    return this.#acknowledged.size
  }

  get failures(): readonly StorageError[] {
    return [...this.#failures.values()]
  }

  /** Resolves once this many more writes have been acknowledged. */
  async progress(more: number): Promise<void> {
    const goal = this.#acknowledged.size + more
    while (this.#acknowledged.size < goal && !this.#isStopped) await pause(5)
  }

  /** Stops all writers and waits for their last writes. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#writers)
  }

  /**
   * Checks that no acknowledged write is lost, and that every other write was applied completely and once, or not at
   * all.
   */
  async check(storage = this.#storage): Promise<void> {
    const marked = (await storage.range({ space: markers, within: {} })).records.map(({ sort }) => sort)
    const logged = (await storage.range({ space: log, within: {} })).records.map(({ doc }) => doc)
    const counted = (await storage.range({ space: counters, within: {} })).records.map(({ doc }) =>
      Number(doc),
    )
    const done = new Set(marked)
    expect([...this.#acknowledged].filter((id) => !done.has(id))).toEqual([])
    expect(marked.filter((id) => !this.#acknowledged.has(id) && !this.#failures.has(id))).toEqual([])
    expect(logged.toSorted()).toEqual(marked.toSorted())
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(marked.length)
  }

  async #write(writer: number): Promise<void> {
    for (let i = 0; !this.#isStopped; i++) {
      const id = `${writer}-${i}`
      try {
        await this.#writeOnce(id, (writer + i) % counterCount)
        this.#acknowledged.add(id)
        if (i % 10 === 0) await this.#readBack(id)
      } catch (error) {
        if (!(error instanceof StorageError)) throw error
        this.#failures.set(id, error)
        await pause(10)
      }
    }
  }

  #writeOnce(id: string, counter: number): Promise<void> {
    const marker = { space: markers, partition, sort: id }
    const count = { space: counters, partition, sort: String(counter) }
    return this.#storage.mutate([marker, count], ([before, counted]) => {
      if (before !== undefined) throw new StorageError('CORRUPT', `${id} was there before it was written`)
      const value = { doc: String(Number(counted?.doc ?? 0) + 1), sizeBytes: 1 }
      return {
        changes: [
          { ...marker, value: { doc: id, sizeBytes: id.length } },
          { ...count, value },
        ],
        appends: [{ space: log, partition, value: { doc: id, sizeBytes: 1 } }],
        answer: undefined,
      }
    })
  }

  /** Checks that an acknowledged write is visible at once. */
  async #readBack(id: string): Promise<void> {
    const [value] = await this.#storage.read([{ space: markers, partition, sort: id }])
    expect(value?.doc).toBe(id)
  }
}
