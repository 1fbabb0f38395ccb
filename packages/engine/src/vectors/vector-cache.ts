import type { RangeRequest, Storage, StoredRecord } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import { KeyedLock } from '../util/keyed-lock.ts'
import { longReads } from '../util/long-work.ts'
import { createBucket, leastEntryBytes, type VectorBucket } from './vector-bucket.ts'
import { BUCKET_BYTES } from './vector-effects.ts'

type Reads = Pick<Storage, 'range'>

/** A bucket in memory, and the version that was read; without one it must be read again. */
interface KeptBucket {
  /** As read, page by page. */
  readonly parts: readonly VectorBucket[]
  readonly version: string | undefined
}

/** The buckets of one partition of an index, by their first bytes. */
type KeptPartition = ReadonlyMap<string, KeptBucket>

/** A partition of an index. */
interface Place {
  readonly index: TableVectorIndex
  readonly partition: string
}

/** What a cached partition takes, even if it is empty, and each of its parts in addition to its entries. */
const PARTITION_OVERHEAD_BYTES = 500
const PART_OVERHEAD_BYTES = 700

/** A partition that was too large for the cache is tried again after this many searches. */
const SEARCHES_BEFORE_RETRY = 100

const PAGE_MAX_BYTES = 4 * 1024 * 1024
/** If more buckets than this must be read, the whole partition is read in order. */
const SINGLE_READS_MAX = 16

/**
 * The decoded vectors of recently searched partitions, in memory.
 *
 * Each commit that changes entries of a bucket also writes a new version of that bucket to the store. A search
 * reads the versions first, and then the buckets whose version differs from the one in memory, so it sees every
 * earlier commit, whichever process made it.
 */
export class VectorCache {
  readonly #maxBytes: number
  readonly #locks = new KeyedLock()
  /** The most recently used partition is last. */
  readonly #kept = new Map<string, { readonly partition: KeptPartition; readonly bytes: number }>()
  #bytes = 0
  /** Partitions that were too large, and after how many searches they are tried again. */
  readonly #tooLarge = new Map<string, number>()

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** Approximately how much memory it takes. */
  get bytes(): number {
    return this.#bytes
  }

  /** Returns the current vectors of a partition, in parts, or `undefined` if there are too many to cache. */
  async buckets(storage: Reads & Pick<Storage, 'size'>, place: Place): Promise<VectorBucket[] | undefined> {
    const name = `${place.index.space}/${place.partition}`
    return this.#locks.run(name, async () => {
      // Searches that arrived while this was being determined do not try either.
      if (this.#isPassedOver(name)) return undefined
      const partition = await this.#refresh(name, storage, place)
      this.#forget(name)
      if (partition === undefined) {
        this.#tooLarge.set(name, SEARCHES_BEFORE_RETRY)
        return undefined
      }
      this.#keep(name, partition)
      return Array.from(partition.values(), ({ parts }) => parts).flat()
    })
  }

  async #refresh(
    name: string,
    storage: Reads & Pick<Storage, 'size'>,
    place: Place,
  ): Promise<KeptPartition | undefined> {
    const kept = this.#kept.get(name)?.partition
    const maxBytes = this.#maxBytes
    if (kept !== undefined) return refresh(storage, place, { kept, maxBytes })
    // Some stores must count. They do so where everything is read anyway, and not for each search.
    const leastBytes = (await countEntries(storage, place)) * leastEntryBytes(place.index)
    return leastBytes > maxBytes ? undefined : refresh(storage, place, { kept: new Map(), maxBytes })
  }

  /** Returns whether a partition was recently too large. */
  #isPassedOver(name: string): boolean {
    const searches = this.#tooLarge.get(name)
    if (searches === undefined) return false
    if (searches > 1) this.#tooLarge.set(name, searches - 1)
    else this.#tooLarge.delete(name)
    return true
  }

  #keep(name: string, partition: KeptPartition): void {
    let bytes = PARTITION_OVERHEAD_BYTES
    for (const { parts } of partition.values()) bytes += bytesOf(parts)
    this.#kept.set(name, { partition, bytes })
    this.#bytes += bytes
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(oldest)
    }
  }

  #forget(name: string): void {
    this.#bytes -= this.#kept.get(name)?.bytes ?? 0
    this.#kept.delete(name)
  }
}

/** Yields the entries of a partition, decoded page by page, for partitions that are not cached. */
export async function* streamBuckets(storage: Reads, place: Place): AsyncIterable<VectorBucket> {
  const { index, partition } = place
  const request = { space: index.space, within: { partition } }
  for await (const records of pages(storage, request)) yield createBucket(index, records)
}

