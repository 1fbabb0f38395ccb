import type { AttributeMap } from '@monotable/protocol'
import { getOwn, setOwn } from '@monotable/protocol'
import { hasLocalIndexes } from '../../capacity/collection-sizes.ts'
import { pickAttributes, tableKeyOf } from '../../tables/item-key.ts'
import type { Table } from '../../tables/table.ts'
import type { OperationContext } from '../operation-context.ts'

/** How large a collection is: its hash key, and a lower and an upper estimate. */
export interface CollectionMetrics {
  readonly ItemCollectionKey: AttributeMap
  readonly SizeEstimateRangeGB: readonly [number, number]
}

/**
 * How large the collection of an item is: all items with its hash key, in the table and its local indexes.
 * Only tables with local indexes have collections that DynamoDB limits and so measures.
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

/** The metrics of all collections that were written to, by table; `undefined` when there are none. */
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
