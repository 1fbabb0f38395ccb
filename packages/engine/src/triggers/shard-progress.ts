/** A record that was read, on its way. */
export interface ProgressEntry {
  readonly sequenceNumber: string
  readonly createdMs: number
  isDone: boolean
}

/** Knows up to where all records of a shard are done with, in whatever order they are. */
export class ShardProgress {
  #entries: ProgressEntry[] = []
  #head = 0
  /** How many were dropped from the front of the list. */
  #dropped = 0
  #committed: string | undefined

  /** The last record of which it and all before it are done with. */
  get committed(): string | undefined {
    return this.#committed
  }

  /** How many records were ever taken in, and of how many of them, from the first on, all are done with. */
  get taken(): number {
    return this.#dropped + this.#entries.length
  }

  get finished(): number {
    return this.#dropped + this.#head
  }

  /** How many records are on their way, and when the oldest of them was made. */
  get waiting(): number {
    return this.#entries.length - this.#head
  }

  get oldestMs(): number | undefined {
    return this.#entries[this.#head]?.createdMs
  }

  /** Takes a record in, in the order of the shard. */
  add(entry: ProgressEntry): void {
    this.#entries.push(entry)
  }

  /** Looks again, after entries were marked as done; gives whether that moved the place. */
  advance(): boolean {
    const before = this.#head
    let entry = this.#entries[this.#head]
    while (entry?.isDone) {
      this.#committed = entry.sequenceNumber
      this.#head++
      entry = this.#entries[this.#head]
    }
    if (this.#head === before) return false
    // What is done with is dropped now and then, so that it costs little.
    if (this.#head > 1_000 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#dropped += this.#head
      this.#head = 0
    }
    return true
  }
}
