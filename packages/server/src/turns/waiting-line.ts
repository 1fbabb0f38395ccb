/** Someone who waits. */
export interface Waiter {
  readonly address: string
}

/**
 * A queue that keeps those of each address apart, in the order in which they came. Adding, removing and finding the
 * next take the same time however many of an address wait: thousands may, and may all go away at once.
 */
export class WaitingLine<One extends Waiter> {
  readonly #byAddress = new Map<string, AddressLine<One>>()
  #arrivals = 0
  #size = 0

  get size(): number {
    return this.#size
  }

  add(one: One): void {
    this.#size++
    const line = this.#byAddress.get(one.address)
    if (line !== undefined) line.add(one, this.#arrivals++)
    else this.#byAddress.set(one.address, new AddressLine(one, this.#arrivals++))
  }

  /** Removes one that waits; does nothing for others. */
  remove(one: One): void {
    const line = this.#byAddress.get(one.address)
    if (!line?.remove(one)) return
    this.#size--
    if (line.first === undefined) this.#byAddress.delete(one.address)
  }

  /** Returns the next: of the addresses that have the least, the one that came first. */
  next(hasBytes: (address: string) => number): One | undefined {
    let next: Waiting<One> | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [address, { first }] of this.#byAddress) {
      const bytes = hasBytes(address)
      if (first === undefined || bytes > least) continue
      if (bytes === least && next !== undefined && first.arrival > next.arrival) continue
      next = first
      least = bytes
    }
    return next?.one
  }
}

interface Waiting<One> {
  readonly one: One
  /** How many came before, from any address. */
  readonly arrival: number
}

/** Those of one address. It is discarded when nobody is left. */
class AddressLine<One> {
  readonly #waiting = new Map<One, Waiting<One>>()
  /** Continues after the first: searching from the start would pass all those that have left, over and over. */
  readonly #behindFirst = this.#waiting.values()
  first: Waiting<One> | undefined

  constructor(one: One, arrival: number) {
    this.add(one, arrival)
    this.first = this.#behindFirst.next().value
  }

  add(one: One, arrival: number): void {
    this.#waiting.set(one, { one, arrival })
  }

  /** Returns whether it was here. */
  remove(one: One): boolean {
    if (!this.#waiting.delete(one)) return false
    if (this.first?.one === one) this.first = this.#behindFirst.next().value
    return true
  }
}
