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

/** Takes entries apart. */
export function createBucket(index: TableVectorIndex, records: readonly StoredRecord[]): VectorBucket {
  const { dimensions, filters } = index
  const vectors = decodeVectors(
    records.map(({ doc }) => doc),
    dimensions,
  )
  const squares = new Float64Array(records.length)
  const columns = filters.map((): (string | undefined)[] => [])
  for (const [i, { doc }] of records.entries()) {
    squares[i] = squaresOf(vectors, i * dimensions, dimensions)
    if (filters.length === 0) continue
    const item = JSON.parse(itemTextOf(doc, dimensions)) as AttributeMap
    for (const [at, { name }] of filters.entries()) columns[at]?.push(filterText(getOwn(item, name)))
  }
  return {
    count: records.length,
    vectors,
    squares,
    sorts: records.map(({ sort }) => flatCopy(sort)),
    filters: columns,
    bytes: vectors.byteLength + records.length * (ENTRY_OVERHEAD_BYTES + filters.length * 16),
  }
}
