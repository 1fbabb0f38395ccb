import type { AttributeMap } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'
import type { StoredRecord } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import { flatCopy } from '../util/flat-copy.ts'
import { squaresOf } from './distance.ts'
import { filterText } from './filter-text.ts'
import { decodeVectors, itemTextOf } from './vector-doc.ts'

/** Some entries of a partition of an index, taken apart for searching. It never changes. */
export interface VectorBucket {
  readonly count: number
  /** The vectors, one behind the other. */
  readonly vectors: Float32Array
  /** Of each vector, the sum of the squares of its elements. */
  readonly squares: Float64Array
  /** The sort bytes of each entry. */
  readonly sorts: readonly string[]
  /** For each attribute that the index can filter by, what each entry has there. */
  readonly filters: readonly (readonly (string | undefined)[])[]
  /** About how much memory it takes. */
  readonly bytes: number
}

/** What an entry takes besides its vector: its sort bytes, and its part of the other arrays. */
const ENTRY_OVERHEAD_BYTES = 120
/** What a text to filter by takes besides its characters. */
const TEXT_OVERHEAD_BYTES = 64

/** How much memory an entry takes at least. */
export function leastEntryBytes({ dimensions }: TableVectorIndex): number {
  return dimensions * 4 + ENTRY_OVERHEAD_BYTES
}

/** Takes entries apart. */
export function createBucket(index: TableVectorIndex, records: readonly StoredRecord[]): VectorBucket {
  const { dimensions, filters } = index
  const vectors = decodeVectors(
    records.map(({ doc }) => doc),
    dimensions,
  )
  const squares = new Float64Array(records.length)
  const columns = filters.map((): (string | undefined)[] => [])
  let filterBytes = 0
  for (const [i, { doc }] of records.entries()) {
    squares[i] = squaresOf(vectors, i * dimensions, dimensions)
    if (filters.length === 0) continue
    const item = JSON.parse(itemTextOf(doc, dimensions)) as AttributeMap
    for (const [at, { name }] of filters.entries()) {
      const text = filterText(getOwn(item, name))
      columns[at]?.push(text)
      filterBytes += TEXT_OVERHEAD_BYTES + (text?.length ?? 0)
    }
  }
  return {
    count: records.length,
    vectors,
    squares,
    sorts: records.map(({ sort }) => flatCopy(sort)),
    filters: columns,
    bytes: records.length * leastEntryBytes(index) + filterBytes,
  }
}
