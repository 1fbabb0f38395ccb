import { createDatabase, type Database, type Storage } from '@monotable/engine'
import { openPostgresStorage } from '@monotable/storage-postgres'
import { describe, it } from 'vitest'
import { createSharedMemory } from '../../packages/engine/src/testing/shared-memory.ts'
import { hasPostgres, startPostgres } from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { anyOf, TableRace } from './clients/race-tables.ts'
import { FaultyStorage, noFaults } from './faulty-storage.ts'
import { SeededRandom } from './seeded-random.ts'
import { isSearch, simulationSettings, withSeed } from './simulation-settings.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 8 })
const serverCount = 3

async function race(seed: number, open: (random: SeededRandom) => Promise<Storage>): Promise<void> {
  await withSeed({ seed, steps, file: 'racing-tables.test.ts' }, async () => {
    const random = new SeededRandom(seed)
    const dbs: Database[] = []
    for (let i = 0; i < serverCount; i++) {
      dbs.push(await createDatabase({ storage: await open(random.fork()), random: random.fork() }))
    }
    const race = new TableRace({
      db: anyOf(dbs, random.fork()),
      random,
      clients: 6,
      rounds: 1 + random.below(4),
    })
    await race.open()
    for (let heat = 0; heat < steps; heat++) {
      await race.run()
      await Promise.all(dbs.map((db) => db.settled()))
      await race.check()
    }
    await Promise.all(dbs.map((db) => db.close()))
  })
}

describe('three servers, some of which change tables while others write to them', () => {
  it.each(seeds)('lose no write and leave everything consistent, seed %i', async (seed) => {
    const memory = createSharedMemory()
    const rates = { ...noFaults, decideAgain: 20, maxDelay: 8, pageCap: 3 }
    await race(seed, async (random) => new FaultyStorage(memory.open().storage, random, rates))
  })

  it.runIf(isSearch && hasPostgres()).each(seeds)('nor on PostgreSQL, seed %i', async (seed) => {
    const { url, stop } = await startPostgres(['fsync=off'])
    const schema = `race_${process.pid}_${seed}`
    try {
      await race(seed, () => openPostgresStorage({ url, schema, readers: 2, writers: 3 }))
    } finally {
      stop()
    }
  })
})
