// Brings a clone to the point where it can run: installs what package-lock.json names, and builds.
// Uses nothing but Node itself, since it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the workspace. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = [20, 19]

/** Says what runs, runs it, and ends the process with its exit code if it fails. */
export function step(title, command, args, options = {}) {
  process.stderr.write(`• ${title}\n`)
  const { status, error, signal } = run(command, args, options)
  if (error) fail(`${title}: ${error.message}`)
  if (status !== 0) fail(`${title} failed`, signal ? 1 : status)
}

/** Runs a program of this workspace, or one of the system. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
}

/** The script of a tool that is installed in the workspace, to be run by Node: works on every system. */
export function tool(...path) {
  return join(root, 'node_modules', ...path)
}

/** Installs what is missing. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    fail(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}`)
  }
  if (isInstalled()) return
  process.stderr.write('• Installing packages\n')
  const lock = existsSync(join(root, 'package-lock.json'))
  // npm is a script of a shell on Windows.
  const shell = process.platform === 'win32'
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  if (lock && run('npm', ['ci', ...quiet], { shell, stdio: 'ignore' }).status === 0) return
  // npm ci refuses a lock that leaves out packages for other platforms; npm install makes up for it, and says
  // what is wrong where nothing helps.
  step(lock ? 'Installing what the lock lacks' : 'Installing anew', 'npm', ['install', ...quiet], { shell })
}

/** npm writes this file at the end of an installation. */
function isInstalled() {
  const installed = modifiedAt(join(root, 'node_modules', '.package-lock.json'))
  return installed !== undefined && installed >= (modifiedAt(join(root, 'package-lock.json')) ?? 0)
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** Compiles all packages; only what has changed since the last time. */
export function build() {
  step('Building', process.execPath, [tool('typescript', 'bin', 'tsc'), '-b'])
  step('Building the page', process.execPath, [join(root, 'scripts', 'build-page.mjs')])
  step('Bundling', process.execPath, [join(root, 'scripts', 'bundle.mjs')])
}

function fail(message, status = 1) {
  process.stderr.write(`✗ ${message}\n`)
  process.exit(status ?? 1)
}
