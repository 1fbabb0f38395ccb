import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import {
  type Acknowledged,
  buildCrashProgram,
  type CrashProgram,
  firstLine,
  killed,
} from '../../storage-files/src/crash/crash-child.ts'
import { runAndKill } from '../../storage-files/src/crash/run-and-kill.ts'
import { verifyStore } from '../../storage-files/src/crash/verify-store.ts'
import { openSmallStore } from './testing/small-store.ts'

const kills = draws(10)
const killsPerCheck = 2
const root = mkdtempSync(join(tmpdir(), 'monotable-log-crash-'))
const seed = Number(process.env['MONOTABLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
let program: CrashProgram

beforeAll(async () => {
  program = await buildCrashProgram(
    join(import.meta.dirname, 'crash/child.ts'),
    resolve(import.meta.dirname, '..'),
  )
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
        await runAndKill(program, { path, seed, kill }, acknowledged)
        // Every other time the next one finds what the killed one left, not what a clean end made of it.
        if (kill % killsPerCheck !== killsPerCheck - 1) continue
        const expectation = { path, seed, acknowledged, kills: killsPerCheck }
        await verifyStore(openSmallStore, expectation).catch((error: unknown) => {
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
    const storage = await openSmallStore({ path })
    expect(await firstLine(program.start({ path, seed }))).toMatch(
      /^failed LOCKED The store in .* is open already/,
    )
    await expect(openSmallStore({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await storage.close()
    const child = program.start({ path, seed })
    expect(await firstLine(child)).toBe('open')
    await expect(openSmallStore({ path })).rejects.toMatchObject({ code: 'LOCKED' })
    await killed(child)
    await (await openSmallStore({ path })).close()
  })
})
