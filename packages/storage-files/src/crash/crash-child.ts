import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { OpenStoreOptions } from './run-crash-child.ts'

/** The last acknowledged write of each client. */
export type Acknowledged = Map<number, number>

/** How the program is started. */
export interface CrashChildOptions extends OpenStoreOptions {
  readonly seed: number
  /**
   * The number of writes per client after which the program kills itself; without it, the program writes until it is
   * killed.
   */
  readonly writes?: number
  readonly env?: NodeJS.ProcessEnv
}

/** A built program that calls `runCrashChild`. */
export interface CrashProgram {
  start(options: CrashChildOptions): ChildProcess
  /** Removes the program and kills its processes that still run. */
  remove(): void
}

/** Builds the program of a package with these sources; it exists until `remove` is called. */
export async function buildCrashProgram(sources: string): Promise<CrashProgram> {
  // Inside the package, so that the program finds SQLite as the package does.
  const dist = join(sources, '../dist')
  mkdirSync(dist, { recursive: true })
  const folder = mkdtempSync(join(dist, 'crash-test-'))
  // Node 20 does not run TypeScript.
  await build({
    entryPoints: [join(sources, 'crash/child.ts')],
    outfile: join(folder, 'child.js'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['monotable-source'],
    external: ['@photostructure/sqlite'],
    logLevel: 'error',
  })
  const children: ChildProcess[] = []
  return {
    start: ({ path, seed, env = {}, ...options }) => {
      const { pendingMaxBytes = 20_000, writes = Number.POSITIVE_INFINITY, durability = 'full' } = options
      const words = [path, seed, pendingMaxBytes, writes, durability].map(String)
      const child = spawn(process.execPath, [join(folder, 'child.js'), ...words], {
        env: { ...process.env, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.push(child)
      return child
    },
    remove: () => {
      for (const child of children) child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Waits until the program is dead and records the writes that it reported; returns whether it had the store open. */
export async function noteAcknowledged(child: ChildProcess, acknowledged: Acknowledged): Promise<boolean> {
  let output = ''
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    output += text
  })
  await new Promise((resolve) => child.once('close', resolve))
  // The line after the last line feed may be cut off.
  for (const line of output.split('\n').slice(0, -1)) {
    if (line === 'open') continue
    const [client, n] = line.split(' ').map(Number)
    if (client === undefined || !n) throw new Error(`the program said: ${line}`)
    acknowledged.set(client, n)
  }
  if (child.signalCode !== 'SIGKILL') throw new Error(`the program ended with ${child.exitCode}`)
  return output.startsWith('open\n')
}

/** Returns the first line that the program prints, `open` if all is well, once it has printed this many lines. */
export function firstLine(child: ChildProcess, lines = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer | string) => {
      text += String(chunk)
      if (text.split('\n').length > lines) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`the program ended: ${text}`)))
  })
}

/** Kills the program and waits until it is gone. */
export async function killed(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}
