import { withDataFolder } from '../data-folder.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures searches in a vector index.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureVectors({ options, say }) {
  const order = {
    vectors: options.quick ? 10_000 : 100_000,
    dimensions: 256,
    searches: options.quick ? 11 : 31,
  }
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}, ${thousands(order.vectors)} vectors of ${order.dimensions} dimensions`)
    const found = await withDataFolder(durable, (path) =>
      runChild('vectors-child.mjs', { path, ...order }, ['--max-old-space-size=8192']),
    )
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'Vectors',
    note: 'SearchVectors in process (`db.execute`), TopK 10, COSINE, exact; CPU ms a search. “first” reads all vectors from the store, “next” finds them in memory, “filtered” has a condition that one in ten meets, “after a write” follows a PutItem of another item. “put” is the cost of an item of a BatchWriteItem of 25, in CPU µs, with making it up.',
    head: [
      'Store',
      'Vectors',
      'Dimensions',
      'put µs',
      'first',
      'next',
      'filtered',
      'after a write',
      'resident MB',
    ],
    rows: figures.map((figure) => [
      figure.store,
      thousands(figure.vectors),
      thousands(figure.dimensions),
      decimals(figure.putUs),
      decimals(figure.firstMs),
      decimals(figure.nextMs),
      decimals(figure.filteredMs),
      decimals(figure.afterWriteMs),
      decimals(figure.residentMb),
    ]),
  }
  return { figures, tables: [table] }
}
