import type { AttributeMap } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'
import { encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Change, RecordKey, SortBound } from '../storage/storage.ts'
import { pickAttributes, tieOf } from './item-key.ts'
import type { StoredItem } from './stored-item.ts'
import type { Table } from './table.ts'
import type { TableExpiry } from './table-definition.ts'

/*
 * A table whose items expire has a space with an entry for each of them, ordered by expiry time. Entries are
 * written together with the items, so expiring items means reading only what has expired.
 */

const partition: ByteString = '\0'.repeat(16)

/** A time more than five years in the past was probably not meant as an expiry time: AWS ignores it. */
const EXPIRY_HORIZON_SECONDS = 5 * 365 * 24 * 60 * 60

/** Returns when an item expires, in seconds since 1970; `undefined` if it does not. */
export function expiryOf(item: AttributeMap, attribute: string): number | undefined {
  const value = getOwn(item, attribute)
  if (value === undefined || !('N' in value)) return undefined
  const seconds = Math.ceil(Number(value.N))
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined
}

/** Returns the entry of an item that expires. */
export function expiryEntry(
  table: Table,
  { attribute, space }: TableExpiry,
  item: AttributeMap,
): (Change & RecordKey) | undefined {
  const seconds = expiryOf(item, attribute)
  if (seconds === undefined) return undefined
  const doc = JSON.stringify(pickAttributes(item, table.keyAttributes))
  const sort = encodeLogPosition(seconds) + tieOf(table, item)
  return { space, partition, sort, value: { doc, sizeBytes: 0 } }
}

/** Returns the changes of the entries when an item goes from one state to another. */
export function expiryChanges(
  table: Table,
  before: StoredItem | undefined,
  after: StoredItem | undefined,
): readonly Change[] {
  const { expiry } = table.definition
  if (expiry === undefined) return []
  const old = before && expiryEntry(table, expiry, before.read(table))
  const next = after && !expiry.onlyDeletes ? expiryEntry(table, expiry, after.read(table)) : undefined
  if (old?.sort === next?.sort) return []
  return [...(old ? [{ ...old, value: undefined }] : []), ...(next ? [next] : [])]
}

/** Returns the range of entries that expired by a given time, but not too long before it. */
export function expiredRange(nowSeconds: number): { partition: ByteString; low: SortBound; high: SortBound } {
  return {
    partition,
    low: { sort: encodeLogPosition(Math.max(nowSeconds - EXPIRY_HORIZON_SECONDS, 0)), inclusive: true },
    high: { sort: encodeLogPosition(nowSeconds + 1), inclusive: false },
  }
}

/** Returns the range of entries that expire after a given time. */
export function expiringRange(nowSeconds: number): { partition: ByteString; low: SortBound } {
  return { partition, low: { sort: encodeLogPosition(nowSeconds + 1), inclusive: true } }
}
