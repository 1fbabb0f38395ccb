import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Acknowledged,
  buildCrashProgram,
  type CrashProgram,
  firstLine,
  killed,
  noteAcknowledged,
} from './crash/crash-child.ts'
import { verifyStore } from './crash/verify-store.ts'
import { openSqliteStorage } from './open-sqlite-storage.ts'

/** Another 52 are in tests/simulation/crash.test.ts, of the whole database. */
const kills = 28
const killsPerCheck = 2
const root = mkdtempSync(join(tmpdir(), 'monotable-crash-'))
const seed = Number(process.env['MONOTABLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
let program: CrashProgram

beforeAll(async () => {
  program = await buildCrashProgram()
})

afterAll(() => {
  program?.remove()
  rmSync(root, { recursive: true, force: true })
})

describe('kill -9', () => {
  const stores = ['one', 'two']
  it.concurrent.each(stores)(
    'loses nothing that was acknowledged and leaves nothing half done, store %s',
    { timeout: 300_000 },
    async (name) => {
      const path = join(root, name)
      const acknowledged: Acknowledged = new Map()
      for (let kill = 0; kill < kills / stores.length; kill++) {
        await runAndKill(path, kill, acknowledged)
        // Every other time the next one finds what the killed one left, not what a clean end made of it.
        if (kill % killsPerCheck !== killsPerCheck - 1) continue
        await verifyStore({ path, seed, acknowledged, kills: killsPerCheck }).catch((error: unknown) => {
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
    expect(await firstLine(program.start({ path, seed }))).toMatch(
      /^failed LOCKED The store in .* is open already/,
    )
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await storage.close()
    const child = program.start({ path, seed })
    expect(await firstLine(child)).toBe('open')
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    // The lock is not the file, and who removes that takes nothing away, nor has to put it back.
    if (process.platform !== 'win32') rmSync(join(path, 'lock.sqlite'))
    await expect(openSqliteStorage({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await killed(child)
    await (await openSqliteStorage({ path })).close()
  })
})

/**
 * Lets the program write for a while and kills it, sometimes as soon as it is open; takes note of what it said was written.
 * On a busy machine a while may be nothing, so that a few writes are waited for, too.
 */
async function runAndKill(path: string, kill: number, acknowledged: Acknowledged): Promise<void> {
  const child = program.start({ path, seed })
  const isAtOnce = kill % 10 === 0
  const delayMs = isAtOnce ? 0 : (Math.imul(seed ^ kill, 2654435761) >>> 0) % 200
  const isWriting = firstLine(child, isAtOnce ? 1 : 5).then(() => setTimeout(delayMs))
  await Promise.all([noteAcknowledged(child, acknowledged), isWriting.then(() => killed(child))])
}
