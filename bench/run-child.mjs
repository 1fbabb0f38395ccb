import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Runs a program of the benchmark in a process of its own and gives what it reports.
 * @param {string} program
 * @param {object} order
 * @param {string[]} [execArgv]
 * @returns {Promise<any>}
 */
export async function runChild(program, order, execArgv = []) {
  const child = fork(join(import.meta.dirname, 'children', program), [JSON.stringify(order)], { execArgv })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${program} ended with code ${code}`)
  })
  const [report] = await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  child.kill('SIGKILL')
  return report
}
