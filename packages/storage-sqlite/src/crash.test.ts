import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Storage } from '@monotable/engine'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { clients, counterKey, itemsAfter, nOf, spaces } from './crash/workload.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

const kills = 52
const killsPerCheck = 2
const source = dirname(fileURLToPath(import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'monotable-crash-'))
// Inside the package, so that the program finds SQLite as the package does.
const programs = join(source, '..', 'dist', `crash-test-${process.pid}`)
const program = join(programs, 'child.js')
const seed = Number(process.env['MONOTABLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

beforeAll(async () => {
  mkdirSync(programs, { recursive: true })
  // Node 20 does not run TypeScript.
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: [/^@monotable\//], external: ['@photostructure/sqlite'] },
    resolve: { conditions: ['monotable-source'] },
    build: { ssr: join(source, 'crash', 'child.ts'), outDir: programs, target: 'node20', minify: false },
  })
})

afterAll(() => {
  rmSync(root, { recursive: true, force: true })
  rmSync(programs, { recursive: true, force: true })
})

describe('kill -9', () => {
  const stores = ['one', 'two']
  it.concurrent.each(stores)(
    'loses nothing that was acknowledged and leaves nothing half done, store %s',
    { timeout: 300_000 },
    async (name) => {
      const path = join(root, name)
      const acknowledged = new Map<number, number>()
      for (let kill = 0; kill < kills / stores.length; kill++) {
        await runAndKill(path, killDelayMs(kill), acknowledged)
        // Every other time the next one finds what the killed one left, not what a clean end made of it.
        if (kill % killsPerCheck !== killsPerCheck - 1) continue
        await verify(path, acknowledged).catch((error: unknown) => {
          throw new Error(`after kill ${kill}; run again with MONOTABLE_SEED=${seed}`, { cause: error })
        })
      }
      // Otherwise the test has not tested anything.
      expect([...acknowledged.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(kills)
    },
  )
})

describe('a second process', () => {
  it('is refused while the first has the store, and not once that was killed', async () => {
    const path = join(root, 'second')
    const storage = await openSqliteStorage({ path })
    expect(await firstLine(startChild(path))).toMatch(/^failed LOCKED The store in .* is open already/)
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await storage.close()
    const child = startChild(path)
    expect(await firstLine(child)).toBe('open')
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await killed(child)
    await (await openSqliteStorage({ path })).close()
  })
})

/** Lets the program write for a while and kills it; takes note of what it said was written. */
async function runAndKill(path: string, delayMs: number, acknowledged: Map<number, number>): Promise<void> {
  const child = startChild(path)
  let output = ''
  child.stdout?.setEncoding('latin1').on('data', (text: string) => {
    output += text
  })
  await firstLine(child)
  await new Promise((resolve) => setTimeout(resolve, delayMs))
  await killed(child)
  // What stands behind the last line feed may be cut off.
  for (const line of output.split('\n').slice(0, -1)) {
    if (line === 'open') continue
    const [client, n] = line.split(' ').map(Number)
    if (client === undefined || !n) throw new Error(`the program said: ${line}`)
    acknowledged.set(client, n)
  }
}

/** Checks the whole store. What is found, acknowledged or not, must be there from now on. */
async function verify(path: string, acknowledged: Map<number, number>): Promise<void> {
  const storage = await openSqliteStorage({ path })
  try {
    for (let client = 0; client < clients; client++) {
      acknowledged.set(client, await verifyClient(storage, client, acknowledged.get(client) ?? 0))
    }
    for (const space of spaces) {
      const { records } = await storage.range({ space, within: {} })
      const sizeBytes = records.reduce((sum, record) => sum + record.sizeBytes, 0)
      expect(await storage.size(space)).toEqual({ records: records.length, sizeBytes })
    }
  } finally {
    await storage.close()
  }
}

async function verifyClient(storage: Storage, client: number, acknowledged: number): Promise<number> {
  const { partition } = counterKey(client)
  const [counter] = await storage.read([counterKey(client)])
  const n = Number(counter?.doc ?? 0)
  // One more write may have been under way at each kill.
  expect(n).toBeGreaterThanOrEqual(acknowledged)
  expect(n).toBeLessThanOrEqual(acknowledged + killsPerCheck)
  const expected = [...itemsAfter({ seed, client, n })].sort(([a], [b]) => a - b)
  const items = (await storage.range({ space: 'items', within: { partition } })).records
  expect(items.map((item) => [Number(item.sort), nOf(item)]).sort(([a = 0], [b = 0]) => a - b)).toEqual(
    expected,
  )
  const index = (await storage.range({ space: 'index', within: { partition } })).records
  const entries = index.map((entry) => [Number(entry.doc), Number(entry.sort)])
  expect(entries.sort(([a = 0], [b = 0]) => a - b)).toEqual(expected)
  return n
}

/** Mostly while it writes, sometimes as soon as it is open. */
function killDelayMs(kill: number): number {
  return kill % 10 === 0 ? 0 : (Math.imul(seed ^ kill, 2654435761) >>> 0) % 200
}

function startChild(path: string): ChildProcess {
  return spawn(process.execPath, [program, path, String(seed)], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk: Buffer | string) => {
      text += String(chunk)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
    })
    child.on('error', reject)
    child.on('exit', () => reject(new Error(`the program ended: ${text}`)))
  })
}

async function killed(child: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGKILL')
  await closed
}
