/** A record that was read and is being handled. */
export interface ProgressEntry {
  readonly sequenceNumber: string
  readonly createdMs: number
  isDone: boolean
}

/** Tracks the position up to which all records of a shard are done, in whatever order they complete. */
export class ShardProgress {
  #entries: ProgressEntry[] = []
  #head = 0
  /** How many were dropped from the front of the list. */
  #dropped = 0
  #committed: string | undefined

  /** The last record such that it and all before it are done. */
  get committed(): string | undefined {
    return this.#committed
  }

  /** How many records were ever added, and how many of them, counted from the first, are all done. */
  get taken(): number {
    return this.#dropped + this.#entries.length
  }

  get finished(): number {
    return this.#dropped + this.#head
  }

  /** How many records are being handled, and when the oldest of them was created. */
  get waiting(): number {
    return this.#entries.length - this.#head
  }

  get oldestMs(): number | undefined {
    return this.#entries[this.#head]?.createdMs
  }

  /** Adds a record, in the order of the shard. */
  add(entry: ProgressEntry): void {
    this.#entries.push(entry)
  }

  /** Updates the position after entries were marked as done; returns whether it moved. */
  advance(): boolean {
    const before = this.#head
    let entry = this.#entries[this.#head]
    while (entry?.isDone) {
      this.#committed = entry.sequenceNumber
      this.#head++
      entry = this.#entries[this.#head]
    }
    if (this.#head === before) return false
    // Completed entries are dropped only now and then, so that it costs little.
    if (this.#head > 1_000 && this.#head * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#head)
      this.#dropped += this.#head
      this.#head = 0
    }
    return true
  }
}
