import { encodeDecimal } from '../keys/encode-number.ts'
import type { WireItem } from '../port/wire.ts'
import { toBase64 } from '../util/base64url.ts'
import { getOwn } from '../util/own-property.ts'
import type { KeyAttribute, TableDefinition } from './table-definition.ts'

/** A text that is the same for the same key: of an item, or of its key alone. */
export function keyId(table: TableDefinition, item: WireItem): string {
  const parts = [...table.key.pk, ...table.key.sk].map(({ name }: KeyAttribute) => {
    const value = getOwn(item, name)
    if (value === undefined) return ''
    if ('S' in value) return value.S
    if ('B' in value) return toBase64(value.B)
    // The same number can be written in several ways.
    return 'N' in value ? (encodeDecimal(value.N) ?? value.N) : ''
  })
  return JSON.stringify([table.name, ...parts])
}
