import type { AttributeMap } from '@monotable/protocol'

/** The number of items stored together as one text. */
const CHUNK_ROWS = 250
/** The number of chunks kept as objects: those on screen, and some around them. */
const PARSED_MAX = 24

/** The rows of one partition. */
export interface PartitionRows {
  readonly partition: string
  /** The first row, and the one after the last. */
  readonly start: number
  readonly end: number
}

/**
 * The items that have been read, in the order of the table or index. Half a million objects would take a gigabyte, so
 * the items are stored as text and parsed again when they come into view.
 */
export class RowStore {
  readonly #chunks: string[] = []
  readonly #parsed = new Map<number, readonly AttributeMap[]>()
  readonly #partitionOf: (item: AttributeMap) => string
  readonly #starts: number[] = []
  readonly #partitions: string[] = []
  #tail: AttributeMap[] = []
  #count = 0
  #textLength = 0

  constructor(partitionOf: (item: AttributeMap) => string) {
    this.#partitionOf = partitionOf
  }

  get count(): number {
    return this.#count
  }

  /** The number of partitions seen. */
  get partitionCount(): number {
    return this.#starts.length
  }

  /** The number of characters stored. */
  get textLength(): number {
    return this.#textLength
  }

  append(items: readonly AttributeMap[]): void {
    for (const item of items) {
      const partition = this.#partitionOf(item)
      if (this.#partitions.length === 0 || this.#partitions.at(-1) !== partition) {
        this.#starts.push(this.#count)
        this.#partitions.push(partition)
      }
      this.#tail.push(item)
      this.#count++
      if (this.#tail.length === CHUNK_ROWS) this.#close()
    }
  }

  /** Returns the item of a row; `undefined` for a row that does not exist. */
  itemAt(row: number): AttributeMap | undefined {
    if (row < 0 || row >= this.#count) return undefined
    const number = Math.floor(row / CHUNK_ROWS)
    const chunk = number === this.#chunks.length ? this.#tail : this.#parse(number)
    return chunk[row - number * CHUNK_ROWS]
  }

  /** Iterates over all items, only some of which are objects at a time. */
  *[Symbol.iterator](): Generator<AttributeMap> {
    for (const chunk of this.#chunks) yield* JSON.parse(chunk) as AttributeMap[]
    yield* this.#tail
  }

  /** Returns the partition that contains a row. */
  partitionAt(row: number): PartitionRows | undefined {
    if (row < 0 || row >= this.#count) return undefined
    let low = 0
    let high = this.#starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((this.#starts[middle] as number) <= row) low = middle
      else high = middle - 1
    }
    return {
      partition: this.#partitions[low] as string,
      start: this.#starts[low] as number,
      end: this.#starts[low + 1] ?? this.#count,
    }
  }

  #close(): void {
    const text = JSON.stringify(this.#tail)
    this.#textLength += text.length
    this.#chunks.push(text)
    this.#tail = []
  }

  #parse(number: number): readonly AttributeMap[] {
    const known = this.#parsed.get(number)
    if (known !== undefined) {
      // Removed and inserted again, it becomes the most recent.
      this.#parsed.delete(number)
      this.#parsed.set(number, known)
      return known
    }
    const chunk = JSON.parse(this.#chunks[number] as string) as AttributeMap[]
    this.#parsed.set(number, chunk)
    const oldest = this.#parsed.keys().next().value
    if (this.#parsed.size > PARSED_MAX && oldest !== undefined) this.#parsed.delete(oldest)
    return chunk
  }
}
