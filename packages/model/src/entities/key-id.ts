import type { WireItem, WireValue } from '../port/wire.ts'
import { toBase64 } from '../util/base64url.ts'
import { encodeDecimal } from '../util/encode-number.ts'
import { getOwn } from '../util/own-property.ts'
import type { KeyAttribute, TableDefinition } from './table-definition.ts'

/** Returns a text that identifies a key, given an item or just its key. */
export function keyId(table: TableDefinition, item: WireItem): string {
  let id = table.name
  // Prefixed with its length, no value can run into the next.
  for (const attribute of table.key.pk) id += partOf(item, attribute)
  for (const attribute of table.key.sk) id += partOf(item, attribute)
  return id
}

function partOf(item: WireItem, { name }: KeyAttribute): string {
  const value = getOwn(item, name)
  if (value === undefined) return '/'
  const text = 'S' in value ? value.S : textOf(value)
  return `/${text.length}:${text}`
}

function textOf(value: WireValue): string {
  if ('B' in value) return toBase64(value.B)
  // The same number can be written in several ways.
  return 'N' in value ? (encodeDecimal(value.N) ?? value.N) : ''
}
