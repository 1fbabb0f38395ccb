import type { AttributeMap } from '@monotable/protocol'
import { getOwn, setOwn } from '@monotable/protocol'
import { hasLocalIndexes } from '../../capacity/collection-sizes.ts'
import { pickAttributes, tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import type { OperationContext } from '../operation-context.ts'

/** The size of an item collection: its hash key, and a lower and an upper estimate. */
export interface CollectionMetrics {
  readonly ItemCollectionKey: AttributeMap
  readonly SizeEstimateRangeGB: readonly [number, number]
}

/**
 * Returns the size of an item's collection: all items with its hash key, in the table and its local indexes.
 * DynamoDB limits and measures collections only for tables with local indexes.
 */
export async function itemCollectionMetrics(
  context: OperationContext,
  table: Table,
  keyItem: AttributeMap,
): Promise<CollectionMetrics | undefined> {
  if (!hasLocalIndexes(table)) return undefined
  const lower = await context.collections.gigabytesOf(table, tableKeyOf(table, keyItem).partition)
  return { ItemCollectionKey: pickAttributes(keyItem, [table.hash]), SizeEstimateRangeGB: [lower, lower + 1] }
}

/** A written item, for the metrics of its collection. */
export interface WrittenItem {
  readonly table: Table
  readonly keyItem: AttributeMap
}

/** Returns the metrics of all collections written to, by table; `undefined` if there are none. */
export async function collectionMetricsByTable(
  context: OperationContext,
  written: readonly WrittenItem[],
): Promise<{ [table: string]: CollectionMetrics[] } | undefined> {
  const seen = new Set<string>()
  const byTable: { [table: string]: CollectionMetrics[] } = {}
  for (const { table, keyItem } of written) {
    const { space, partition } = tableKeyOf(table, keyItem)
    if (seen.has(space + partition)) continue
    seen.add(space + partition)
    const metrics = await itemCollectionMetrics(context, table, keyItem)
    if (metrics === undefined) continue
    setOwn(byTable, table.name, [...(getOwn(byTable, table.name) ?? []), metrics])
  }
  return Object.keys(byTable).length === 0 ? undefined : byTable
}
