import { execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

/** A PostgreSQL of a test's own, or the one that `PG_URL` names. */
export interface PostgresServer {
  readonly url: string
  stop(): void
}

/** Where Debian and others put the programs of PostgreSQL. */
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

/** Starts a server on a free port, with its data in a folder that goes with it. */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const given = process.env['PG_URL']
  if (given !== undefined) return { url: given, stop: () => {} }
  const programs = findPrograms()
  if (programs === undefined) throw new Error('PostgreSQL is not installed')
  const folder = mkdtempSync('/tmp/monotable-postgres-')
  const port = await freePort()
  // PostgreSQL refuses to run as root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, Number(idOf('-u')), Number(idOf('-g')))
  const run = (program: string, ...args: string[]) => {
    const command = [join(programs, program), ...args]
    const whole = isRoot ? ['runuser', '-u', 'postgres', '--', ...command] : command
    execFileSync(whole[0] as string, whole.slice(1), { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder })
  }
  const data = join(folder, 'data')
  run('initdb', '-D', data, '-U', 'monotable', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync')
  const options = [
    `-p ${port}`,
    `-k ${folder}`,
    '-c listen_addresses=127.0.0.1',
    ...settings.map((one) => `-c ${one}`),
  ]
  run('pg_ctl', '-D', data, '-w', '-l', join(folder, 'log'), '-o', options.join(' '), 'start')
  return {
    url: `postgres://monotable@127.0.0.1:${port}/postgres`,
    stop: () => {
      run('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function idOf(kind: '-u' | '-g'): string {
  return spawnSync('id', [kind, 'postgres'], { encoding: 'utf8' }).stdout.trim()
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
