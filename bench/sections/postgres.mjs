import { join, resolve } from 'node:path'
import { createData } from '../create-data.mjs'
import { Load } from '../load.mjs'
import { median } from '../median.mjs'
import { operations } from '../operations.mjs'
import { decimals, thousands } from '../report.mjs'
import { runChild } from '../run-child.mjs'
import { startPostgres } from '../start-postgres.mjs'
import { startServer } from '../start-server.mjs'

const cli = join(resolve(import.meta.dirname, '..', '..'), 'packages', 'cli', 'bin', 'monotable.js')
const connections = 48
const counts = [1, 2, 3]

/**
 * Measures every operation on PostgreSQL: in process against a bare client, and over HTTP with one, two and three
 * servers.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measurePostgres({ options, say }) {
  const postgres = await startPostgres()
  if (postgres === undefined) {
    say('  PostgreSQL was not found (PG_BIN can name the folder of its programs); going on without it.')
    return { figures: [], tables: [] }
  }
  try {
    say(`  in process, ${postgres.version}`)
    const plan = options.quick ? { rounds: 3, sliceMs: 200 } : { rounds: 9, sliceMs: 400 }
    const order = { url: postgres.url, operations: options.operations, ...plan }
    const inProcess = await runChild('postgres-child.mjs', order)
    const overHttp = await measureServers(postgres, options, say)
    const figures = [...inProcess, ...overHttp]
    return { figures, tables: postgresTables(figures, postgres.version) }
  } finally {
    postgres.stop()
  }
}

/**
 * @param {import('../start-postgres.mjs').RunningPostgres} postgres
 * @param {import('../options.mjs').Options} options
 * @param {(line: string) => void} say
 */
async function measureServers(postgres, options, say) {
  const plan = options.quick
    ? { rounds: 2, sliceMs: 300, warmUpMs: 400 }
    : { rounds: 5, sliceMs: 800, warmUpMs: 1_500 }
  const subject = {
    name: 'monotable, PostgreSQL',
    durable: true,
    isPeer: false,
    hasTransactions: true,
    announces: true,
    command: () => ({
      file: process.execPath,
      args: [cli, 'serve', '--postgres', `${postgres.url}?schema=bench_servers`, '--port', '0', '--json'],
    }),
  }
  const servers = []
  const loads = counts.map(() => new Load())
  const figures = []
  try {
    for (const _ of counts) servers.push(await startServer(subject))
    await createData(servers[0]?.port ?? 0)
    for (const operation of options.operations) {
      say(`  ${operations[operation].title}, ${counts.join(', ')} servers`)
      for (const count of counts) {
        const used = servers.slice(0, count)
        const run = (/** @type {number} */ durationMs) =>
          runTogether({ used, loads, operation, durationMs, postgres })
        await run(plan.warmUpMs)
        const slices = []
        for (let round = 0; round < plan.rounds; round++) slices.push(await run(plan.sliceMs))
        figures.push({
          operation,
          servers: count,
          perSecond: median(slices.map(({ perSecond }) => perSecond)),
          cpuUs: median(slices.map(({ cpuUs }) => cpuUs)),
          databaseCpuUs: median(slices.map(({ databaseCpuUs }) => databaseCpuUs)),
        })
      }
    }
  } finally {
    for (const load of loads) load.stop()
    for (const server of servers) await server.stop()
  }
  return figures
}

/**
 * @param {{ used: import('../start-server.mjs').Running[], loads: Load[], operation: string, durationMs: number, postgres: import('../start-postgres.mjs').RunningPostgres }} job
 */
async function runTogether({ used, loads, operation, durationMs, postgres }) {
  const before = postgres.cpuUs()
  const slices = await Promise.all(
    used.map(({ port, pid }, i) =>
      /** @type {Load} */ (loads[i]).run(
        { port, operation, connections: Math.floor(connections / used.length), durationMs },
        pid,
      ),
    ),
  )
  const count = slices.reduce((sum, slice) => sum + slice.count, 0)
  return {
    perSecond: slices.reduce((sum, slice) => sum + (slice.count / slice.elapsedMs) * 1_000, 0),
    cpuUs: slices.reduce((sum, slice) => sum + slice.cpuUs, 0) / count,
    databaseCpuUs: (postgres.cpuUs() - before) / count,
  }
}

/**
 * @param {any[]} figures
 * @param {string} version
 */
export function postgresTables(figures, version) {
  return [
    inProcessTable(
      figures.filter(({ who }) => who !== undefined),
      version,
    ),
    serversTable(figures.filter(({ servers }) => servers !== undefined)),
  ]
}

/**
 * @param {{ operation: string, who: string, cpuUs: number, perSecond: number }[]} figures
 * @param {string} version
 */
function inProcessTable(figures, version) {
  return {
    title: 'On PostgreSQL, in process',
    note:
      `${version}, every commit on the disk, 64 operations at a time. The bare client keeps the same items in a table ` +
      'by hand. CPU is that of the client’s process; “×” is how many times the CPU of the pipelined bare client, and ' +
      'behind the stroke how many times the operations a second of the pool.',
    head: ['Operation', 'Who', 'CPU µs/op', 'op/s', '×'],
    rows: figures.map(({ operation, who, cpuUs, perSecond }) => {
      const of = (/** @type {string} */ name) =>
        figures.find((figure) => figure.operation === operation && figure.who === name)
      const ratio = cpuUs / (of('pg, pipelined')?.cpuUs ?? Number.NaN)
      const rate = perSecond / (of('pg, a pool of 10')?.perSecond ?? Number.NaN)
      const ratios = who === 'monotable' ? `${decimals(ratio)} / ${decimals(rate)}` : ''
      return [operations[operation].title, who, decimals(cpuUs), thousands(perSecond), ratios]
    }),
  }
}

/** @param {{ operation: string, servers: number, perSecond: number, cpuUs: number, databaseCpuUs: number }[]} figures */
function serversTable(figures) {
  return {
    title: 'On PostgreSQL, several servers',
    note:
      `${connections} connections over HTTP to all servers together. Servers, database and load share the machine: ` +
      'where its cores are all busy, more servers cannot do more, and the CPU of an operation says what each would need.',
    head: ['Operation', 'Servers', 'op/s', 'CPU µs/op', 'database CPU µs/op'],
    rows: figures.map(({ operation, servers, perSecond, cpuUs, databaseCpuUs }) => [
      operations[operation].title,
      String(servers),
      thousands(perSecond),
      decimals(cpuUs),
      decimals(databaseCpuUs),
    ]),
  }
}
