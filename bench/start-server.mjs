import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { call } from './call.mjs'
import { createDataFolder, removeDataFolder } from './data-folder.mjs'

/** @typedef {{ subject: import('./subjects.mjs').Subject, pid: number, port: number, path: string, stop: () => Promise<void> }} Running */

/**
 * Starts a server and waits for its first answer.
 * @param {import('./subjects.mjs').Subject} subject
 * @returns {Promise<Running>}
 */
export async function startServer(subject) {
  const path = createDataFolder()
  const wantedPort = subject.announces ? 0 : await freePort()
  const { file, args, cwd } = subject.command({ path, port: wantedPort })
  const child = spawn(file, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGKILL')
    await exited
    removeDataFolder(path)
  }
  try {
    const port = subject.announces ? await readPort(child) : wantedPort
    child.stdout?.resume()
    await firstAnswer(port, exited)
    return { subject, pid: child.pid ?? 0, port, path, stop }
  } catch (error) {
    await stop()
    throw new Error(`${subject.name} did not start`, { cause: error })
  }
}

/** @returns {Promise<number>} */
async function readPort(/** @type {import('node:child_process').ChildProcess} */ child) {
  if (child.stdout === null) throw new TypeError('a server without an output')
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line).port
  throw new Error('it ended without a word')
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(address.port))
    })
  })
}

/**
 * @param {number} port
 * @param {Promise<unknown>} exited
 */
async function firstAnswer(port, exited) {
  let gone = false
  exited.then(() => {
    gone = true
  })
  for (const endMs = Date.now() + 60_000; ; await delay(2)) {
    try {
      return await call(port, 'ListTables', {})
    } catch (error) {
      const refused = /** @type {NodeJS.ErrnoException} */ (error).code === 'ECONNREFUSED'
      if (!refused || gone || Date.now() > endMs) throw error
    }
  }
}
