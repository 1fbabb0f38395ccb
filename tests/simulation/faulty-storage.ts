import {
  type Decision,
  type RangePage,
  type RangeRequest,
  type RecordKey,
  type RecordValue,
  type Storage,
  StorageError,
} from '@monotable/engine'
import { ServiceError } from '@monotable/protocol'
import type { SeededRandom } from './seeded-random.ts'

/** The chance of each fault, in percent; `maxDelay` is in turns of the microtask queue. */
export interface FaultRates {
  /** A mutation fails and has no effect. */
  readonly failBefore: number
  /** A mutation fails although it was applied: its outcome is unknown. */
  readonly failAfter: number
  readonly failRead: number
  /** `decide` is called an extra time, on stale values or again on the same ones. */
  readonly decideAgain: number
  readonly maxDelay: number
  /** The limit for pages of 100 records or more, so that filling an index takes many steps. */
  readonly pageCap?: number
}

export const noFaults: FaultRates = { failBefore: 0, failAfter: 0, failRead: 0, decideAgain: 0, maxDelay: 0 }

/** A store that does everything the contract of a store allows, including what good stores rarely do. */
export class FaultyStorage implements Storage {
  readonly #inner: Storage
  readonly #random: SeededRandom
  /** The chances of faults from now on. */
  rates: FaultRates
  /** Evidence that a `decide` was not pure. */
  readonly impurities: string[] = []

  constructor(inner: Storage, random: SeededRandom, rates: FaultRates) {
    this.#inner = inner
    this.#random = random
    this.rates = rates
  }

  get isShared(): boolean {
    return this.#inner.isShared ?? false
  }

  async read(keys: readonly RecordKey[]): Promise<readonly (RecordValue | undefined)[]> {
    await this.#beforeRead()
    const values = await this.#inner.read(keys)
    await this.#delay()
    return values
  }

  async range(request: RangeRequest): Promise<RangePage> {
    await this.#beforeRead()
    const cap = this.rates.pageCap
    const isCapped = cap !== undefined && (request.maxRecords ?? 0) >= 100
    const page = await this.#inner.range(isCapped ? { ...request, maxRecords: cap } : request)
    await this.#delay()
    return page
  }

  async mutate<Answer>(
    keys: readonly RecordKey[],
    decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  ): Promise<Answer> {
    const isDoubtful = this.#happens(this.rates.decideAgain)
    if (isDoubtful) tryDecide(decide, await this.#inner.read(keys))
    await this.#delay()
    if (this.#happens(this.rates.failBefore)) throw injected('before')
    const answer = await this.#inner.mutate(keys, (values) => {
      if (!isDoubtful) return decide(values)
      const first = tryDecide(decide, values)
      const second = tryDecide(decide, values)
      if (first.text !== second.text) this.impurities.push(`${first.text}\n${second.text}`)
      return second.get()
    })
    await this.#delay()
    if (this.#happens(this.rates.failAfter)) throw injected('after')
    return answer
  }

  async createSpace(space: string): Promise<void> {
    await this.#delay()
    if (this.#happens(this.rates.failBefore)) throw injected('before')
    await this.#inner.createSpace(space)
    if (this.#happens(this.rates.failAfter)) throw injected('after')
  }

  // Never fails: the remains of a dropped table would be removed at the next start. It is only slow here.
  async dropSpace(space: string): Promise<void> {
    await this.#delay()
    await this.#inner.dropSpace(space)
  }

  async size(space: string, partition?: string) {
    await this.#beforeRead()
    return this.#inner.size(space, partition)
  }

  listSpaces() {
    return this.#inner.listSpaces()
  }

  clear() {
    return this.#inner.clear()
  }

  snapshot() {
    return this.#inner.snapshot()
  }

  restore(snapshot: Parameters<Storage['restore']>[0]) {
    return this.#inner.restore(snapshot)
  }

  close() {
    return this.#inner.close()
  }

  async #beforeRead(): Promise<void> {
    await this.#delay()
    if (this.#happens(this.rates.failRead)) throw injected('read')
  }

  // Waits for turns of the microtask queue, which depend only on the program, so that a seed reproduces the same run.
  async #delay(): Promise<void> {
    const turns = this.#random.below(this.rates.maxDelay + 1)
    for (let turn = 0; turn < turns; turn++) await undefined
  }

  #happens(chance: number): boolean {
    return chance > 0 && this.#random.percent(chance)
  }
}

function injected(moment: string): StorageError {
  return new StorageError('FULL', `injected ${moment}`)
}

/** Calls `decide` on some values; returns its changes as text, and a function that returns or throws its result. */
function tryDecide<Answer>(
  decide: (values: readonly (RecordValue | undefined)[]) => Decision<Answer>,
  values: readonly (RecordValue | undefined)[],
): { text: string; get: () => Decision<Answer> } {
  try {
    const decision = decide(values)
    const changes = decision.changes.map(({ value, ...key }) => [key, value?.doc, value?.sizeBytes])
    return { text: JSON.stringify(changes), get: () => decision }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return {
      text: `${error.name} ${error.message} ${JSON.stringify(error.fields)}`,
      get: () => {
        throw error
      },
    }
  }
}
