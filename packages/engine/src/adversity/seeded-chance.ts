/** Random numbers from a seed: the same draws in the same order each time (Mulberry32). */
export class SeededChance {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** Returns a number from 0 up to but excluding 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** Returns whether something with this probability happens. Draws nothing if the probability is zero. */
  happens(chance: number): boolean {
    return chance > 0 && this.next() < chance
  }
}
