import { withDataFolder } from '../data-folder.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

const measured = ['get', 'put', 'update', 'query']

/**
 * What operations cost, and what memory is used, as a table grows.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureGrowth({ options, say }) {
  const levels = options.quick ? [1_000, 10_000, 100_000] : [10_000, 100_000, 1_000_000]
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}, to ${thousands(levels.at(-1) ?? 0)} items`)
    // Long enough for a durable store to write several times what it has gathered.
    const order = { levels, sliceMs: options.quick ? 200 : durable ? 4_000 : 800 }
    const flags = ['--expose-gc', '--max-old-space-size=8192']
    const found = await withDataFolder(durable, (path) =>
      runChild('growth-child.mjs', { path, ...order }, flags),
    )
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'As a table grows',
    note: 'In process (`db.execute`), items of 300 bytes, CPU µs an operation, keys at random; in memory one at a time, durable 32 at a time. “load” is the cost of an item of a BatchWriteItem of 25 new ones.',
    head: ['Store', 'Items', 'load', ...measured, 'heap MB', 'resident MB', 'file MB'],
    rows: figures.map((figure) => [
      figure.store,
      thousands(figure.items),
      decimals(figure.loadUs),
      ...measured.map((name) => decimals(figure.cpuUs[name])),
      decimals(figure.heapMb),
      decimals(figure.residentMb),
      figure.fileMb === undefined ? '' : decimals(figure.fileMb),
    ]),
  }
  return { figures, tables: [table] }
}
