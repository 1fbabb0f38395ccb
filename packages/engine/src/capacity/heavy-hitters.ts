/** One of the heaviest keys, and an upper bound of its weight. */
export interface HeavyHitter<Value> {
  readonly value: Value
  readonly weight: number
}

interface Entry<Value> {
  readonly key: string
  readonly value: Value
  weight: number
  place: number
}

/**
 * The heaviest keys of a stream in bounded space (the Space-Saving algorithm): an unknown key replaces the lightest
 * one and inherits its weight. Weights are never too low, and any key that makes up more than 1/size of the stream
 * is kept. The lightest is the root of a heap.
 */
export class HeavyHitters<Value> {
  readonly #size: number
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #heap: Entry<Value>[] = []

  constructor(size: number) {
    this.#size = size
  }

  /** Adds to the weight of a key; `readValue` is called only for a new key. */
  add(key: string, weight: number, readValue: () => Value): void {
    const known = this.#entries.get(key)
    if (known === undefined) {
      this.#insert(key, weight, readValue)
    } else {
      known.weight += weight
      this.#sink(known)
    }
  }

  #insert(key: string, weight: number, readValue: () => Value): void {
    const lightest = this.#heap[0]
    if (this.#heap.length < this.#size || lightest === undefined) {
      const entry = { key, value: readValue(), weight, place: this.#heap.length }
      this.#entries.set(key, entry)
      this.#heap.push(entry)
      this.#rise(entry)
      return
    }
    this.#entries.delete(lightest.key)
    const entry = { key, value: readValue(), weight: lightest.weight + weight, place: 0 }
    this.#entries.set(key, entry)
    this.#heap[0] = entry
    this.#sink(entry)
  }

  /** Returns the heaviest keys, heaviest first. */
  top(count: number): [string, HeavyHitter<Value>][] {
    return [...this.#heap]
      .sort((one, other) => other.weight - one.weight)
      .slice(0, count)
      .map(({ key, value, weight }) => [key, { value, weight }])
  }

  #rise(entry: Entry<Value>): void {
    while (entry.place > 0) {
      const parent = this.#heap[(entry.place - 1) >> 1]
      if (parent === undefined || parent.weight <= entry.weight) return
      this.#swap(parent, entry)
    }
  }

  #sink(entry: Entry<Value>): void {
    for (;;) {
      const left = this.#heap[2 * entry.place + 1]
      const right = this.#heap[2 * entry.place + 2]
      const lighter = right !== undefined && left !== undefined && right.weight < left.weight ? right : left
      if (lighter === undefined || lighter.weight >= entry.weight) return
      this.#swap(entry, lighter)
    }
  }

  #swap(one: Entry<Value>, other: Entry<Value>): void {
    const place = one.place
    one.place = other.place
    other.place = place
    this.#heap[one.place] = one
    this.#heap[other.place] = other
  }
}
