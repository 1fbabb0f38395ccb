import { withDataFolder } from '../data-folder.mjs'
import { decimals, microseconds, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures the effect of many items that expire in the same second on concurrent requests.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureExpiry({ options, say }) {
  const order = { items: options.quick ? 10_000 : 100_000, quietMs: options.quick ? 1_000 : 5_000 }
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}, ${thousands(order.items)} items`)
    const found = await withDataFolder(durable, (path) => runChild('expiry-child.mjs', { path, ...order }))
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'Time to live',
    note: 'Items of 300 bytes that expire in the same second, each with its stream record, beside four clients in the same process that read and write. “quiet” is the same traffic before.',
    head: [
      'Store',
      'Items',
      'deleted in s',
      'items/s',
      'quiet p50',
      'quiet p99',
      'p50 beside',
      'p99 beside',
      'max',
    ],
    rows: figures.map((figure) => [
      figure.store,
      thousands(figure.items),
      decimals(figure.tookMs / 1_000),
      thousands((figure.items / figure.tookMs) * 1_000),
      microseconds(figure.quietP50Us),
      microseconds(figure.quietP99Us),
      microseconds(figure.busyP50Us),
      microseconds(figure.busyP99Us),
      microseconds(figure.busyMaxUs),
    ]),
  }
  return { figures, tables: [table] }
}
