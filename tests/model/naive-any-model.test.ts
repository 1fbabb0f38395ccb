import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, isModelError } from '@monotable/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { buildModel, drawEntities } from './any/any-model.ts'
import { drawStep, itemsIn, requestOf, rowsIn, type Verbs } from './any/any-steps.ts'
import { applyVerbs, expectedRows, rowOf, type Store } from './any/naive-verbs.ts'

/*
 * Whatever a model declares together, after any verbs and transactions its table holds every item, key, marker, count and
 * copy that plain code says it holds, and nothing else. When several write at once, it is the items that are there at the
 * end of which plain code says what else there has to be.
 */

it('a table holds what plain code says it holds, whatever its model declares', async () => {
  const steps = fc.array(fc.nat(), { maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.nat(), steps, async (seed, seeds) => {
      const drawn = drawEntities(seed)
      const { app, connectable } = buildModel(drawn)
      const engine = await createDatabase()
      try {
        await engine.send('CreateTable', createTableInput(app))
        const db = connectable.connect(engine, { sleep: async () => {} })
        const verbsOf = (name: string) => (db as unknown as { [name: string]: Verbs })[name] as Verbs
        let store: Store = new Map(drawn.map(({ name }) => [name, new Map()]))
        for (const verbs of seeds.map((one) => drawStep(drawn, one))) {
          const after = applyVerbs(drawn, store, verbs)
          const requests = verbs.map((one) => requestOf(verbsOf(one.entity), one))
          const isDone = await db
            .transact(requests)
            .outcome()
            .then(({ ok }) => ok, requireContradiction)
          // Of several verbs one may be refused for what a later one would have put right.
          if (isDone || verbs.length === 1) expect([verbs, isDone]).toEqual([verbs, after !== undefined])
          if (isDone && after) store = after
          expect((await rowsIn(engine)).map(rowOf).sort()).toEqual(expectedRows(drawn, store).sort())
        }
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(25) },
  )
})

it('all that follows from its items is in a table, also when several write at once', async () => {
  const rounds = fc.array(fc.array(fc.nat(), { minLength: 2, maxLength: 4 }), { maxLength: 12, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.nat(), rounds, async (seed, all) => {
      const random = new SeededRandom(seed)
      const drawn = drawEntities(seed)
      const { app, connectable } = buildModel(drawn)
      const engine = await createDatabase()
      const send = async (...request: Parameters<Database['send']>) => {
        for (let turn = random.below(8); turn > 0; turn--) await undefined
        return engine.send(...request)
      }
      try {
        await engine.send('CreateTable', createTableInput(app))
        const db = connectable.connect({ send } as Database, { sleep: async () => {} })
        const verbsOf = (name: string) => (db as unknown as { [name: string]: Verbs })[name] as Verbs
        for (const seeds of all) {
          const steps = seeds.map((one) => drawStep(drawn, one))
          const requests = steps.map((verbs) => verbs.map((one) => requestOf(verbsOf(one.entity), one)))
          await Promise.all(requests.map((one) => db.transact(one).outcome().catch(requireContradiction)))
          const rows = await rowsIn(engine)
          const right = applyVerbs(drawn, itemsIn(drawn, rows), [])
          expect([steps, rows.map(rowOf).sort()]).toEqual([steps, right && expectedRows(drawn, right).sort()])
        }
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(15) },
  )
})

function requireContradiction(error: unknown): false {
  if (!isModelError(error, 'CONTRADICTION')) throw error
  return false
}
