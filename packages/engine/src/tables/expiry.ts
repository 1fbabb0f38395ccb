import type { AttributeMap } from '@monotable/protocol'
import { getOwn } from '@monotable/protocol'
import { encodeLogPosition } from '../storage/log-position.ts'
import type { ByteString, Change, RecordKey, SortBound } from '../storage/storage.ts'
import { pickAttributes, tieOf } from './item-key.ts'
import type { StoredItem } from './stored-item.ts'
import type { Table } from './table.ts'
import type { TableExpiry } from './table-definition.ts'

/*
 * A table whose items expire has a space with an entry for each of them, in the order in which they do. It is
 * written with the item, so that expiry reads just what has expired.
 */

const partition: ByteString = '\0'.repeat(16)

/** What expired more than five years ago was never meant to expire: AWS leaves it alone. */
const EXPIRY_HORIZON_SECONDS = 5 * 365 * 24 * 60 * 60

/** When an item expires, in seconds since 1970; `undefined` when it does not. */
export function expiryOf(item: AttributeMap, attribute: string): number | undefined {
  const value = getOwn(item, attribute)
  if (value === undefined || !('N' in value)) return undefined
  const seconds = Math.ceil(Number(value.N))
  return Number.isSafeInteger(seconds) && seconds > 0 ? seconds : undefined
}

/** The entry of an item that expires. */
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

/** What changes among the entries when an item goes from one state to another. */
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

/** The part of the entries that expired up to a time, but not too long before it. */
export function expiredRange(nowSeconds: number): { partition: ByteString; low: SortBound; high: SortBound } {
  return {
    partition,
    low: { sort: encodeLogPosition(Math.max(nowSeconds - EXPIRY_HORIZON_SECONDS, 0)), inclusive: true },
    high: { sort: encodeLogPosition(nowSeconds + 1), inclusive: false },
  }
}

/** The part of the entries that expire after a time. */
export function expiringRange(nowSeconds: number): { partition: ByteString; low: SortBound } {
  return { partition, low: { sort: encodeLogPosition(nowSeconds + 1), inclusive: true } }
}
