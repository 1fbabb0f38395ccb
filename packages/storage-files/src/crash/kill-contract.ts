import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockFileName } from '../store-lock.ts'
import { type Acknowledged, buildCrashProgram, type CrashProgram, firstLine, killed } from './crash-child.ts'
import type { CrashedStore } from './crashed-store.ts'
import { runAndKill } from './run-and-kill.ts'
import { verifyStore } from './verify-store.ts'

export interface KillContractOptions extends CrashedStore {
  readonly kills: number
  /** Whether a store without its lock file is refused even when nobody has it open. */
  readonly needsLockFile: boolean
}

const killsPerCheck = 2

/** The tests that every store must pass when its process is killed. */
export function killContract({ open, sources, kills, needsLockFile }: KillContractOptions): void {
  const root = mkdtempSync(join(tmpdir(), 'monotable-crash-'))
  const seed = Number(process.env['MONOTABLE_SEED'] ?? randomInt(2 ** 31))
  let program: CrashProgram

  beforeAll(async () => {
    program = await buildCrashProgram(sources)
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
          // Skip every other check, so that the next process finds what the killed one left, not what a clean close
          // made of it.
          if (kill % killsPerCheck !== killsPerCheck - 1) continue
          const expectation = { path, seed, acknowledged, kills: killsPerCheck }
          await verifyStore(open, expectation).catch((error: unknown) => {
            throw new Error(`after kill ${kill}; run again with MONOTABLE_SEED=${seed}`, { cause: error })
          })
        }
        // Otherwise the test has tested nothing.
        expect([...acknowledged.values()].reduce((sum, n) => sum + n, 0)).toBeGreaterThan(kills)
      },
    )
  })

  describe('a second process', () => {
    it('is refused while the first has the store open, and admitted once the first was killed', async () => {
      const path = join(root, 'second')
      const storage = await open({ path })
      expect(await firstLine(program.start({ path, seed }))).toMatch(
        /^failed LOCKED The store in .* is already open/,
      )
      await expect(open({ path })).rejects.toMatchObject({ code: 'LOCKED' })
      await storage.close()
      const child = program.start({ path, seed })
      expect(await firstLine(child)).toBe('open')
      await expect(open({ path })).rejects.toMatchObject({ code: 'LOCKED' })
      // The lock is held on the open file, so removing the file does not release it.
      const lockFile = join(path, lockFileName)
      if (process.platform !== 'win32') rmSync(lockFile)
      await expect(open({ path })).rejects.toMatchObject({ code: 'LOCKED' })
      await killed(child)
      if (needsLockFile) writeFileSync(lockFile, '')
      await (await open({ path })).close()
    })
  })
}
