import type { RecordKey, Storage } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import { squaresOf } from './distance.ts'
import { type Hit, hitOrder } from './nearest.ts'
import { streamBuckets, type VectorCache } from './vector-cache.ts'
import { decodeVectors } from './vector-doc.ts'
import { type VectorQuery, VectorSearch } from './vector-search.ts'

/** An entry that was found. */
export interface FoundEntry {
  readonly doc: string
  readonly sizeBytes: number
  readonly vector: Float32Array
}

/** Where a search reads. */
export interface SearchSource {
  readonly storage: Storage
  /** Without it everything is read from `eventual`: what is kept in memory is never stale. */
  readonly cache: VectorCache | undefined
  readonly eventual: Pick<Storage, 'read' | 'range'>
}

/** The entries of a partition of an index that are nearest to a query, the nearest first. Exact. */
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
  // An entry may have changed since it was looked at: what is answered is its score of now.
  const hits = values.flatMap((value, i): Hit<FoundEntry>[] => {
    if (value === undefined) return []
    const vector = decodeVectors([value.doc], index.dimensions)
    const score = search.distance.score(vector, 0, squaresOf(vector, 0, index.dimensions))
    return [{ found: { doc: value.doc, sizeBytes: value.sizeBytes, vector }, tie: found[i] as string, score }]
  })
  return hits.toSorted(hitOrder(search.distance.isSimilarity))
}
