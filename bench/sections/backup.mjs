import { withDataFolder } from '../data-folder.mjs'
import { decimals, microseconds, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures the backup of a large table, its restore, and their effect on concurrent requests.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureBackup({ options, say }) {
  const order = { items: options.quick ? 50_000 : 1_000_000, quietMs: options.quick ? 1_000 : 5_000 }
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}, ${thousands(order.items)} items`)
    const found = await withDataFolder(durable, (path) => runChild('backup-child.mjs', { path, ...order }))
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'Backup',
    note: 'A table of items of 300 bytes, beside four clients in the same process that read and write with pauses of a millisecond. “quiet” is the same traffic alone; “with recovery”, with recovery to a point in time turned on.',
    nameColumns: 3,
    head: ['Store', 'Meanwhile', 'Items', 'took s', 'items/s', 'p50', 'p99', 'max'],
    rows: figures.map((figure) => [
      figure.store,
      figure.what,
      thousands(figure.items),
      decimals(figure.tookMs / 1_000),
      /backup|restore/.test(figure.what) ? thousands((figure.items / figure.tookMs) * 1_000) : '–',
      microseconds(figure.p50Us),
      microseconds(figure.p99Us),
      microseconds(figure.maxUs),
    ]),
  }
  return { figures, tables: [table] }
}
