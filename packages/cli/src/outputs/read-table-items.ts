import type { JsonItem } from '@monotable/model/outputs'
import type { TablePlace } from '../place/table-place.ts'
import { scanPage } from '../transfer/export-table.ts'
import { connect, describeTable } from '../transfer/table-connection.ts'

/** Reads up to a number of items from each table; a missing table has none. */
export async function readTableItems(
  place: TablePlace,
  tables: readonly string[],
  most: number,
): Promise<Map<string, JsonItem[]>> {
  const connection = await connect(place)
  const found = new Map<string, JsonItem[]>()
  try {
    for (const table of tables) {
      if ((await describeTable(connection, table)) === undefined) {
        process.stderr.write(
          `There is no table ${table} at ${connection.name}; it is exported without items.\n`,
        )
        continue
      }
      const items: JsonItem[] = []
      let startKey: object | undefined
      do {
        const input = {
          TableName: table,
          Limit: most - items.length,
          ...(startKey && { ExclusiveStartKey: startKey }),
        }
        const page = await scanPage(connection, input)
        for (const item of page.items) items.push(item as unknown as JsonItem)
        startKey = page.nextKey
      } while (startKey !== undefined && items.length < most)
      if (startKey !== undefined) {
        process.stderr.write(`${table} has more than ${most} items; raise --items to include more.\n`)
      }
      found.set(table, items)
    }
  } finally {
    await connection.close()
  }
  return found
}
