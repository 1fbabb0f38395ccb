import type { Random } from '@monotable/engine'

/** Random values that are the same for the same seed (xorshift with 32 bits; good enough to choose test steps). */
export class SeededRandom implements Random {
  #state: number

  constructor(seed: number) {
    this.#state = mix(seed) || 1
  }

  /** Returns a whole number from 0 to below `limit`. */
  below(limit: number): number {
    let state = this.#state
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    this.#state = state
    return Math.floor(((state >>> 0) / 2 ** 32) * limit)
  }

  /** Returns true in `chance` of a hundred cases. */
  percent(chance: number): boolean {
    return this.below(1000) < chance * 10
  }

  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new TypeError('nothing to pick from')
    return values[this.below(values.length)] as Value
  }

  /** Returns some of the values, each with the same chance, in their order. */
  some<Value>(values: readonly Value[], chance = 50): Value[] {
    return values.filter(() => this.percent(chance))
  }

  shuffle<Value>(values: readonly Value[]): Value[] {
    const result = [...values]
    for (let last = result.length - 1; last > 0; last--) {
      const other = this.below(last + 1)
      const moved = result[last] as Value
      result[last] = result[other] as Value
      result[other] = moved
    }
    return result
  }

  /** Returns another source, whose values do not depend on how this one is used later. */
  fork(): SeededRandom {
    return new SeededRandom(this.below(2 ** 31))
  }

  bytes(count: number): Uint8Array {
    return Uint8Array.from({ length: count }, () => this.below(256))
  }
}

function mix(seed: number): number {
  let value = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b)
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35)
  return value ^ (value >>> 16)
}
