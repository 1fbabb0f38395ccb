import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { draws } from '../../../tests/draws.ts'
import { buildCrashProgram, type CrashProgram } from '../../storage-files/src/crash/crash-child.ts'
import { buildPowerLossLibrary, pick, powerLossObstacle } from '../../storage-files/src/crash/lose-power.ts'
import {
  createDraw,
  createPowerLossSubject,
  nothingUnsynced,
  type PowerLossSubject,
  type RunOptions,
} from '../../storage-files/src/crash/power-loss-subject.ts'
import { openSmallStore } from './testing/small-store.ts'

const roundsPerStore = 4
const seed = Number(process.env['MONOTABLE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const obstacle = powerLossObstacle()

describe.skipIf(obstacle)(`power loss${obstacle ? ` (${obstacle})` : ''}`, () => {
  let root: string
  let program: CrashProgram

  beforeAll(async () => {
    // The library asks the system for the names of open files, which are those without links.
    root = realpathSync(mkdtempSync(join(tmpdir(), 'monotable-log-power-')))
    buildPowerLossLibrary(root)
    program = await buildCrashProgram(
      join(import.meta.dirname, 'crash/child.ts'),
      resolve(import.meta.dirname, '..'),
    )
  })

  afterAll(() => {
    program?.remove()
    rmSync(root, { recursive: true, force: true })
  })

  it.concurrent.each(storesUpTo(draws(2)))(
    'loses nothing that was acknowledged and leaves nothing half done, store %i',
    { timeout: 300_000 },
    (store) => loseAtRandom(seed, store),
  )

  async function loseAtRandom(seed: number, store: number): Promise<void> {
    const draw = createDraw(seed ^ store)
    const subject = createSubject(`random-${seed}-${store}`, seed)
    for (let round = 0; round < roundsPerStore; round++) {
      // While it is opened, soon after, or when files were begun and cleaned some times.
      const dieAt = 1 + Math.floor(draw() * ([20, 100, 600][(round + store) % 3] as number))
      const pendingMaxBytes = pick([2_000, 10_000, 50_000], draw)
      await subject
        .run({ pendingMaxBytes, env: { MONOTABLE_DIE_AT: String(dieAt) } })
        // If only the program was killed, the next one finds all that it wrote.
        .then(() => (draw() < 0.7 ? subject.losePower(draw) : undefined))
        .catch((error: unknown) => {
          throw new Error(`in round ${round}; run again with MONOTABLE_SEED=${seed}`, { cause: error })
        })
    }
    // Otherwise the test has not tested anything.
    expect(subject.acknowledged.get(0)).toBeGreaterThan(0)
  }

  it('loses nothing that is in the log alone', async () => {
    const subject = createSubject('killed')
    await subject.run(writesAtRest)
    await subject.losePower(nothingUnsynced)
  })

  it('loses nothing when the store was opened in between, which cuts off the log', async () => {
    const subject = createSubject('opened')
    await subject.run(writesAtRest)
    await subject.run(writesAtRest)
    await subject.losePower(nothingUnsynced)
  })

  it('loses nothing of a space whose making was killed and that was found and written afterwards', {
    timeout: 300_000,
  }, async () => {
    // At every moment until the spaces are made.
    let isMade = false
    for (let dieAt = 1; !isMade; dieAt++) {
      const subject = createSubject(`made-${dieAt}`)
      isMade = await subject.run({ ...writesAtRest, writes: 3, env: { MONOTABLE_DIE_AT: String(dieAt) } })
      await subject.run({ ...writesAtRest, writes: 3 })
      await subject.losePower(nothingUnsynced)
    }
  })

  it.concurrent.each(storesUpTo(draws(1)))(
    'leaves a store that can be opened when writes do not wait for the disk, store %i',
    { timeout: 300_000 },
    async (store) => {
      const draw = createDraw(seed ^ store)
      for (let round = 0; round < roundsPerStore; round++) {
        const subject = createSubject(`normal-${store}-${round}`)
        const env = { MONOTABLE_DIE_AT: String(40 + Math.floor(draw() * 60)) }
        await subject.run({ pendingMaxBytes: pick([300, 10_000], draw), durability: 'normal', env })
        subject.acknowledged.clear()
        await subject.losePower(draw, Number.POSITIVE_INFINITY)
      }
    },
  )

  it('loses nothing that was acknowledged as durable since the writes before it did not wait for the disk', async () => {
    const subject = createSubject('off')
    // So much that a checkpoint was written, and then files behind it.
    await subject.run({ writes: 60, pendingMaxBytes: 20_000, durability: 'off' })
    await subject.run({ writes: 65, pendingMaxBytes: 20_000 })
    await subject.losePower(nothingUnsynced)
  })

  it('would be noticed: without syncs of the log, writes are lost', async () => {
    const subject = createSubject('lied-to')
    await subject.run({ ...writesAtRest, env: { MONOTABLE_LIE: 'log-1' } })
    await expect(subject.losePower(nothingUnsynced)).rejects.toThrow('has 0 writes, and 75 were acknowledged')
  })

  it('would be noticed: without syncs of the checkpoint, the store is lost', async () => {
    const subject = createSubject('lied-to-checkpoint')
    await subject.run({ pendingMaxBytes: 20_000, writes: 75, env: { MONOTABLE_LIE: 'log-index.new' } })
    await expect(subject.losePower(nothingUnsynced)).rejects.toThrow('is damaged')
  })

  function createSubject(name: string, ofSeed = seed): PowerLossSubject {
    return createPowerLossSubject({ root, name, program, seed: ofSeed, open: openSmallStore })
  }
})

/** Some writes, all in one file. */
const writesAtRest: RunOptions = { pendingMaxBytes: 1e9, writes: 75 }

const storesUpTo = (count: number): number[] => Array.from({ length: count }, (_, store) => store)
