import type { RecordKey, Storage, StoredRecord } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import type { Hit } from './nearest.ts'
import { createBucket } from './vector-bucket.ts'
import { streamBuckets, type VectorCache } from './vector-cache.ts'
import { type VectorQuery, VectorSearch } from './vector-search.ts'

/** A found entry. */
export interface FoundEntry {
  readonly doc: string
  readonly sizeBytes: number
  readonly vector: Float32Array
}

/** Where a search reads. */
export interface SearchSource {
  readonly storage: Storage
  /** If absent, everything is read from `eventual`: the cache is never stale. */
  readonly cache: VectorCache | undefined
  readonly eventual: Pick<Storage, 'read' | 'range'>
}

/** Returns the entries of a partition of an index that are nearest to a query, nearest first. Exact. */
export async function findNearest(
  { storage, cache, eventual }: SearchSource,
  place: { readonly index: TableVectorIndex; readonly partition: string },
  query: VectorQuery,
): Promise<readonly Hit<FoundEntry>[]> {
  const { index, partition } = place
  const search = new VectorSearch(index, query)
  const kept = await cache?.buckets(storage, place)
  if (kept !== undefined) for (const bucket of kept) await search.scan(bucket)
  else for await (const bucket of streamBuckets(eventual, place)) await search.scan(bucket)
  const found = search.nearest.sorted().map((hit) => hit.found)
  const keys = found.map((sort): RecordKey => ({ space: index.space, partition, sort }))
  const values = await eventual.read(keys)
  const records = values.flatMap((value, i) =>
    value === undefined ? [] : [{ partition, sort: found[i] as string, ...value }],
  )
  return searchAgain(index, records, query)
}

/** Entries may have changed since they were compared: the answer has their current scores, if they still match. */
async function searchAgain(
  index: TableVectorIndex,
  records: readonly StoredRecord[],
  query: VectorQuery,
): Promise<readonly Hit<FoundEntry>[]> {
  const { dimensions } = index
  const bucket = createBucket(index, records)
  const search = new VectorSearch(index, query)
  await search.scan(bucket)
  const bySort = new Map(
    records.map(({ sort, doc, sizeBytes }, i): [string, FoundEntry] => [
      sort,
      { doc, sizeBytes, vector: bucket.vectors.subarray(i * dimensions, (i + 1) * dimensions) },
    ]),
  )
  return search.nearest.sorted().map((hit) => ({ ...hit, found: bySort.get(hit.found) as FoundEntry }))
}
