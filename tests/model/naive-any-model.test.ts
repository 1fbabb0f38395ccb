import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, isModelError } from '@monotable/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { buildModel, drawEntities, type Item } from './any/any-model.ts'
import { aim, drawStep, itemsIn, requestOf, rowsIn, type Verbs } from './any/any-steps.ts'
import {
  type AnyVerb,
  applyVerbs,
  expectedRows,
  isPresentAt,
  rowOf,
  type Store,
  withoutExpired,
} from './any/naive-verbs.ts'

/*
 * Whatever a model declares, after any verbs and transactions its table holds exactly the items, keys, markers, counts
 * and copies that a naive model computes. With concurrent writers, everything else is computed from the items that
 * exist in the end.
 */

const start = Date.UTC(2026, 0, 1)

it('a table holds what a naive model computes, whatever its model declares', async () => {
  const steps = fc.array(fc.nat(), { maxLength: 30, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.nat(), steps, async (seed, seeds) => {
      const drawn = drawEntities(seed, true)
      const { app, connectable } = buildModel(drawn)
      const engine = await createDatabase()
      let now = start
      try {
        await engine.send('CreateTable', createTableInput(app))
        const db = connectable.connect(engine, { sleep: async () => {}, clock: { now: () => now } })
        const verbsOf = (name: string) => (db as unknown as { [name: string]: Verbs })[name] as Verbs
        let store: Store = new Map(drawn.map(({ name }) => [name, new Map()]))
        for (const one of seeds) {
          now += (one % 3) * 3_600_000
          store = withoutExpired(store, now)
          const verbs = aim(drawn, drawStep(drawn, one), { store, seed: one, now })
          const after = applyVerbs(drawn, store, verbs, now)
          const requests = verbs.map((one) => requestOf(verbsOf(one.entity), one))
          const outcome = await db.transact(requests).outcome().catch(requireContradiction)
          const isDone = outcome !== false && outcome.ok
          // One of several verbs may be refused although a later one would have resolved the conflict.
          if (isDone || verbs.length === 1) expect([verbs, isDone]).toEqual([verbs, after !== undefined])
          if (isDone && after) {
            store = after
            const given = verbs.map((verb, at) => answered(verb, (outcome.value as Item[])[at]))
            expect([verbs, given]).toEqual([verbs, verbs.map((verb) => answered(verb, itemOf(after, verb)))])
          }
          const rows = (await rowsIn(engine)).filter((row) => isPresentAt(now, row))
          expect([verbs, rows.map(rowOf).sort()]).toEqual([verbs, expectedRows(drawn, store).sort()])
        }
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(15) },
  )
})

it('derived data matches the items, also with concurrent writers', async () => {
  const rounds = fc.array(fc.array(fc.nat(), { minLength: 2, maxLength: 4 }), { maxLength: 12, size: 'max' })
  await fc.assert(
    fc.asyncProperty(fc.nat(), rounds, async (seed, all) => {
      const random = new SeededRandom(seed)
      const drawn = drawEntities(seed, true)
      const { app, connectable } = buildModel(drawn)
      const engine = await createDatabase()
      let now = start
      const send = async (...request: Parameters<Database['send']>) => {
        for (let turn = random.below(8); turn > 0; turn--) await undefined
        return engine.send(...request)
      }
      try {
        await engine.send('CreateTable', createTableInput(app))
        const db = connectable.connect({ send } as Database, {
          sleep: async () => {},
          clock: { now: () => now },
        })
        const verbsOf = (name: string) => (db as unknown as { [name: string]: Verbs })[name] as Verbs
        for (const seeds of all) {
          now += random.below(3) * 3_600_000
          const store = withoutExpired(itemsIn(drawn, await rowsIn(engine)), now)
          const steps = seeds.map((seed) => aim(drawn, drawStep(drawn, seed), { store, seed, now }))
          const requests = steps.map((verbs) => verbs.map((one) => requestOf(verbsOf(one.entity), one)))
          await Promise.all(requests.map((one) => db.transact(one).outcome().catch(requireContradiction)))
          const rows = (await rowsIn(engine)).filter((row) => isPresentAt(now, row))
          const right = applyVerbs(drawn, itemsIn(drawn, rows), [])
          expect([steps, rows.map(rowOf).sort()]).toEqual([steps, right && expectedRows(drawn, right).sort()])
        }
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(8) },
  )
})

const itemOf = (store: Store, { entity, id }: AnyVerb) => store.get(entity)?.get(id)

/** Returns the result of a verb: the item after it, with Dates converted to stored seconds. */
function answered({ verb }: AnyVerb, item: Item | undefined): string | undefined {
  if (verb === 'remove' || verb === 'check' || item === undefined) return undefined
  const plain = Object.entries(item).map(([name, value]) => [
    name,
    value instanceof Date ? value.getTime() / 1000 : value,
  ])
  // A counter that has gone back to zero equals a counter that never existed.
  return rowOf(Object.fromEntries(plain.filter(([, value]) => value !== 0)))
}

function requireContradiction(error: unknown): false {
  if (!isModelError(error, 'CONTRADICTION')) throw error
  return false
}
