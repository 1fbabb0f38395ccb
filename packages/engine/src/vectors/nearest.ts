/** A search hit with its score. */
export interface Hit<Found> {
  readonly found: Found
  /** Its order among hits with the same score: unique bytes. */
  readonly tie: string
  readonly score: number
}

/** Returns the order of hits, nearest first. Ties are broken by bytes, so that the order is always the same. */
export function hitOrder(isSimilarity: boolean): (one: Hit<unknown>, other: Hit<unknown>) => number {
  const sign = isSimilarity ? -1 : 1
  return (one, other) => {
    if (one.score !== other.score) return sign * (one.score - other.score)
    return one.tie < other.tie ? -1 : one.tie > other.tie ? 1 : 0
  }
}

/** Keeps the nearest of all hits it is shown, up to a maximum number. */
export class Nearest<Found> {
  readonly #limit: number
  readonly #isSimilarity: boolean
  readonly #order: (one: Hit<unknown>, other: Hit<unknown>) => number
  /** A heap: the farthest is the root, and none is farther than its parent. */
  readonly #heap: Hit<Found>[] = []

  constructor(limit: number, isSimilarity: boolean) {
    this.#limit = limit
    this.#isSimilarity = isSimilarity
    this.#order = hitOrder(isSimilarity)
  }

  /** Returns whether a hit with this score would be kept if its tie were the lowest. */
  mayTake(score: number): boolean {
    const farthest = this.#heap[0]
    if (farthest === undefined || this.#heap.length < this.#limit) return true
    return this.#isSimilarity ? score >= farthest.score : score <= farthest.score
  }

  /** Keeps a hit if it is among the nearest so far. */
  add(hit: Hit<Found>): void {
    if (this.#heap.length < this.#limit) {
      this.#heap.push(hit)
      this.#rise(this.#heap.length - 1)
    } else if (this.#order(hit, this.#heap[0] as Hit<Found>) < 0) {
      this.#heap[0] = hit
      this.#sink()
    }
  }

  /** Returns the kept hits, nearest first. */
  sorted(): readonly Hit<Found>[] {
    return this.#heap.toSorted(this.#order)
  }

  #rise(from: number): void {
    const heap = this.#heap
    let at = from
    while (at > 0) {
      const above = (at - 1) >> 1
      if (this.#order(heap[above] as Hit<Found>, heap[at] as Hit<Found>) >= 0) return
      this.#swap(at, above)
      at = above
    }
  }

  #sink(): void {
    const heap = this.#heap
    let at = 0
    for (;;) {
      let farthest = at
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < heap.length && this.#order(heap[below] as Hit<Found>, heap[farthest] as Hit<Found>) > 0) {
          farthest = below
        }
      }
      if (farthest === at) return
      this.#swap(at, farthest)
      at = farthest
    }
  }

  #swap(one: number, other: number): void {
    const heap = this.#heap
    const held = heap[one] as Hit<Found>
    heap[one] = heap[other] as Hit<Found>
    heap[other] = held
  }
}
