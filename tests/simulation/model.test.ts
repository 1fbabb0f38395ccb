import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStorage, type Storage } from '@monotable/engine'
import { openLogStorage } from '@monotable/storage-log'
import { openSqliteStorage } from '@monotable/storage-sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { Simulation } from './simulate.ts'
import { simulationSettings, withSeed } from './simulation-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'monotable-model-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const stores: readonly (readonly [name: string, count: number, open: (seed: number) => Promise<Storage>])[] =
  [
    ['in memory', 1, async () => createMemoryStorage()],
    ['in SQLite', 1, (seed) => openSqliteStorage({ path: join(folder, String(seed)), durability: 'off' })],
    [
      'in a log that is cleaned all the time',
      1,
      (seed) =>
        openLogStorage({
          path: join(folder, `log-${seed}`),
          durability: 'off',
          segmentBytes: 20_000,
          cacheMaxBytes: 100_000,
        }),
    ],
    // Filling an index takes many turns here, so that other requests run in between.
    [
      'with delays, filling indexes step by step',
      2,
      async (seed) =>
        new FaultyStorage(createMemoryStorage(), new SeededRandom(seed), {
          ...noFaults,
          decideAgain: 20,
          maxDelay: 12,
          pageCap: 1,
        }),
    ],
  ]

describe('random operations in several regions give the same results as in one region', () => {
  const { seeds, steps } = simulationSettings({ seeds: 2, steps: 500 })

  it.each(seeds)('seed %i', async (seed) => {
    await withSeed({ seed, steps, file: 'model.test.ts' }, async () => {
      const rates = { ...noFaults, decideAgain: 20, maxDelay: 12, pageCap: 1 }
      const storage = new FaultyStorage(createMemoryStorage(), new SeededRandom(seed), rates)
      const simulation = await Simulation.start(seed, storage, { isGlobal: true })
      await simulation.run(steps)
      expect(storage.impurities).toEqual([])
    })
  })
})

describe.each(stores)('random operations give the same results as a naive model, %s', (_, count, open) => {
  const { seeds, steps } = simulationSettings({ seeds: count, steps: 1000 })

  it.each(seeds)('seed %i', async (seed) => {
    await withSeed({ seed, steps, file: 'model.test.ts' }, async () => {
      const storage = await open(seed)
      const simulation = await Simulation.start(seed, storage)
      await simulation.run(steps)
      if (storage instanceof FaultyStorage) expect(storage.impurities).toEqual([])
    })
  })
})
