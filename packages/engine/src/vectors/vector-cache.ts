import { setImmediate } from 'node:timers/promises'
import type { RangeRequest, Storage, StoredRecord } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import { KeyedLock } from '../util/keyed-lock.ts'
import { createBucket, leastEntryBytes, type VectorBucket } from './vector-bucket.ts'
import { BUCKET_BYTES } from './vector-effects.ts'

type Reads = Pick<Storage, 'range'>

/** A bucket in memory, and the version that it was read at; without one it must be read again. */
interface KeptBucket {
  readonly bucket: VectorBucket
  readonly version: string | undefined
}

/** The buckets of one partition of an index, by their first bytes. */
type KeptPartition = ReadonlyMap<string, KeptBucket>

/** A partition of an index. */
interface Place {
  readonly index: TableVectorIndex
  readonly partition: string
}

/** What a partition takes that is kept, though nothing may be in it, and each of its buckets besides its entries. */
const PARTITION_OVERHEAD_BYTES = 500
const BUCKET_OVERHEAD_BYTES = 700

const PAGE_MAX_BYTES = 4 * 1024 * 1024
/** With more buckets to read than this, the whole partition is read in order. */
const SINGLE_READS_MAX = 16

/**
 * The vectors of partitions that were searched lately, in memory, taken apart.
 *
 * Each commit that changes entries of a bucket also gives that bucket a new version, in the store. A search reads
 * the versions first and the buckets that have another one than in memory, so that it sees every commit that came
 * before it, whichever process made it.
 */
export class VectorCache {
  readonly #maxBytes: number
  readonly #locks = new KeyedLock()
  /** The partition that was used last stands last. */
  readonly #kept = new Map<string, { readonly partition: KeptPartition; readonly bytes: number }>()
  #bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /** About how much memory it takes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The buckets of a partition as they are now, or `undefined` when they are too many to be kept. */
  async buckets(storage: Reads & Pick<Storage, 'size'>, place: Place): Promise<VectorBucket[] | undefined> {
    const name = `${place.index.space}/${place.partition}`
    const mostEntries = this.#maxBytes / leastEntryBytes(place.index)
    // Some stores have to count. They do so where all is read anyway, and not for each search.
    if (!this.#kept.has(name) && (await countEntries(storage, place)) > mostEntries) return undefined
    return this.#locks.run(name, async () => {
      const kept = this.#kept.get(name)?.partition ?? new Map()
      const partition = await refresh(storage, place, { kept, mostEntries })
      if (partition === undefined) {
        this.#forget(name)
        return undefined
      }
      this.#keep(name, partition)
      return Array.from(partition.values(), ({ bucket }) => bucket)
    })
  }

  #keep(name: string, partition: KeptPartition): void {
    this.#forget(name)
    let bytes = PARTITION_OVERHEAD_BYTES + partition.size * BUCKET_OVERHEAD_BYTES
    for (const { bucket } of partition.values()) bytes += bucket.bytes
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

/** The entries of a partition, taken apart page by page, for what is not kept in memory. */
export async function* streamBuckets(storage: Reads, place: Place): AsyncIterable<VectorBucket> {
  const { index, partition } = place
  const request = { space: index.space, within: { partition } }
  for await (const records of pages(storage, request)) yield createBucket(index, records)
}

/** How many entries a partition has; an index without a hash key has one partition. */
async function countEntries(storage: Pick<Storage, 'size'>, { index, partition }: Place): Promise<number> {
  const { records } = await storage.size(index.space, index.hash === undefined ? undefined : partition)
  return records
}

/** What is known of a partition, and how many entries are worth to be known. */
interface Known {
  readonly kept: KeptPartition
  readonly mostEntries: number
}

/** The partition as it is now, or `undefined` when it has grown by more than can be kept. */
async function refresh(
  storage: Reads,
  place: Place,
  { kept, mostEntries }: Known,
): Promise<KeptPartition | undefined> {
  const versions = await readVersions(storage, place)
  const stale = [...versions.keys()].filter((bytes) => kept.get(bytes)?.version !== versions.get(bytes))
  if (stale.length === 0 && kept.size === versions.size) return kept
  const read = await readBuckets(storage, place, { stale, mostEntries })
  if (read === undefined) return undefined
  // Entries may have changed while they were read. Then they are newer than the version that was read before, and
  // are read again by the next search.
  const later = await readVersions(storage, place)
  const next = new Map<string, KeptBucket>()
  for (const [bytes, version] of versions) {
    const bucket = read.get(bytes)
    const old = kept.get(bytes)
    if (bucket !== undefined)
      next.set(bytes, { bucket, version: later.get(bytes) === version ? version : undefined })
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

async function readBuckets(
  storage: Reads,
  { index, partition }: Place,
  { stale, mostEntries }: { readonly stale: readonly string[]; readonly mostEntries: number },
): Promise<ReadonlyMap<string, VectorBucket> | undefined> {
  const records = new Map(stale.map((bytes): [string, StoredRecord[]] => [bytes, []]))
  const ranges =
    stale.length > SINGLE_READS_MAX ? [{ partition }] : stale.map((bytes) => bucketRange(partition, bytes))
  let count = 0
  for (const within of ranges) {
    for await (const page of pages(storage, { space: index.space, within })) {
      count += page.length
      if (count > mostEntries) return undefined
      for (const record of page) records.get(record.sort.slice(0, BUCKET_BYTES))?.push(record)
    }
  }
  const buckets = new Map<string, VectorBucket>()
  for (const [bytes, entries] of records) buckets.set(bytes, createBucket(index, entries))
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
    // A store that answers at once would otherwise keep everybody else waiting.
    await setImmediate()
  }
}
