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

/** How often, in percent, each fault happens; `maxDelay` is in turns of the microtask queue. */
export interface FaultRates {
  /** A mutation fails and nothing of it is done. */
  readonly failBefore: number
  /** A mutation fails though all of it is done: its outcome is unknown. */
  readonly failAfter: number
  readonly failRead: number
  /** `decide` is called once more: on values that are out of date, or on the same values again. */
  readonly decideAgain: number
  readonly maxDelay: number
  /** A cap on pages of many records, so that filling an index takes many steps. */
  readonly pageCap?: number
}

export const noFaults: FaultRates = { failBefore: 0, failAfter: 0, failRead: 0, decideAgain: 0, maxDelay: 0 }

/** A store that does what the contract of a store allows, and that good stores do rarely. */
export class FaultyStorage implements Storage {
  readonly #inner: Storage
  readonly #random: SeededRandom
  /** Faults that happen from now on. */
  rates: FaultRates
  /** Proofs that a `decide` was not pure. */
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

  // What is left of a dropped table when this fails is removed at the next start; it is only slow here.
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

  // Turns of the microtask queue depend on nothing but the program, so that a seed gives the same run again.
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

/** What `decide` says of some values: the text of its changes, and the decision or the refusal itself. */
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
