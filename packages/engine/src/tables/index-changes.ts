import type { AttributeMap } from '@monotable/protocol'
import { setOwn, valuesEqual } from '@monotable/protocol'
import type { Change, RecordKey } from '../storage/storage.ts'
import { indexKeyOf } from './item-key.ts'
import { StoredItem } from './stored-item.ts'
import type { Table, TableIndex } from './table.ts'
import { writeUnits } from './units.ts'

/** What a write does to one index: the records to change, and the cost. */
export interface IndexEffect {
  readonly index: TableIndex
  readonly changes: readonly Change[]
  readonly units: number
  /** How much the index grows. */
  readonly growthBytes: number
}

/**
 * Returns what must change in the indexes of a table when an item goes from one state to another; `undefined` is a
 * missing item. Unchanged indexes are not listed and cost nothing.
 */
export function indexEffects(
  table: Table,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): readonly IndexEffect[] {
  if (table.indexes.length === 0) return []
  if (before !== undefined && after !== undefined && before.doc === after.doc) return []
  const effects: IndexEffect[] = []
  const old = before && { stored: before, attributes: before.read(table) }
  const next = after && { stored: after, attributes: after.read(table) }
  for (const index of table.indexes) {
    const entry = index.onlyDeletes ? undefined : makeEntry(table, index, next)
    const effect = indexEffect(index, makeEntry(table, index, old), entry)
    if (effect !== undefined) effects.push(effect)
  }
  return effects
}

/** The entry of an item in an index. */
export interface IndexEntry {
  readonly key: RecordKey
  readonly value: StoredItem
}

/** Returns the entry of an item in an index, or `undefined` if the item is not in it. */
export function entryOf(
  table: Table,
  index: TableIndex,
  stored: StoredItem | undefined,
): IndexEntry | undefined {
  return makeEntry(table, index, stored && { stored, attributes: stored.read(table) })
}

/** An item, and what its entries need of it. */
interface EntrySource {
  readonly stored: StoredItem
  readonly attributes: AttributeMap
}

function makeEntry(table: Table, index: TableIndex, source: EntrySource | undefined): IndexEntry | undefined {
  const key = source && indexKeyOf(table, index, source.attributes)
  return key && { key, value: projectEntry(index, source) }
}

function indexEffect(
  index: TableIndex,
  before: IndexEntry | undefined,
  after: IndexEntry | undefined,
): IndexEffect | undefined {
  if (before === undefined && after === undefined) return undefined
  const stays = before?.key.partition === after?.key.partition && before?.key.sort === after?.key.sort
  if (stays && isSameEntry(before, after)) return undefined
  const changes: Change[] = []
  if (before !== undefined && !stays) changes.push({ ...before.key, value: undefined })
  if (after !== undefined) changes.push({ ...after.key, value: after.value })
  const old = before?.value.sizeBytes ?? 0
  const now = after?.value.sizeBytes ?? 0
  // An entry that moves is deleted in one place and written in another, and both are charged.
  const units =
    !stays && before !== undefined && after !== undefined
      ? writeUnits(old) + writeUnits(now)
      : writeUnits(Math.max(old, now))
  return { index, changes, units, growthBytes: now - old }
}

// Attributes have no order: the same ones written in another order are no change, and cost nothing.
function isSameEntry(before: IndexEntry | undefined, after: IndexEntry | undefined): boolean {
  if (before === undefined || after === undefined) return before === after
  if (before.value.doc === after.value.doc) return true
  return (
    before.value.sizeBytes === after.value.sizeBytes &&
    valuesEqual({ M: before.value.item }, { M: after.value.item })
  )
}

function projectEntry(index: TableIndex, { stored, attributes }: EntrySource): StoredItem {
  const names = index.projectedNames
  if (names === undefined) return stored
  const entry: AttributeMap = {}
  for (const [name, value] of Object.entries(attributes)) if (names.has(name)) setOwn(entry, name, value)
  return StoredItem.write(entry)
}
