// Makes a clone ready to run: installs what package-lock.json names, and builds. Uses only Node itself, since it runs
// before anything is installed.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the workspace. */
export const root = fileURLToPath(new URL('..', import.meta.url))

const oldestNode = [20, 19]

/** Prints a title, runs a program, and ends the process with its exit code if it fails. */
export function step(title, command, args, options = {}) {
  process.stderr.write(`• ${title}\n`)
  const { status, error, signal } = run(command, args, options)
  if (error) fail(`${title}: ${error.message}`)
  if (status !== 0) fail(`${title} failed`, signal ? 1 : status)
}

/** Runs a program of this workspace, or of the system. */
export function run(command, args, options = {}) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit', ...options })
}

/** Returns the script of a tool installed in the workspace, to be run by Node: works on every system. */
export function tool(...path) {
  return join(root, 'node_modules', ...path)
}

/**
 * Makes npm install the build tools where they are expected, whatever the machine's settings: NODE_ENV=production
 * leaves out tools, `omit` their binaries, and strict engine checks what runs on Node 20 without declaring it.
 */
const wholeInstallation = [
  '--include=dev',
  '--include=optional',
  '--install-strategy=hoisted',
  '--engine-strict=false',
]

/** Installs what is missing. */
export function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1])) {
    fail(`Node ${oldestNode.join('.')} or newer is needed; this is ${process.versions.node}`)
  }
  const letter = /[#?*]/.exec(root)?.[0]
  // Vite and esbuild do not treat what follows these characters as part of a path.
  if (letter !== undefined)
    fail(`The build does not work in a folder with "${letter}" in its path; rename it: ${root}`)
  if (isInstalled()) return
  process.stderr.write('• Installing packages\n')
  const cache = cacheInstead()
  if (cache === undefined) return installPackages(process.env)
  const removeCache = () => rmSync(cache, { recursive: true, force: true })
  // Also if a step fails, which ends the process.
  process.once('exit', removeCache)
  installPackages({ ...process.env, npm_config_cache: cache })
  removeCache()
}

function installPackages(env) {
  const lock = existsSync(join(root, 'package-lock.json'))
  // On Windows, npm is a shell script.
  const shell = process.platform === 'win32'
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...wholeInstallation]
  if (lock && run('npm', ['ci', ...options], { env, shell, stdio: 'ignore' }).status === 0) return
  // npm ci refuses a lock without packages for other platforms; npm install completes it, and reports what is wrong if
  // that fails, too.
  const what = lock
    ? 'Installing packages that package-lock.json lacks'
    : 'Installing packages without package-lock.json'
  step(what, 'npm', ['install', ...options], { env, shell })
}

/** Creates a cache folder for npm if its own is not writable: users in containers often have no home there. */
function cacheInstead() {
  const cache = process.env.npm_config_cache
  if (cache === undefined || isWritable(cache)) return undefined
  // If nothing can be written here either, npm reports it.
  return isWritable(root) ? mkdtempSync(join(root, '.npm-')) : undefined
}

function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Whether everything is installed. npm writes a file at the end of an installation, but one without development
 * dependencies, or for another system, lacks the compiler's binary.
 */
function isInstalled() {
  const installed = modifiedAt(join(root, 'node_modules', '.package-lock.json'))
  const compiler = tool('@typescript', `typescript-${process.platform}-${process.arch}`, 'package.json')
  return (
    installed !== undefined &&
    installed >= (modifiedAt(join(root, 'package-lock.json')) ?? 0) &&
    existsSync(tool('typescript', 'package.json')) &&
    existsSync(compiler)
  )
}

function modifiedAt(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}

/** Compiles all packages, but only what has changed since the last time. */
export function build() {
  step('Building', process.execPath, [tool('typescript', 'bin', 'tsc'), '-b'])
  step('Building the page', process.execPath, [join(root, 'scripts', 'build-page.mjs')])
  step('Bundling', process.execPath, [join(root, 'scripts', 'bundle.mjs')])
}

function fail(message, status = 1) {
  process.stderr.write(`✗ ${message}\n`)
  process.exit(status ?? 1)
}
