import { randomInt } from 'node:crypto'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../../tests/draws.ts'
import { buildCrashProgram, type CrashProgram } from './crash-child.ts'
import type { CrashedStore } from './crashed-store.ts'
import { buildPowerLossLibrary, pick, powerLossObstacle } from './lose-power.ts'
import {
  createDraw,
  createPowerLossSubject,
  nothingUnsynced,
  type PowerLossSubject,
  type RunOptions,
} from './power-loss-subject.ts'

export interface PowerLossContractOptions extends CrashedStore {
  /** How many stores lose power at random moments, and how often each. */
  readonly stores: number
  readonly rounds: number
  /** The file in which writes first become durable. */
  readonly firstFile: string
  /** Tests for this store alone. */
  more?(tools: PowerLossTools): void
}

/** Tools for the tests of one store alone. */
export interface PowerLossTools {
  createSubject(name: string): PowerLossSubject
  /** Makes a store lose power repeatedly, at moments chosen by the seed. */
  loseAtRandom(seed: number, store: number): Promise<void>
}

/** The tests that every store must pass when its machine loses power. */
export function powerLossContract(options: PowerLossContractOptions): void {
  const { open, sources, stores, rounds, firstFile, more } = options
  const seed = Number(process.env['MONOTABLE_SEED'] ?? randomInt(2 ** 31))
  const obstacle = powerLossObstacle()

  describe.skipIf(obstacle)(`power loss${obstacle ? ` (${obstacle})` : ''}`, () => {
    let root: string
    let program: CrashProgram

    beforeAll(async () => {
      // The library asks the system for the paths of open files, which contain no links.
      root = realpathSync(mkdtempSync(join(tmpdir(), 'monotable-power-')))
      buildPowerLossLibrary(root)
      program = await buildCrashProgram(sources)
    })

    afterAll(() => {
      program?.remove()
      rmSync(root, { recursive: true, force: true })
    })

    it.concurrent.each(storesUpTo(draws(stores)))(
      'loses nothing that was acknowledged and leaves nothing half done, store %i',
      { timeout: 300_000 },
      (store) => loseAtRandom(seed, store),
    )

    async function loseAtRandom(seed: number, store: number): Promise<void> {
      const draw = createDraw(seed ^ store)
      const subject = createSubject(`random-${seed}-${store}`, seed)
      for (let round = 0; round < rounds; round++) {
        // While the store is opened, soon after, or after much was moved to its permanent place.
        const dieAt = 1 + Math.floor(draw() * ([20, 100, 600][(round + store) % 3] as number))
        const pendingMaxBytes = pick([2_000, 10_000, 50_000], draw)
        await subject
          .run({ pendingMaxBytes, env: { MONOTABLE_DIE_AT: String(dieAt) } })
          // If only the program was killed, the next one finds everything that it wrote.
          .then(() => (draw() < 0.7 ? subject.losePower(draw) : undefined))
          .catch((error: unknown) => {
            throw new Error(`in round ${round}; run again with MONOTABLE_SEED=${seed}`, { cause: error })
          })
      }
      // Otherwise the test has tested nothing.
      expect(subject.acknowledged.get(0)).toBeGreaterThan(0)
    }

    it('loses nothing that is only in the file where it first became durable', async () => {
      const subject = createSubject('killed')
      await subject.run(writesAtRest)
      await subject.losePower(nothingUnsynced)
    })

    it('loses nothing when the store was opened in between, which moves the writes to their permanent place or cuts the file', async () => {
      const subject = createSubject('opened')
      await subject.run(writesAtRest)
      await subject.run(writesAtRest)
      await subject.losePower(nothingUnsynced)
    })

    it('opens after any moment of its creation, and loses nothing of a space whose creation was killed there', {
      timeout: 300_000,
    }, async () => {
      // Tries every moment until the spaces have been created.
      let isMade = false
      for (let dieAt = 1; !isMade; dieAt++) {
        const subject = createSubject(`made-${dieAt}`)
        const runUntil = async (moment: number) => {
          const env = { MONOTABLE_DIE_AT: String(moment) }
          const isOpen = await subject.run({ ...writesAtRest, writes: 3, env })
          // If the power fails instead, the store opens, whichever of its new files and names the disk has.
          for (let left = 0; left < 3; left++) await subject.losePowerOfCopy(createDraw(3 * dieAt + left))
          return isOpen
        }
        isMade = await runUntil(dieAt)
        // Whoever opens what a kill has left may be killed, too, before the names of its files are durable.
        await runUntil(3)
        await subject.run({ ...writesAtRest, writes: 3 })
        await subject.losePower(nothingUnsynced)
      }
    })

    it.concurrent.each(storesUpTo(draws(1)))(
      'leaves a store that can be opened when writes do not wait for the disk, store %i',
      { timeout: 300_000 },
      async (store) => {
        const draw = createDraw(seed ^ store)
        for (let round = 0; round < rounds; round++) {
          const subject = createSubject(`normal-${store}-${round}`)
          const env = { MONOTABLE_DIE_AT: String(40 + Math.floor(draw() * 60)) }
          await subject.run({ pendingMaxBytes: pick([300, 10_000], draw), durability: 'normal', env })
          subject.acknowledged.clear()
          await subject.losePower(draw, Number.POSITIVE_INFINITY)
        }
      },
    )

    it('loses no durably acknowledged write, though the writes before it did not wait for the disk', async () => {
      const subject = createSubject('off')
      // Enough to be moved to its permanent place.
      await subject.run({ writes: 60, pendingMaxBytes: 20_000, durability: 'off' })
      await subject.run({ ...writesAtRest, writes: 65 })
      await subject.losePower(nothingUnsynced)
    })

    it('is detected by these tests: if the file in which writes first become durable is never synced, writes are lost', async () => {
      const subject = createSubject('lied-to')
      await subject.run({ ...writesAtRest, env: { MONOTABLE_LIE: firstFile } })
      const lost = 'has 0 writes, and 75 were acknowledged'
      await expect(subject.losePower(nothingUnsynced)).rejects.toThrow(lost)
    })

    more?.({ createSubject, loseAtRandom })

    function createSubject(name: string, ofSeed = seed): PowerLossSubject {
      return createPowerLossSubject({ root, name, program, seed: ofSeed, open })
    }
  })
}

/** Writes none of which is moved from the file in which it first became durable. */
const writesAtRest: RunOptions = { pendingMaxBytes: 1e9, writes: 75 }

const storesUpTo = (count: number): number[] => Array.from({ length: count }, (_, store) => store)
