import { spawnSync } from 'node:child_process'
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { withDataFolder } from '../data-folder.mjs'
import { median } from '../median.mjs'
import { decimals } from '../report.mjs'
import { runChild } from '../run-child.mjs'
import { startServer } from '../start-server.mjs'

/**
 * Measures the time to the first answer: of a server's process, and of the library in a running process.
 * @param {import('../run.mjs').Bench} bench
 */
export async function measureColdStart({ options, subjects, say }) {
  const rounds = options.quick ? 3 : 11
  say(`  ${rounds} starts of each`)
  /** @type {Map<string, number[]>} */
  const times = new Map()
  const note = (/** @type {string} */ what, /** @type {number} */ ms) =>
    times.set(what, [...(times.get(what) ?? []), ms])
  await keepCompiled(subjects)
  for (let round = 0; round < rounds; round++) {
    note('an empty Node program', timeEmptyProgram())
    for (const subject of subjects) {
      const startMs = performance.now()
      const server = await startServer(subject)
      note(`${subject.name}: process to first answer`, performance.now() - startMs)
      await server.stop()
    }
    for (const durable of [false, true]) {
      const report = await withDataFolder(durable, (path) => runChild('cold-start-child.mjs', { path }))
      const store = durable ? 'durable' : 'memory'
      note(`in process, ${store}: import`, report.importMs)
      note(`in process, ${store}: open`, report.openMs)
      note(`in process, ${store}: create a table, put, get`, report.firstMs)
    }
  }
  const figures = [...times].map(([what, ms]) => ({ what, medianMs: median(ms), worstMs: Math.max(...ms) }))
  const rows = figures.map(({ what, medianMs, worstMs }) => [what, decimals(medianMs), decimals(worstMs)])
  const table = {
    title: 'Cold start',
    note: '',
    nameColumns: 1,
    head: ['What', 'median ms', 'worst ms'],
    rows,
  }
  return { figures, tables: [table] }
}

/**
 * Starts our servers once, since the command caches what its first start on a machine has compiled. The last subject
 * goes first, since a durable server runs all the code of one in memory, and more.
 * @param {readonly import('../subjects.mjs').Subject[]} subjects
 */
async function keepCompiled(subjects) {
  for (const subject of subjects.filter(({ isPeer }) => !isPeer).toReversed()) {
    const server = await startServer(subject)
    await delay(2_500)
    await server.stop()
  }
}

function timeEmptyProgram() {
  const startMs = performance.now()
  spawnSync(process.execPath, ['--eval', '0'])
  return performance.now() - startMs
}
