import { createTable } from '../create-data.mjs'
import { tableName } from '../items.mjs'
import { Load, sumUp } from '../load.mjs'
import { decimals, microseconds, thousands } from '../report.mjs'
import { startServer } from '../start-server.mjs'

/**
 * Measures continuous writes of new keys: a durable store has to move its writes from the log to the data file
 * meanwhile, and no request should have to wait for that.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureCheckpoints({ options, subjects, say }) {
  const plan = options.quick ? { rounds: 2, sliceMs: 1_000 } : { rounds: 6, sliceMs: 5_000 }
  const load = new Load()
  const runs = []
  try {
    for (const subject of subjects.filter(({ durable, isPeer }) => durable || !isPeer)) {
      const server = await startServer(subject)
      runs.push({ server, slices: /** @type {Awaited<ReturnType<Load['run']>>[]} */ ([]) })
      await createTable(server.port, tableName)
    }
    const order = { operation: 'append', connections: 32 }
    for (const { server } of runs)
      await load.run({ ...order, port: server.port, durationMs: 1_000 }, server.pid)
    for (let round = 0; round < plan.rounds; round++) {
      say(`  round ${round + 1} of ${plan.rounds}`)
      for (const { server, slices } of runs) {
        slices.push(await load.run({ ...order, port: server.port, durationMs: plan.sliceMs }, server.pid))
      }
    }
  } finally {
    load.stop()
    for (const { server } of runs) await server.stop()
  }
  const figures = runs.map(({ server, slices }) => ({ subject: server.subject.name, ...sumUp(slices) }))
  const table = {
    title: 'Stalls under sustained writes',
    note: 'PutItem of 1 KB with new keys, 32 connections. “gap” is the longest time in which nothing was answered.',
    nameColumns: 1,
    head: ['Server', 'op/s', 'CPU µs/op', 'p50', 'p99', 'p99.9', 'max', 'gap'],
    rows: figures.map((figure) => [
      figure.subject,
      thousands(figure.perSecond),
      decimals(figure.cpuUs),
      microseconds(figure.p50Us),
      microseconds(figure.p99Us),
      microseconds(figure.p999Us),
      microseconds(figure.maxUs),
      microseconds(figure.longestGapMs * 1_000),
    ]),
  }
  return { figures, tables: [table] }
}
