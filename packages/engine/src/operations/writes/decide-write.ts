import type { AttributeMap } from '@monotable/protocol'
import { ServiceError } from '@monotable/protocol'
import type { Condition } from '../../expressions/compile-condition.ts'
import type { Change, RecordKey, RecordValue } from '../../storage/storage.ts'
import { expiryChanges } from '../../tables/expiry.ts'
import { type IndexEffect, indexEffects } from '../../tables/index-changes.ts'
import { StoredItem } from '../../tables/stored-item.ts'
import type { Table } from '../../tables/table.ts'
import { writeUnits } from '../../tables/units.ts'
import { JsonText } from '../../util/json-text.ts'
import { billedSizeBytes } from '../../vectors/billed-size.ts'
import { type VectorEffect, vectorEffects } from '../../vectors/vector-effects.ts'
import type { CapacityMeter } from '../consumed-capacity.ts'

/** A write of one item, whatever operation it comes from. */
export interface ItemWrite {
  readonly table: Table
  readonly key: RecordKey
  readonly condition: Condition | undefined
  /** Returns the item after the write, given the one before; `undefined` is a missing item. Pure. */
  readonly next: (before: StoredItem | undefined) => StoredItem | undefined
  /** Whether a failed condition returns the item that failed it. */
  readonly returnsItemOnFailure: boolean
  /** Called with the item that failed the condition. */
  readonly onFailure?: (before: StoredItem | undefined) => void
  /** Set for PartiQL's INSERT, whose condition fails if the item exists. */
  readonly isInsert?: true
  /** The item or its key, for tracking keys. */
  readonly keyItem?: AttributeMap | undefined
  /**
   * Present if no item request asked for the write, so that it uses no provisioned capacity: the item has expired,
   * or a bulk operation puts it.
   */
  readonly origin?: 'ttl' | 'bulk'
}

/** The effect of a write. */
export interface WriteOutcome {
  readonly before: StoredItem | undefined
  readonly after: StoredItem | undefined
  readonly changes: readonly Change[]
  readonly indexEffects: readonly IndexEffect[]
  /** The changes of vector indexes; absent if the table has none. */
  readonly vectors?: { readonly effects: readonly VectorEffect[]; readonly billedBytes: number }
}

const noAttributes: AttributeMap = {}

/** The message for an INSERT of an item that already exists. */
export const DUPLICATE_ITEM = 'Duplicate primary key exists in table'

/** Returns whether the condition of a write holds for the existing item. */
export function isConditionMet(write: ItemWrite, before: StoredItem | undefined): boolean {
  const { condition } = write
  return condition === undefined || condition.test(before?.read(condition) ?? noAttributes)
}

/** Decides one write from the existing record; throws if its condition fails. Pure. */
export function decideWrite(write: ItemWrite, record: RecordValue | undefined): WriteOutcome {
  const before = record && StoredItem.fromRecord(record)
  if (!isConditionMet(write, before)) throw conditionalCheckFailed(write, before)
  return outcomeOf(write, before)
}

/** Returns the effect of a write whose condition holds. Pure. */
export function outcomeOf(write: ItemWrite, before: StoredItem | undefined): WriteOutcome {
  const after = write.next(before)
  const effects = indexEffects(write.table, before, after)
  if (after === before) return { before, after, changes: [], indexEffects: effects }
  // Member by member: a spread here takes a tenth of the time of a PutItem.
  const { space, partition, sort } = write.key
  const changes: Change[] = [{ space, partition, sort, value: after }]
  for (const effect of effects) changes.push(...effect.changes)
  const vectors = vectorsOf(write.table, before, after)
  if (vectors !== undefined) for (const effect of vectors.effects) changes.push(...effect.changes)
  if (write.table.definition.expiry !== undefined) {
    changes.push(...expiryChanges(write.table, before, after))
  }
  return { before, after, changes, indexEffects: effects, ...(vectors && { vectors }) }
}

function vectorsOf(table: Table, before: StoredItem | undefined, after: StoredItem | undefined) {
  if (table.vectorIndexes.length === 0) return undefined
  const billedBytes = Math.max(billedSizeBytes(table, before), billedSizeBytes(table, after))
  return { effects: vectorEffects(table, before, after), billedBytes }
}

/** Returns the size that a write is charged for: the larger of the item before and after it. */
export function largestSize({ before, after, vectors }: WriteOutcome): number {
  return vectors?.billedBytes ?? Math.max(before?.sizeBytes ?? 0, after?.sizeBytes ?? 0)
}

/** Adds what a write used; in a transaction the table's part counts double, the part of the indexes does not. */
export function chargeWrite(meter: CapacityMeter, outcome: WriteOutcome, tableFactor = 1): void {
  meter.addTable(writeUnits(largestSize(outcome)) * tableFactor)
  for (const { index, units } of outcome.indexEffects) meter.addIndex(index, units)
  for (const { index, bytes } of outcome.vectors?.effects ?? []) meter.addVectorIndex(index.name, bytes)
}

function conditionalCheckFailed(write: ItemWrite, before: StoredItem | undefined): ServiceError {
  write.onFailure?.(before)
  if (write.isInsert === true) return new ServiceError('DuplicateItemException', DUPLICATE_ITEM)
  const fields = write.returnsItemOnFailure && before !== undefined ? { Item: new JsonText(before.doc) } : {}
  return new ServiceError('ConditionalCheckFailedException', 'The conditional request failed', { fields })
}
