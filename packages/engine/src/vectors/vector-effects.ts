import { VECTOR_REQUEST_MIN_BYTES, valuesEqual } from '@monotable/protocol'
import type { Change, RecordKey } from '../storage/storage.ts'
import type { StoredItem } from '../tables/stored-item.ts'
import type { Table, TableVectorIndex } from '../tables/table.ts'
import { vectorTextOf } from './vector-doc.ts'
import { type VectorEntry, vectorEntryOf } from './vector-entry.ts'

/** What a write does to one vector index: the records to change, and the bytes that it is charged. */
export interface VectorEffect {
  readonly index: TableVectorIndex
  readonly changes: readonly Change[]
  readonly bytes: number
}

const noEffects: readonly VectorEffect[] = []

/**
 * Returns what must change in the vector indexes of a table when an item goes from one state to another;
 * `undefined` is a missing item. Unchanged indexes are not listed and cost nothing.
 */
export function vectorEffects(
  table: Table,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): readonly VectorEffect[] {
  if (table.vectorIndexes.length === 0) return noEffects
  if (before !== undefined && after !== undefined && before.doc === after.doc) return noEffects
  const effects: VectorEffect[] = []
  for (const index of table.vectorIndexes) {
    const entry = index.onlyDeletes ? undefined : vectorEntryOf(table, index, after)
    const effect = vectorEffect(index, vectorEntryOf(table, index, before), entry)
    if (effect !== undefined) effects.push(effect)
  }
  return effects
}

/**
 * Returns records that tell searches which parts of an index have changed. `nonce` differs from that of any other
 * commit: a reader that sees the same one twice knows that nothing has changed in between.
 */
export function versionChanges(index: TableVectorIndex, changes: readonly Change[], nonce: string): Change[] {
  const value = { doc: JSON.stringify(nonce), sizeBytes: 0 }
  return changes.map((change) => ({ ...versionKeyOf(index, change), value }))
}

/** The length of a bucket's prefix: entries with the same first byte of their sort key share a version. */
export const BUCKET_BYTES = 1

function versionKeyOf({ versions }: TableVectorIndex, { partition, sort }: RecordKey): RecordKey {
  return { space: versions, partition, sort: sort.slice(0, BUCKET_BYTES) }
}

function vectorEffect(
  index: TableVectorIndex,
  before: VectorEntry | undefined,
  after: VectorEntry | undefined,
): VectorEffect | undefined {
  const stays = before?.key.partition === after?.key.partition
  if (stays && isSameEntry(index, before, after)) return undefined
  const changes: Change[] = []
  if (before !== undefined && (after === undefined || !stays))
    changes.push({ ...before.key, value: undefined })
  if (after !== undefined) changes.push({ ...after.key, value: after.value })
  // An entry that moves to another partition is charged in both.
  const charged = stays || after === undefined ? [after ?? before] : [before, after]
  return { index, changes, bytes: charged.reduce((sum, entry) => sum + chargedBytes(entry), 0) }
}

function chargedBytes(entry: VectorEntry | undefined): number {
  return entry === undefined ? 0 : Math.max(VECTOR_REQUEST_MIN_BYTES, entry.value.sizeBytes)
}

// Attributes have no order: the same ones written in another order are no change, and cost nothing.
function isSameEntry(
  { dimensions }: TableVectorIndex,
  before: VectorEntry | undefined,
  after: VectorEntry | undefined,
): boolean {
  if (before === undefined || after === undefined) return before === after
  const [old, now] = [before.value, after.value]
  if (old.doc === now.doc) return true
  if (old.sizeBytes !== now.sizeBytes) return false
  if (vectorTextOf(old.doc, dimensions) !== vectorTextOf(now.doc, dimensions)) return false
  return valuesEqual({ M: before.item }, { M: after.item })
}
