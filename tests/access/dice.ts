/** Draws that follow from a seed alone, so that a failure can be repeated. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 0
  }

  /** Returns a whole number below a limit. */
  below(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit)
  }

  /** Returns true once in so many times. */
  once(times: number): boolean {
    return this.below(times) === 0
  }

  pick<Value>(values: readonly Value[]): Value {
    return values[this.below(values.length)] as Value
  }

  /** Returns a list of up to so many drawn values, but at least one. */
  list<Value>(most: number, draw: () => Value): Value[] {
    return Array.from({ length: 1 + this.below(most) }, draw)
  }
}