/** Returns how many entries a partition has; an index without a hash key has one partition. */
async function countEntries(storage: Pick<Storage, 'size'>, { index, partition }: Place): Promise<number> {
  const { records } = await storage.size(index.space, index.hash === undefined ? undefined : partition)
  return records
}

function bytesOf(parts: readonly VectorBucket[]): number {
  return parts.reduce((sum, { bytes }) => sum + PART_OVERHEAD_BYTES + bytes, 0)
}

/** The known state of a partition, and how much more is worth reading. */
interface Known {
  readonly kept: KeptPartition
  readonly maxBytes: number
}

/** Returns the current state of a partition, or `undefined` if more must be read than can be cached. */
async function refresh(
  storage: Reads,
  place: Place,
  { kept, maxBytes }: Known,
): Promise<KeptPartition | undefined> {
  const versions = await readVersions(storage, place)
  const stale = [...versions.keys()].filter((bytes) => kept.get(bytes)?.version !== versions.get(bytes))
  if (stale.length === 0 && kept.size === versions.size) return kept
  const read = await readBuckets(storage, place, { stale, maxBytes })
  if (read === undefined) return undefined
  // Entries may have changed while they were read. They are then newer than the version read before them, and the
  // next search reads them again.
  const later = await readVersions(storage, place)
  const next = new Map<string, KeptBucket>()
  for (const [bytes, version] of versions) {
    const parts = read.get(bytes)
    const old = kept.get(bytes)
    if (parts !== undefined)
      next.set(bytes, { parts, version: later.get(bytes) === version ? version : undefined })
    else if (old !== undefined) next.set(bytes, old)
  }
  return next
}

async function readVersions(
  storage: Reads,
  { index, partition }: Place,
): Promise<ReadonlyMap<string, string>> {
  const versions = new Map<string, string>()
  const request = { space: index.versions, within: { partition } }
  for await (const records of pages(storage, request)) {
    for (const { sort, doc } of records) versions.set(sort, doc)
  }
  return versions
}

/**
 * Entries are decoded as they arrive: with the other projected attributes, they may be many times as large as their
 * vectors.
 */
async function readBuckets(
  storage: Reads,
  { index, partition }: Place,
  { stale, maxBytes }: { readonly stale: readonly string[]; readonly maxBytes: number },
): Promise<ReadonlyMap<string, readonly VectorBucket[]> | undefined> {
  const buckets = new Map(stale.map((bytes): [string, VectorBucket[]] => [bytes, []]))
  const ranges =
    stale.length > SINGLE_READS_MAX ? [{ partition }] : stale.map((bytes) => bucketRange(partition, bytes))
  let sizeBytes = 0
  for (const within of ranges) {
    for await (const page of pages(storage, { space: index.space, within })) {
      for (const [bytes, entries] of entriesByBucket(page)) {
        const parts = buckets.get(bytes)
        if (parts === undefined) continue
        const part = createBucket(index, entries)
        parts.push(part)
        sizeBytes += bytesOf([part])
      }
      if (sizeBytes > maxBytes) return undefined
    }
  }
  return buckets
}

function entriesByBucket(page: readonly StoredRecord[]): ReadonlyMap<string, readonly StoredRecord[]> {
  const buckets = new Map<string, StoredRecord[]>()
  for (const record of page) {
    const bytes = record.sort.slice(0, BUCKET_BYTES)
    const entries = buckets.get(bytes)
    if (entries === undefined) buckets.set(bytes, [record])
    else entries.push(record)
  }
  return buckets
}

function bucketRange(partition: string, bytes: string) {
  const next = String.fromCharCode(bytes.charCodeAt(0) + 1)
  const low = { sort: bytes, inclusive: true }
  // The last bucket has no end: there is no byte above 255.
  return next > '\u00ff' ? { partition, low } : { partition, low, high: { sort: next, inclusive: false } }
}

async function* pages(
  storage: Reads,
  request: Pick<RangeRequest, 'space' | 'within'>,
): AsyncIterable<readonly StoredRecord[]> {
  let after: StoredRecord | undefined
  for (;;) {
    const { records, more } = await storage.range({
      ...request,
      ...(after && { after }),
      maxBytes: PAGE_MAX_BYTES,
    })
    yield records
    after = records.at(-1)
    if (!more || after === undefined) return
    // A store that answers immediately would otherwise keep everybody else waiting.
    await longReads.turn()
  }
}
