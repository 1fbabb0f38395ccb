import type { AttributeMap, AttributeValue } from '@monotable/protocol'
import {
  attributeTypeOf,
  getOwn,
  HASH_KEY_MAX_BYTES,
  RANGE_KEY_MAX_BYTES,
  valueSizeBytes,
} from '@monotable/protocol'
import { encodeIndexSort, keyTie } from '../encoding/encode-index-sort.ts'
import { encodeTableSort } from '../encoding/encode-table-sort.ts'
import { partitionDigest } from '../encoding/partition-digest.ts'
import type { RecordKey } from '../storage/storage.ts'
import type { Table, TableIndex } from './table.ts'
import type { KeyAttribute } from './table-definition.ts'

/** Returns the place of an item in its table. The key attributes must be present and of the right type. */
export function tableKeyOf(table: Table, item: AttributeMap): RecordKey {
  return {
    space: table.definition.space,
    partition: partitionDigest([requireKeyValue(item, table.hash.name)]),
    sort: encodeTableSort(table.range && requireKeyValue(item, table.range.name)),
  }
}

/**
 * Returns the place of an item's entry in an index, or `undefined` if it has none: an index is sparse, and leaves
 * out an item that lacks one of its key attributes or has an invalid one from before the index was created.
 */
export function indexKeyOf(table: Table, index: TableIndex, item: AttributeMap): RecordKey | undefined {
  const hash = keyValuesOf(index.key.hash, item, HASH_KEY_MAX_BYTES)
  const range = keyValuesOf(index.key.range, item, RANGE_KEY_MAX_BYTES)
  if (hash === undefined || range === undefined) return undefined
  return {
    space: index.space,
    partition: partitionDigest(hash),
    sort: encodeIndexSort(range, tieOf(table, item)),
  }
}

/** Returns the suffix that distinguishes entries of an index with equal index keys. */
export function tieOf(table: Table, item: AttributeMap): string {
  return keyTie(table.keyAttributes.map((attribute) => requireKeyValue(item, attribute.name)))
}

/** Returns only the attributes with these names, in this order. */
export function pickAttributes(item: AttributeMap, attributes: readonly KeyAttribute[]): AttributeMap {
  const picked: [string, AttributeValue][] = []
  for (const { name } of attributes) picked.push([name, requireKeyValue(item, name)])
  return Object.fromEntries(picked)
}

function keyValuesOf(
  attributes: readonly KeyAttribute[],
  item: AttributeMap,
  maxBytes: number,
): AttributeValue[] | undefined {
  const values: AttributeValue[] = []
  let keyBytes = 0
  for (const { name, type } of attributes) {
    const value = getOwn(item, name)
    if (value === undefined || attributeTypeOf(value) !== type) return undefined
    const sizeBytes = valueSizeBytes(value)
    if (sizeBytes === 0) return undefined
    keyBytes += sizeBytes
    values.push(value)
  }
  return keyBytes > maxBytes ? undefined : values
}

function requireKeyValue(item: AttributeMap, name: string): AttributeValue {
  const value = getOwn(item, name)
  if (value === undefined) throw new TypeError(`an item without its key attribute ${name}`)
  return value
}
