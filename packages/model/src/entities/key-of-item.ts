import type { WireItem } from '../port/wire.ts'
import { pick } from '../util/own-property.ts'
import type { TableDefinition } from './table-definition.ts'

/** The primary key of a stored item. */
export function keyOfItem({ key }: TableDefinition, item: WireItem): WireItem {
  return pick(
    item,
    [...key.pk, ...key.sk].map(({ name }) => name),
  )
}
