import type { AttributeMap } from '@monotable/protocol'

/** Items that are kept together as one text. */
const CHUNK_ROWS = 250
/** Chunks that are kept as objects: what is on screen, and some around it. */
const PARSED_MAX = 24

/** Rows that belong to one partition. */
export interface PartitionRows {
  readonly partition: string
  /** The first row, and the one after the last. */
  readonly start: number
  readonly end: number
}

/**
 * The items that have been read, in the order of the table or index. Half a million objects would take a gigabyte;
 * so they are kept as text and made into objects again when they come into view.
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

  /** How many partitions have been seen. */
  get partitionCount(): number {
    return this.#starts.length
  }

  /** Characters of text that are kept. */
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

  /** The item of a row; rows that are not there have none. */
  itemAt(row: number): AttributeMap | undefined {
    if (row < 0 || row >= this.#count) return undefined
    const number = Math.floor(row / CHUNK_ROWS)
    const chunk = number === this.#chunks.length ? this.#tail : this.#parse(number)
    return chunk[row - number * CHUNK_ROWS]
  }

  /** All items, of which only some are objects at a time. */
  *[Symbol.iterator](): Generator<AttributeMap> {
    for (const chunk of this.#chunks) yield* JSON.parse(chunk) as AttributeMap[]
    yield* this.#tail
  }

  /** The partition that a row is in. */
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
      // Taken out and put back, it is the youngest again.
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
