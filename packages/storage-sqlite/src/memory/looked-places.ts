import type { Decision, RecordKey, RecordValue } from '@monotable/engine'
import { isSamePlace } from '@monotable/storage-files'
import type { Before } from './pending-records.ts'

/** Reads and decides: returns the changes to make, or throws, which refuses only this job. */
export type Decide = () => LookedDecision<unknown>

/** A decision and what it is based on. */
export interface LookedDecision<Answer> {
  readonly decision: Decision<Answer>
  readonly looked: LookedPlaces
}

/** What a job has found at the places where it looked. Most changes come in the order in which the job looked. */
export class LookedPlaces {
  readonly #keys: readonly RecordKey[]
  readonly #values: readonly (RecordValue | undefined)[]
  #next = 0

  constructor(keys: readonly RecordKey[], values: readonly (RecordValue | undefined)[]) {
    this.#keys = keys
    this.#values = values
  }

  /** Returns what was at a place before the job changed anything. */
  before(place: RecordKey): Before {
    const { length } = this.#keys
    for (let looked = 0; looked < length; looked++) {
      const at = (this.#next + looked) % length
      if (!isSamePlace(this.#keys[at] as RecordKey, place)) continue
      this.#next = at + 1
      return this.#values[at]?.sizeBytes ?? 'nothing'
    }
    return 'unknown'
  }
}
