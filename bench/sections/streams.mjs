import { withDataFolder } from '../data-folder.mjs'
import { decimals, microseconds, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Measures how fast a trigger receives the changes of a table: waiting ones, and those made while it runs.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureStreams({ options, say }) {
  const order = options.quick
    ? { records: 10_000, rounds: 2, liveMs: 2_000, perSecond: 1_000 }
    : { records: 50_000, rounds: 5, liveMs: 10_000, perSecond: 1_000 }
  const figures = []
  for (const durable of [false, true]) {
    const store = durable ? 'durable' : 'memory'
    say(`  ${store}`)
    const found = await withDataFolder(durable, (path) => runChild('streams-child.mjs', { path, ...order }))
    for (const figure of found) figures.push({ store, ...figure })
  }
  const table = {
    title: 'Triggers',
    note: 'Changes of items of 1 KB with old and new image, to a handler in the same process that does nothing. A lag is from the beginning of the write to the call of the handler.',
    head: ['Store', 'Records', 'records/s', 'CPU µs/record', 'lag p50', 'lag p99', 'lag max'],
    rows: figures.map((figure) => [
      figure.store,
      figure.what,
      thousands(figure.perSecond),
      figure.cpuUs === undefined ? '' : decimals(figure.cpuUs),
      ...[figure.p50Us, figure.p99Us, figure.maxUs].map((us) => (us === undefined ? '' : microseconds(us))),
    ]),
  }
  return { figures, tables: [table] }
}
