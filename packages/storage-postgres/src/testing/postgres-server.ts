import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A PostgreSQL server of the test's own, or the one that `PG_URL` names. */
export interface PostgresServer {
  readonly url: string
  stop(): void
}

/** A server of the test's own, with which it can do what it likes. */
export interface OwnPostgresServer extends PostgresServer {
  readonly port: number
  /** Stops the server, breaking all connections, and starts it again. */
  restart(): void
  /** Kills all processes of the server with SIGKILL, as a loss of power would; it is not started again. */
  kill(): void
  /** Suspends all processes of the server: connections stay, and nothing is answered, as when a machine is lost. */
  freeze(): void
  /** Adds a standby that follows this server, which must confirm every write before this server does. */
  addSynchronousStandby(): Promise<StandbyServer>
}

/** A server that follows another one. */
export interface StandbyServer extends PostgresServer {
  readonly port: number
  /** Makes the standby take writes. */
  promote(): void
}

/** How to start a server of the test's own. */
export interface StartOptions {
  /** For example `fsync=off`. */
  readonly settings?: readonly string[]
  /** The folder for the data, such as a small disk; a new folder by default. */
  readonly parentFolder?: string
}

/** Returns where Debian and others put the programs of PostgreSQL. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian)
    ? readdirSync(debian).sort((one, other) => Number(other) - Number(one))
    : []
  const folders = [process.env['PG_BIN'], ...versions.map((version) => join(debian, version, 'bin'))]
  return folders.find((folder) => folder !== undefined && existsSync(join(folder, 'initdb')))
}

/** Whether there is a PostgreSQL to test with. */
export function hasPostgres(): boolean {
  return process.env['PG_URL'] !== undefined || findPrograms() !== undefined
}

/** Whether tests can start, stop and break a server of their own. */
export function hasPostgresPrograms(): boolean {
  return findPrograms() !== undefined
}

/** Returns the server that `PG_URL` names, or starts a new one. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const given = process.env['PG_URL']
  return given === undefined ? startOwnPostgres({ settings }) : { url: given, stop: () => {} }
}

/** Starts a server on a free port, with its data in a folder that is removed with it. */
export async function startOwnPostgres(options: StartOptions = {}): Promise<OwnPostgresServer> {
  const { settings = [], parentFolder = '/tmp' } = options
  const installation = new Installation(parentFolder)
  const { run, data } = installation
  installation.copyFrom(emptyData())
  const port = await freePort()
  installation.start(port, settings)
  const standbys: StandbyServer[] = []
  return {
    port,
    url: urlOf(port),
    restart: () => {
      installation.stop('fast')
      installation.start(port, settings)
    },
    kill: () => installation.kill(),
    freeze: () => installation.freeze(),
    addSynchronousStandby: async () => {
      const standby = await startStandby(port, parentFolder)
      standbys.push(standby)
      appendFileSync(join(data, 'postgresql.conf'), "\nsynchronous_standby_names = '*'\n")
      run('pg_ctl', '-D', data, 'reload')
      return standby
    },
    stop: () => {
      for (const standby of standbys) standby.stop()
      installation.remove()
    },
  }
}

let made: Installation | undefined

/** Returns the data of an empty server. Creating it takes a second, so it is created once and then copied. */
function emptyData(): string {
  if (made === undefined) {
    made = new Installation(process.env['MONOTABLE_TESTS_FOLDER'] ?? '/tmp')
    const words = ['-U', 'monotable', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync']
    made.run('initdb', '-D', made.data, ...words)
  }
  return made.data
}

async function startStandby(primaryPort: number, parentFolder: string): Promise<StandbyServer> {
  const installation = new Installation(parentFolder)
  const { run, data } = installation
  run('pg_basebackup', '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync', '-d', urlOf(primaryPort))
  const port = await freePort()
  installation.start(port, [])
  return {
    port,
    url: urlOf(port),
    promote: () => run('pg_ctl', '-D', data, '-w', 'promote'),
    stop: () => installation.remove(),
  }
}

/** The data of one server, and the programs that work on it. */
class Installation {
  readonly data: string
  readonly #folder: string
  readonly #programs: string
  #isKilled = false
  #isFrozen = false
  readonly #isRoot = process.getuid?.() === 0

  constructor(parentFolder: string) {
    const programs = findPrograms()
    if (programs === undefined) throw new Error('PostgreSQL is not installed')
    this.#programs = programs
    // A test that fails before it can stop its server would leave it running forever.
    process.once('exit', this.#removeAtExit)
    this.#folder = mkdtempSync(join(parentFolder, 'monotable-postgres-'))
    this.data = join(this.#folder, 'data')
    mkdirSync(this.data, { mode: 0o700 })
    // PostgreSQL refuses to run as root.
    if (!this.#isRoot) return
    for (const path of [this.#folder, this.data]) chownSync(path, idOf('-u'), idOf('-g'))
  }

  readonly #removeAtExit = (): void => this.remove()

  readonly run = (program: string, ...args: string[]): void => this.#call(join(this.#programs, program), args)

  /** Starts from a copy of another server's data; that server must not be running. */
  copyFrom(data: string): void {
    this.#call('cp', ['-R', `${data}/.`, this.data])
  }

  #call(program: string, args: readonly string[]): void {
    const command = [program, ...args]
    const [name = '', ...rest] = this.#isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(name, rest, { stdio: ['ignore', 'ignore', 'pipe'], cwd: this.#folder })
  }

  start(port: number, settings: readonly string[]): void {
    const all = ['listen_addresses=127.0.0.1', ...settings]
    const options = [`-p ${port}`, `-k ${this.#folder}`, ...all.map((setting) => `-c ${setting}`)].join(' ')
    this.run('pg_ctl', '-D', this.data, '-w', '-l', join(this.#folder, 'log'), '-o', options, 'start')
  }

  stop(mode: 'fast' | 'immediate'): void {
    this.run('pg_ctl', '-D', this.data, '-w', '-m', mode, 'stop')
  }

  kill(): void {
    this.#isKilled = true
    this.#signalAll('SIGKILL')
  }

  freeze(): void {
    this.#isFrozen = true
    this.#signalAll('SIGSTOP')
  }

  #signalAll(signal: NodeJS.Signals): void {
    const pid = this.#pid()
    if (pid === undefined) return
    const children = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' }).stdout
    process.kill(pid, signal)
    for (const child of children.split('\n').map(Number)) if (child > 0) signalQuietly(child, signal)
  }

  remove(): void {
    if (this.#isFrozen) this.kill()
    // A killed process may stay listed until somebody asks for its exit code.
    if (!this.#isKilled && this.#isRunning()) this.stop('immediate')
    rmSync(this.#folder, { recursive: true, force: true })
    process.off('exit', this.#removeAtExit)
  }

  #isRunning(): boolean {
    const pid = this.#pid()
    return pid !== undefined && isAlive(pid)
  }

  #pid(): number | undefined {
    const file = join(this.data, 'postmaster.pid')
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended by itself because its parent is gone.
  }
}

function urlOf(port: number): string {
  return `postgres://monotable@127.0.0.1:${port}/postgres`
}

function idOf(kind: '-u' | '-g'): number {
  return Number(spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout.trim())
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })
}
