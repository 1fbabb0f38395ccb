import { withDataFolder } from '../data-folder.mjs'
import { median } from '../median.mjs'
import { decimals, thousands } from '../report.mjs'
import { startChild } from '../run-child.mjs'

const measured = ['get', 'put', 'update', 'query']

/** What is measured, and the store that it uses in a folder. */
const stores = [
  { store: 'memory', kind: undefined },
  { store: 'durable', kind: 'sqlite' },
  { store: 'log', kind: 'log' },
]

/** With fewer items, the first queries would measure code that has not warmed up. */
const firstQueryItems = 100_000

/** Cold code is several times slower than warm code. */
const warmUps = 2
const rounds = 5

/**
 * Measures the cost of operations, and the memory used, as a table grows. Tables of all sizes exist at the same time,
 * each in a process of its own, and are measured in turn.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureGrowth({ options, say }) {
  const levels = options.quick ? [1_000, 10_000, 100_000] : [10_000, 100_000, 1_000_000]
  const figures = []
  for (const { store, kind } of stores) {
    const sliceMs = (options.quick ? 200 : 600) * (kind === undefined ? 1 : 2)
    figures.push(...(await measureStore({ store, kind, levels, sliceMs, say })))
  }
  const table = {
    title: 'As a table grows',
    note: 'In process (`db.execute`), items of 300 bytes, CPU µs an operation, keys at random; in memory one at a time, in a folder 32 at a time, with all that is written later. “load” is the cost of an item of a BatchWriteItem of 25 new ones, “first query” that of the first Query of each partition, before the others.',
    head: ['Store', 'Items', 'load', ...measured, 'first query', 'heap MB', 'resident MB', 'file MB'],
    rows: figures.map((figure) => [
      figure.store,
      thousands(figure.items),
      decimals(figure.loadUs),
      ...measured.map((name) => decimals(figure.cpuUs[name] ?? Number.NaN)),
      figure.items < firstQueryItems ? '' : decimals(figure.firstQueryUs),
      decimals(figure.heapMb),
      decimals(figure.residentMb),
      figure.fileMb === undefined ? '' : decimals(figure.fileMb),
    ]),
  }
  return { figures, tables: [table] }
}

/**
 * @param {{ store: string, kind: string | undefined, levels: number[], sliceMs: number, say: (line: string) => void }} order
 * @returns {Promise<any[]>}
 */
function measureStore({ store, kind, levels, sliceMs, say }) {
  /** @type {{ items: number, loadUs: number, ask: (order: object) => Promise<any>, stop: () => void }[]} */
  const tables = []
  const open = async (/** @type {number[]} */ [items, ...others]) => {
    if (items === undefined) return measureTables()
    return withDataFolder(kind !== undefined, async (path) => {
      say(`  ${store}, ${thousands(items)} items`)
      const flags = ['--expose-gc', '--max-old-space-size=8192']
      const { report, ask, stop } = await startChild('growth-child.mjs', { path, store: kind, items }, flags)
      try {
        tables.push({ items, loadUs: report, ask, stop })
        return await open(others)
      } finally {
        stop()
      }
    })
  }
  const measureTables = async () => {
    /** @type {{ [name: string]: number }[]} */
    const costs = tables.map(() => ({}))
    /** @type {number[]} */
    const firstQueryUs = []
    for (const name of measured) {
      say(`  ${store}, ${name}`)
      if (name === 'query')
        for (const { ask } of tables) firstQueryUs.push(await ask({ name: 'first query' }))
      /** @type {number[][]} */
      const slices = tables.map(() => [])
      for (let round = 0; round < warmUps + rounds; round++) {
        for (const [i, { ask }] of tables.entries()) slices[i]?.push(await ask({ name, sliceMs }))
      }
      for (const [i, cost] of costs.entries()) cost[name] = median(slices[i]?.slice(warmUps) ?? [])
    }
    const found = []
    for (const [i, { items, loadUs, ask }] of tables.entries()) {
      const cpuUs = costs[i] ?? {}
      found.push({
        store,
        items,
        loadUs,
        cpuUs,
        firstQueryUs: firstQueryUs[i],
        ...(await ask({ name: 'memory' })),
      })
    }
    return found
  }
  return open(levels)
}
