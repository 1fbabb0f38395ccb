import type { WireItem, WireValue } from '../port/wire.ts'
import { getOwn, setOwn } from '../util/own-property.ts'
import type { TableDefinition } from './table-definition.ts'

/** The primary key of a stored item. */
export function keyOfItem({ key }: TableDefinition, item: WireItem): WireItem {
  const found: { [attribute: string]: WireValue } = {}
  for (const { name } of [...key.pk, ...key.sk]) {
    const value = getOwn(item, name)
    if (value !== undefined) setOwn(found, name, value)
  }
  return found
}
