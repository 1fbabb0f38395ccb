import type { AttributeMap } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'
import type { StoredRecord } from '../storage/storage.ts'
import type { TableVectorIndex } from '../tables/table.ts'
import { flatCopy } from '../util/flat-copy.ts'
import { squaresOf } from './distance.ts'
import { filterText } from './filter-text.ts'
import { decodeVectors, itemTextOf } from './vector-doc.ts'

/** Entries of a partition of an index, decoded for searching. Immutable. */
export interface VectorBucket {
  readonly count: number
  /** The vectors, one after the other. */
  readonly vectors: Float32Array
  /** The sum of the squares of each vector's elements. */
  readonly squares: Float64Array
  /** The sort bytes of each entry. */
  readonly sorts: readonly string[]
  /** For each filter attribute of the index, the value of each entry. */
  readonly filters: readonly (readonly (string | undefined)[])[]
  /** Approximately how much memory it takes. */
  readonly bytes: number
}

/** What an entry takes in addition to its vector: its sort bytes, and its part of the other arrays. */
const ENTRY_OVERHEAD_BYTES = 120
/** What a filter text takes in addition to its characters. */
const TEXT_OVERHEAD_BYTES = 64

/** Returns the minimum memory of an entry. */
export function leastEntryBytes({ dimensions }: TableVectorIndex): number {
  return dimensions * 4 + ENTRY_OVERHEAD_BYTES
}

/** Decodes entries. */
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
