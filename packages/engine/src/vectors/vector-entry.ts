import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import {
  attributeTypeOf,
  getOwn,
  HASH_KEY_MAX_BYTES,
  itemSizeBytes,
  setOwn,
  utf8Length,
  VECTOR_FILTER_MAX_BYTES,
  valueSizeBytes,
} from '@monotable/protocol'
import { partitionDigest } from '../encoding/partition-digest.ts'
import type { RecordKey, RecordValue } from '../storage/storage.ts'
import { tieOf } from '../tables/item-key.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import type { Table, TableVectorIndex } from '../tables/table.ts'
import { readVector } from './read-vector.ts'
import { encodeVectorDoc } from './vector-doc.ts'

/** The bytes of one element of a vector, in an index and on the bill. */
const ELEMENT_BYTES = 4

/** The entry of an item in a vector index. */
export interface VectorEntry {
  readonly key: RecordKey
  readonly value: RecordValue
  /** The attributes that it holds besides the vector. */
  readonly item: AttributeMap
}

/**
 * Returns the entry of an item in a vector index, or `undefined` if it is not in the index: it has no vector, lacks
 * the partitioning attribute, or has something invalid from before the index was created.
 */
export function vectorEntryOf(
  table: Table,
  index: TableVectorIndex,
  stored: StoredItem | undefined,
): VectorEntry | undefined {
  if (stored === undefined) return undefined
  const { item } = stored
  const vector = readVector(index, getOwn(item, index.attribute))
  const partition = vector && partitionOf(index, item)
  if (vector === undefined || partition === undefined) return undefined
  if (!index.filters.every(({ name, type }) => isFit(getOwn(item, name), type, VECTOR_FILTER_MAX_BYTES))) {
    return undefined
  }
  const projected = projectItem(index, item)
  return {
    key: { space: index.space, partition, sort: tieOf(table, item) },
    value: {
      doc: encodeVectorDoc(vector, projected),
      sizeBytes: itemSizeBytes(projected) + vectorSizeBytes(index),
    },
    item: projected,
  }
}

/** Returns the partition of a search or an entry, by the value of the partitioning attribute. */
export function vectorPartition(value: AttributeValue | undefined): string {
  return partitionDigest(value === undefined ? [] : [value])
}

/** Returns the size of a vector with its name in an index, and in a table when a write is charged. */
export function vectorSizeBytes({ attribute, dimensions }: TableVectorIndex): number {
  return utf8Length(attribute) + ELEMENT_BYTES * dimensions
}

function partitionOf({ hash }: TableVectorIndex, item: AttributeMap): string | undefined {
  if (hash === undefined) return vectorPartition(undefined)
  const value = getOwn(item, hash.name)
  const isKey = value !== undefined && valueSizeBytes(value) > 0
  return isKey && isFit(value, hash.type, HASH_KEY_MAX_BYTES) ? vectorPartition(value) : undefined
}

function isFit(value: AttributeValue | undefined, type: string, maxBytes: number): boolean {
  return value === undefined || (attributeTypeOf(value) === type && valueSizeBytes(value) <= maxBytes)
}

function projectItem({ attribute, projectedNames }: TableVectorIndex, item: AttributeMap): AttributeMap {
  const projected: AttributeMap = {}
  for (const [name, value] of Object.entries(item)) {
    if (name !== attribute && (projectedNames?.has(name) ?? true)) setOwn(projected, name, value)
  }
  return projected
}
