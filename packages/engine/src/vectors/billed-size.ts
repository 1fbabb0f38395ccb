import { getOwn, utf8Length, valueSizeBytes } from '@monotable/protocol'
import type { StoredItem } from '../tables/stored-item.ts'
import type { Table } from '../tables/table.ts'
import { readVector } from './read-vector.ts'
import { vectorSizeBytes } from './vector-entry.ts'

/**
 * Returns the size by which a write of an item is charged: an indexed vector counts by its dimensions instead of
 * its numbers (seen on AWS, 2026-10). Reads, and the limit of 400 KB, count the numbers.
 */
export function billedSizeBytes(table: Table, stored: StoredItem | undefined): number {
  if (stored === undefined) return 0
  let sizeBytes = stored.sizeBytes
  const counted = new Set<string>()
  for (const index of table.vectorIndexes) {
    const value = getOwn(stored.item, index.attribute)
    if (value === undefined || counted.has(index.attribute) || !readVector(index, value)) continue
    counted.add(index.attribute)
    sizeBytes += vectorSizeBytes(index) - utf8Length(index.attribute) - valueSizeBytes(value)
  }
  return sizeBytes
}
