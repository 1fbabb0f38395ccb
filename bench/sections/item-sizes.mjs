import { withDataFolder } from '../data-folder.mjs'
import { partitionSize } from '../items.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

const sizes = [300, 1_000, 2_200, 4_000, 8_000, 40_000]
const stores = [
  { store: 'durable', kind: 'sqlite' },
  { store: 'log', kind: 'log' },
]

/**
 * Measures what items cost by their size, in tables of about as many bytes.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureItemSizes({ options, say }) {
  const [tableBytes, calls] = options.quick ? [20_000_000, 4_000] : [200_000_000, 30_000]
  const figures = []
  for (const itemBytes of sizes) {
    for (const { store, kind } of stores) {
      const items = Math.floor(tableBytes / itemBytes / partitionSize) * partitionSize
      say(`  ${store}, ${thousands(items)} items of ${thousands(itemBytes)} bytes`)
      const found = await withDataFolder(true, (path) =>
        runChild('item-sizes-child.mjs', { path, store: kind, itemBytes, items, calls }),
      )
      figures.push({ store, itemBytes, items, ...found })
    }
  }
  const table = {
    title: 'Items by their size',
    note: `In process (\`db.execute\`), 32 at a time, CPU µs an operation with all that is written later. “load” is the cost of an item of a BatchWriteItem of 25 new ones; “put” replaces items at random; “get” and “query” read what is not in memory, “query” the ${partitionSize} items of a partition, or a page of 1 MB. “room” is the size of the files by that of the items.`,
    head: ['Bytes', 'Store', 'Items', 'load', 'put', 'get', 'query', 'room'],
    rows: figures.map((figure) => [
      thousands(figure.itemBytes),
      figure.store,
      thousands(figure.items),
      decimals(figure.loadUs),
      decimals(figure.putUs),
      decimals(figure.getUs),
      decimals(figure.queryUs),
      `${decimals(figure.room)} ×`,
    ]),
  }
  return { figures, tables: [table] }
}
