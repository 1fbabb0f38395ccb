import { setTimeout as delay } from 'node:timers/promises'
import { call } from '../call.mjs'
import { createData } from '../create-data.mjs'
import { Load, sumUp } from '../load.mjs'
import { operations } from '../operations.mjs'
import { decimals, microseconds, thousands } from '../report.mjs'
import { startServer } from '../start-server.mjs'

/** @typedef {{ operation: string, connections: number, subject: import('../subjects.mjs').Subject, measure: import('../load.mjs').Measure }} HttpFigure */

/**
 * Measures every operation on every server, over HTTP, at 1 and at 32 connections. All servers run all the time and
 * take turns in short slices, so that any other load on the machine affects them alike.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureHttp({ options, subjects, say }) {
  const plan = options.quick
    ? { rounds: 2, sliceMs: 250, pauseMs: 50, warmUpMs: 400 }
    : { rounds: 7, sliceMs: 600, pauseMs: 250, warmUpMs: 1_500 }
  const servers = []
  const load = new Load()
  /** @type {HttpFigure[]} */
  const figures = []
  try {
    for (const subject of subjects) {
      say(`  starting ${subject.name}`)
      const server = await startServer(subject)
      servers.push(server)
      await createData(server.port)
    }
    for (const operation of options.operations) {
      const able = servers.filter(({ subject }) => operation !== 'transact' || subject.hasTransactions)
      for (const { subject, port } of able) await checkAnswer(operation, subject, port)
      for (const connections of [1, 32]) {
        say(`  ${operations[operation].title}, ${connections} connection${connections === 1 ? '' : 's'}`)
        figures.push(...(await measureOne({ servers: able, load, operation, connections, plan })))
      }
    }
  } finally {
    load.stop()
    for (const server of servers) await server.stop()
  }
  return { figures, tables: [1, 32].map((connections) => tableOf(figures, connections)) }
}

/**
 * @param {{ servers: import('../start-server.mjs').Running[], load: Load, operation: string, connections: number, plan: { rounds: number, sliceMs: number, pauseMs: number, warmUpMs: number } }} job
 * @returns {Promise<HttpFigure[]>}
 */
async function measureOne({ servers, load, operation, connections, plan }) {
  const run = (
    /** @type {import('../start-server.mjs').Running} */ { port, pid },
    /** @type {number} */ durationMs,
  ) => load.run({ port, operation, connections, durationMs }, pid)
  const results = servers.map((server) => ({
    server,
    slices: /** @type {Awaited<ReturnType<Load['run']>>[]} */ ([]),
  }))
  for (const { server } of results) await run(server, plan.warmUpMs)
  for (let round = 0; round < plan.rounds; round++) {
    for (const { server, slices } of results) {
      // What a server still does after its turn, such as writing to disk, must not count for the next.
      await delay(plan.pauseMs)
      slices.push(await run(server, plan.sliceMs))
    }
  }
  return results.map(({ server, slices }) => ({
    operation,
    connections,
    subject: server.subject,
    measure: sumUp(slices),
  }))
}

/**
 * Checks an answer: a server that is fast because it is wrong is not worth measuring.
 * @param {string} name
 * @param {import('../subjects.mjs').Subject} subject
 * @param {number} port
 */
async function checkAnswer(name, subject, port) {
  const operation = operations[name]
  const answer = await call(port, operation.target, operation.input(0))
  if (!operation.isRight(answer)) {
    throw new Error(`${subject.name} answers ${name} with ${JSON.stringify(answer).slice(0, 500)}`)
  }
}

/**
 * @param {readonly HttpFigure[]} figures
 * @param {number} connections
 */
export function tableOf(figures, connections) {
  const here = figures.filter((figure) => figure.connections === connections)
  const peers = [...new Set(here.map(({ subject }) => subject))].filter(({ isPeer }) => isPeer)
  const rows = here.map(({ operation, subject, measure }) => {
    const ratios = peers.map((peer) => {
      const other = here.find((figure) => figure.operation === operation && figure.subject === peer)
      return subject.isPeer || other === undefined ? '' : ratioText(measure, other.measure)
    })
    return [
      operations[operation].title,
      subject.name,
      `${thousands(measure.perSecond)}${measure.loadShare > 0.85 ? ' *' : ''}`,
      decimals(measure.cpuUs),
      microseconds(measure.p50Us),
      microseconds(measure.p99Us),
      ...ratios,
    ]
  })
  return {
    title: `Over HTTP, ${connections === 1 ? '1 connection' : `${connections} connections`}`,
    note:
      '“×” is how many times the operations a second of a peer, and behind the stroke how many times less CPU. ' +
      '“*”: the load took a core for itself, and the server could do more.',
    head: ['Operation', 'Server', 'op/s', 'CPU µs/op', 'p50', 'p99', ...peers.map(({ name }) => `× ${name}`)],
    rows,
  }
}

/**
 * @param {import('../load.mjs').Measure} ours
 * @param {import('../load.mjs').Measure} theirs
 */
function ratioText(ours, theirs) {
  return `${decimals(ours.perSecond / theirs.perSecond)} / ${decimals(theirs.cpuUs / ours.cpuUs)}`
}
