/** A queue in which taking from the front is as cheap as adding to the end, however long it gets. */
export class Fifo<Entry> {
  #entries: Entry[] = []
  #first = 0

  get length(): number {
    return this.#entries.length - this.#first
  }

  get head(): Entry | undefined {
    return this.#entries[this.#first]
  }

  push(entry: Entry): void {
    this.#entries.push(entry)
  }

  shift(): Entry | undefined {
    const entry = this.#entries[this.#first]
    if (this.#first < this.#entries.length) this.#first += 1
    // Moving half of the entries after as many calls costs little per call.
    if (this.#first > 32 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first)
      this.#first = 0
    }
    return entry
  }
}
