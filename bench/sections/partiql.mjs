import { withDataFolder } from '../data-folder.mjs'
import { decimals } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures PartiQL statements against equivalent operations.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measurePartiql({ options, say }) {
  const order = { rounds: options.quick ? 41 : 201, sliceMs: 20 }
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}`)
    const found = await withDataFolder(durable, (path) => runChild('partiql-child.mjs', { path, ...order }))
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'PartiQL',
    note: 'ExecuteStatement beside the Query that gives the same items, in process (`db.execute`), with parameters; CPU µs a request. The ratio is the median of slices that were measured right after each other.',
    head: ['Request', 'Store', 'Query', 'ExecuteStatement', 'ratio'],
    rows: figures.map(({ title, store, queryUs, statementUs, ratio }) => [
      title,
      store,
      decimals(queryUs),
      decimals(statementUs),
      `${decimals(ratio)} ×`,
    ]),
  }
  return { figures, tables: [table] }
}
