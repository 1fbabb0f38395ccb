import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Runs a program of the benchmark in a process of its own, and returns its report.
 * @param {string} program
 * @param {object} order
 * @param {string[]} [execArgv]
 * @returns {Promise<any>}
 */
export async function runChild(program, order, execArgv = []) {
  const { report, stop } = await startChild(program, order, execArgv)
  stop()
  return report
}

/**
 * Starts such a program; returns its first report, and a function that asks for more.
 * @param {string} program
 * @param {object} order
 * @param {string[]} [execArgv]
 * @returns {Promise<{ report: any, ask: (order: object) => Promise<any>, stop: () => void }>}
 */
export async function startChild(program, order, execArgv = []) {
  const child = fork(join(import.meta.dirname, 'children', program), [JSON.stringify(order)], { execArgv })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with code ${code}`)
  })
  ended.catch(() => {})
  const nextReport = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  const ask = (/** @type {object} */ next) => {
    const report = nextReport()
    child.send(next)
    return report
  }
  return { report: await nextReport(), ask, stop: () => void child.kill('SIGKILL') }
}
