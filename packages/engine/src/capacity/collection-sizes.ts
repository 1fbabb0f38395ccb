import type { ByteString, Storage } from '../storage/storage.ts'
import type { Table } from '../tables/table.ts'

const GIGABYTE = 1024 ** 3

/** The maximum size of the items of one partition key in a table with local indexes. */
const COLLECTION_MAX_BYTES = 10 * GIGABYTE

/** The items of one partition key, in a table and its local indexes; `sizeBytes` is updated by every write. */
export interface Collection {
  sizeBytes: number
}

/** An upper bound for a table: it holds no more than this. */
interface TableBound {
  mostBytes: number
  measured: number
}

/** No commit adds more than this: a transaction of 4 MB, five local indexes. */
const commitMaxBytes = 32 * 1024 * 1024
/** A table that might be large is measured again after this many writes. */
const measureAgainWrites = 10_000
const collectionsKept = 10_000

/** Returns whether a table has local indexes; they come last. */
export function hasLocalIndexes({ indexes }: Table): boolean {
  return indexes.length > 0 && indexes.at(-1)?.kind === 'local'
}

/**
 * Knows the sizes of the collections being written to. Measuring one takes a store as long as reading it, so it is
 * done once; afterwards writes are added up. While a whole table is smaller than the limit of one collection,
 * nothing in it needs measuring at all.
 */
export class CollectionSizes {
  readonly maxBytes: number
  readonly #storage: Pick<Storage, 'size' | 'isShared'>
  readonly #tables = new Map<string, TableBound>()
  readonly #collections = new Map<string, Collection>()

  constructor(storage: Pick<Storage, 'size' | 'isShared'>, maxBytes: number | undefined) {
    this.#storage = storage
    this.maxBytes = maxBytes ?? COLLECTION_MAX_BYTES
  }

  /** Returns the collection that a write may make too large, or `undefined` if none can be. */
  async find(table: Table, partition: ByteString): Promise<Collection | undefined> {
    const { space } = table.definition
    const known = this.#tables.get(space)
    const bound = known ?? (await this.#measureTable(table))
    if (bound.mostBytes + commitMaxBytes < this.maxBytes) return undefined
    if (++bound.measured % measureAgainWrites === 0) await this.#measureTable(table)
    return this.#collections.get(space + partition) ?? (await this.#measure(table, partition))
  }

  /** Returns how many whole gigabytes a collection has. */
  async gigabytesOf(table: Table, partition: ByteString): Promise<number> {
    // Writes by other servers are not counted here.
    const sizeBytes = this.#storage.isShared
      ? await this.#sizeOf(table, partition)
      : await this.#countedBytes(table, partition)
    return Math.floor(sizeBytes / GIGABYTE)
  }

  /**
   * Returns the size of a collection according to the writes made here; 0 while its whole table has less than a
   * gigabyte.
   */
  async #countedBytes(table: Table, partition: ByteString): Promise<number> {
    const { space } = table.definition
    const { mostBytes } = this.#tables.get(space) ?? (await this.#measureTable(table))
    if (mostBytes < GIGABYTE) return 0
    const known = this.#collections.get(space + partition) ?? (await this.#measure(table, partition))
    return known.sizeBytes
  }

  /** Records how much a commit added to a collection or removed from it. */
  grew({ definition: { space }, twins }: Table, partition: ByteString, growthBytes: number): void {
    this.#grew(space, partition, growthBytes)
    const twin = twins?.get(space)
    if (twin !== undefined) this.#grew(twin, partition, growthBytes)
  }

  #grew(space: string, partition: ByteString, growthBytes: number): void {
    const bound = this.#tables.get(space)
    if (bound !== undefined && growthBytes > 0) bound.mostBytes += growthBytes
    const collection = this.#collections.get(space + partition)
    if (collection !== undefined) collection.sizeBytes += growthBytes
  }

  /** Forgets everything: the contents of the store have been replaced. */
  clear(): void {
    this.#tables.clear()
    this.#collections.clear()
  }

  async #measureTable(table: Table): Promise<TableBound> {
    const bound = { mostBytes: await this.#sizeOf(table), measured: 0 }
    this.#tables.set(table.definition.space, bound)
    return bound
  }

  async #measure(table: Table, partition: ByteString): Promise<Collection> {
    const sizeBytes = await this.#sizeOf(table, partition)
    const key = table.definition.space + partition
    // Another request may have measured it meanwhile, and counted from there.
    const known = this.#collections.get(key)
    if (known !== undefined) return known
    const oldest =
      this.#collections.size < collectionsKept ? undefined : this.#collections.keys().next().value
    if (oldest !== undefined) this.#collections.delete(oldest)
    const collection = { sizeBytes }
    this.#collections.set(key, collection)
    return collection
  }

  async #sizeOf(table: Table, partition?: ByteString): Promise<number> {
    const local = table.indexes.filter((index) => index.kind === 'local')
    const spaces = [table.definition.space, ...local.map((index) => index.space)]
    const sizes = await Promise.all(spaces.map((space) => this.#storage.size(space, partition)))
    return sizes.reduce((sum, size) => sum + size.sizeBytes, 0)
  }
}
