import { withDataFolder } from '../data-folder.mjs'
import { operations } from '../operations.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'

/**
 * Every operation inside the process, by each of the doors that there are.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureInProcess({ options, say }) {
  const plan = options.quick ? { rounds: 3, sliceMs: 150 } : { rounds: 11, sliceMs: 200 }
  const figures = []
  for (const durable of [false, true]) {
    say(`  ${durable ? 'durable, 32 at a time' : 'memory, one at a time'}`)
    const order = { operations: options.operations, ...plan }
    const found = await withDataFolder(durable, (path) =>
      runChild('in-process-child.mjs', { path, ...order }),
    )
    for (const figure of found) figures.push({ ...figure, store: durable ? 'durable' : 'memory' })
  }
  const rows = figures.map(({ operation, door, store, cpuUs, perSecond }) => [
    operations[operation].title,
    store,
    door,
    decimals(cpuUs),
    thousands(perSecond),
  ])
  const table = {
    title: 'In process',
    note: 'In memory one operation at a time, durable 32 at a time. The caller’s own work is counted too.',
    nameColumns: 3,
    head: ['Operation', 'Store', 'Door', 'CPU µs/op', 'op/s'],
    rows,
  }
  return { figures, tables: [table] }
}
