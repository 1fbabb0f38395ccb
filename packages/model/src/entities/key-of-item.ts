import type { WireItem } from '../port/wire.ts'
import { pick } from '../util/own-property.ts'
import { keyNames, type TableDefinition } from './table-definition.ts'

/** Returns the primary key of a stored item. */
export function keyOfItem(table: TableDefinition, item: WireItem): WireItem {
  return pick(item, keyNames(table))
}
