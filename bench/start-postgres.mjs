import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createDataFolder, removeDataFolder } from './data-folder.mjs'
import { cpuUsOf } from './process-usage.mjs'

/** @typedef {{ url: string, version: string, cpuUs: () => number, stop: () => void }} RunningPostgres */

/** Returns the folder with PostgreSQL's programs, if there is one. */
function findPrograms() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [process.env['PG_BIN'], ...versions.map((version) => join(debian, version, 'bin'))]
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')))
}

/**
 * Starts a durable PostgreSQL; returns `undefined` if none is installed.
 * @returns {Promise<RunningPostgres | undefined>}
 */
export async function startPostgres() {
  const programs = findPrograms()
  if (programs === undefined) return undefined
  const folder = createDataFolder()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, idOf('-u'), idOf('-g'))
  const run = (/** @type {string} */ program, /** @type {string[]} */ ...args) => {
    const command = [join(programs, program), ...args]
    const [name = '', ...rest] = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    return execFileSync(name, rest, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
  }
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-U', 'monotable', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync')
  const port = await freePort()
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c shared_buffers=256MB`
  // Otherwise, the server would keep one of our pipes open.
  const start = ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start']
  execFileSync(
    isRoot ? 'runuser' : join(programs, 'pg_ctl'),
    isRoot ? ['-u', 'postgres', '--', join(programs, 'pg_ctl'), ...start] : start,
    { stdio: 'ignore', cwd: folder },
  )
  const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    url: `postgres://monotable@127.0.0.1:${port}/postgres`,
    version: run('postgres', '--version').trim(),
    cpuUs: () => childrenOf(pid).reduce((sum, child) => sum + (cpuUsOf(child) || 0), 0),
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      removeDataFolder(folder)
    },
  }
}

/** Returns the processes that PostgreSQL runs for its connections, and for itself. */
function childrenOf(/** @type {number} */ pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}

/** @returns {number} */
function idOf(/** @type {string} */ kind) {
  return Number(execFileSync('id', [kind, 'postgres'], { encoding: 'utf8' }))
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}
