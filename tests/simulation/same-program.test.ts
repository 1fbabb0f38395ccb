import { describe, it } from 'vitest'
import { hasPostgres } from '../../packages/storage-postgres/src/testing/postgres-server.ts'
import { SeededRandom } from './seeded-random.ts'
import { isSearch, simulationSettings, withSeed } from './simulation-settings.ts'
import { logPlace, memoryPlace, postgresPlace, servedPlace, slowPlace, sqlitePlace } from './stores/places.ts'
import { Program } from './stores/program.ts'
import { openSide, type Place, type Side } from './stores/side.ts'

const { seeds, steps } = simulationSettings({ seeds: 1, steps: 60 })

type Places = (random: SeededRandom) => readonly Place[] | Promise<readonly Place[]>

async function run(seed: number, places: Places, hurries: boolean): Promise<void> {
  await withSeed({ seed, steps, file: 'same-program.test.ts' }, async () => {
    const random = new SeededRandom(seed)
    const sides: Side[] = []
    for (const place of await places(random)) sides.push(await openSide(place))
    const program = new Program(random, sides, { steps, hurries })
    try {
      await program.run()
    } catch (error) {
      throw new Error(program.log.slice(-8).join('\n'), { cause: error })
    } finally {
      for (const side of sides) await side.close()
    }
  })
}

describe('a program of all kinds of requests', () => {
  it.each(seeds)('is answered the same by every store, opened again, killed or restored, seed %i', (seed) =>
    run(seed, () => [memoryPlace(), servedPlace(), sqlitePlace(), logPlace()], false),
  )

  it.runIf(isSearch && hasPostgres()).each(seeds)('is answered the same by PostgreSQL, seed %i', (seed) =>
    run(seed, async () => [memoryPlace(), await postgresPlace()], false),
  )

  it.each(seeds)('may go on while tables are filled and copied, seed %i', (seed) =>
    run(seed, (random) => [slowPlace(random.fork())], true),
  )

  it.runIf(isSearch && hasPostgres()).each(seeds)('may go on meanwhile on PostgreSQL, seed %i', (seed) =>
    run(seed, async () => [await postgresPlace()], true),
  )

  it.each(seeds)('may be killed while tables are filled and copied, seed %i', (seed) =>
    run(seed, () => [sqlitePlace()], true),
  )

  it.each(seeds)('may be killed meanwhile on a log, seed %i', (seed) => run(seed, () => [logPlace()], true))
})
