import { createDatabase, type Database } from '@monotable/engine'
import { createTableInput, isModelError, type WriteRequest } from '@monotable/model'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { type AnyEntity, buildModel, drawEntities, type Item } from './any/any-model.ts'
import { type AnyVerb, applyVerbs, expectedRows, rowOf, type Store } from './any/naive-verbs.ts'

/*
 * Whatever a model declares together, after any verbs and transactions its table holds every item, key, marker, count and
 * copy that plain code says it holds, and nothing else. When several write at once, it is the items that are there at the
 * end of which plain code says what else there has to be.
 */

type Write = WriteRequest<unknown, unknown>
interface Verbs {
  create(item: Item): Write
  put(item: Item): Write
  upsert(item: Item): Write
  update(key: Item, changes: (one: Item, operators: Operators) => unknown): Write
  remove(key: Item): Write
}
interface Operators {
  set(place: unknown, value: unknown): unknown
  remove(place: unknown): unknown
  include(place: unknown, ...elements: readonly string[]): unknown
}

/** Draws one verb, or several of a transaction, mostly about the same few items. */
function drawStep(drawn: readonly AnyEntity[], seed: number): readonly AnyVerb[] {
  const random = new SeededRandom(seed)
  return Array.from({ length: random.percent(60) ? 1 : 2 + random.below(2) }, () => {
    const verb = random.pick([
      'create',
      'create',
      'put',
      'upsert',
      'update',
      'update',
      'update',
      'remove',
    ] as const)
    const names = random.some(['a', 'b', 'c', 'status', 'of', 'tags'], verb === 'update' ? 30 : 60)
    const drawValue = (name: string) => {
      if (verb === 'update' && name !== 'tags' && random.percent(20)) return undefined
      if (name === 'status') return random.pick(['open', 'done'])
      return name === 'tags' ? new Set(random.pick([['x'], ['x', 'y']])) : random.pick(['1', '2', '3'])
    }
    const changes = Object.fromEntries(names.map((name) => [name, drawValue(name)]))
    const more = verb === 'update' && !names.includes('tags') ? random.some(['x', 'y', 'z'], 20) : []
    return { verb, entity: random.pick(drawn).name, id: random.pick(['1', '2', '3']), changes, more }
  })
}

function requestOf(verbs: Verbs, { verb, id, changes, more }: AnyVerb): Write {
  if (verb === 'remove') return verbs.remove({ id })
  if (verb !== 'update') return verbs[verb]({ id, ...changes })
  return verbs.update({ id }, (one, { set, remove, include }) => [
    ...Object.entries(changes).map(([name, value]) =>
      value === undefined ? remove(one[name]) : set(one[name], value),
    ),
    ...(more.length > 0 ? [include(one['tags'], ...more)] : []),
  ])
}

async function rowsIn(engine: Database): Promise<Item[]> {
  const { Items = [] } = await engine.send('Scan', { TableName: 'Any', ConsistentRead: true })
  return Items.map((item) => {
    const values = Object.entries(item).map(([name, value]) => {
      if (value.SS) return [name, new Set(value.SS)]
      return [name, value.N ? Number(value.N) : (value.M?.['PK']?.S ?? value.S)]
    })
    // A count that has gone down again is zero, and one that never was is missing.
    return Object.fromEntries(values.filter(([, value]) => value !== 0))
  })
}

/** The items among the rows of a table. */
function itemsIn(drawn: readonly AnyEntity[], rows: readonly Item[]): Store {
  const ofEntity = (name: string) => rows.filter(({ _type }) => _type === name)
  const itemOf = ({ PK, SK, A_PK, A_SK, P_PK, P_SK, _type, ...item }: Item) =>
    [String(item['id']), item] as const
  return new Map(drawn.map(({ name }) => [name, new Map(ofEntity(name).map(itemOf))]))
}

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
