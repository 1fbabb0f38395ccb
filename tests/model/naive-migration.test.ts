import { createDatabase, type Database } from '@monotable/engine'
import { createPort, createTableInput, isModelError, type Port } from '@monotable/model'
import { type MigrationProblem, resumeMigration, runMigration, runRecount } from '@monotable/model/evolution'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import { type AnyEntity, buildModel, drawEntities, type Item } from './any/any-model.ts'
import { drawStep, requestOf, rowsIn, type Verbs } from './any/any-steps.ts'
import {
  changeEntities,
  changeStore,
  isLeftMarker,
  withoutBroken,
  withoutLeftovers,
} from './any/change-model.ts'
import { type AnyVerb, changeItems, expectedRows, follow, rowOf, type Store } from './any/naive-verbs.ts'

/*
 * A model changes into another, whatever both declare: migrations and recounts are killed and throttled while a program
 * continues to write, and once they are done, the table holds what a naive model computes.
 */

class World {
  readonly engine: Database
  readonly random: SeededRandom
  drawn: readonly AnyEntity[]
  store: Store
  /** The model by which all items are stored; items whose key prefix has changed since are being moved. */
  #settled: readonly AnyEntity[]
  #now = 1_800_000_000_000

  constructor(engine: Database, seed: number) {
    this.engine = engine
    this.random = new SeededRandom(seed)
    this.drawn = drawEntities(seed)
    this.#settled = this.drawn
    this.store = new Map(this.drawn.map(({ name }) => [name, new Map()]))
  }

  get #sending() {
    return { sleep: async () => {}, clock: { now: () => this.#now } }
  }

  get #options() {
    return { ...this.#sending, segments: 1 + this.random.below(3) }
  }

  /** Sends some steps, one after the other, each of them atomic. */
  async write(seeds: readonly number[], mayChange = (_: AnyVerb) => true): Promise<void> {
    const db = this.#connect()
    for (const verbs of seeds.map((one) => drawStep(this.drawn, one))) {
      if (!verbs.every(mayChange)) continue
      const requests = verbs.map((one) => requestOf(verbsOf(db, one.entity), one))
      const isDone = await db
        .transact(requests)
        .outcome()
        .then(({ ok }) => ok, requireRefusal)
      if (isDone) this.#change(verbs)
    }
  }

  #change(verbs: readonly AnyVerb[]): void {
    const next = changeItems(this.store, verbs)
    expect([verbs, next]).toEqual([verbs, expect.anything()])
    this.#follow(next as Map<string, Map<string, Item>>)
  }

  #connect() {
    return buildModel(this.drawn).connectable.connect(this.#port(), this.#sending)
  }

  #follow(next: Store): void {
    const store = new Map([...next].map(([name, items]) => [name, new Map(items)]))
    for (const one of this.drawn) follow(one, store)
    this.store = store
  }

  /** Switches to another model, and migrates to it during concurrent writes, or only begins to. */
  async become(wanted: readonly AnyEntity[], seeds: readonly number[], isWhole = true): Promise<void> {
    const before = this.drawn
    this.drawn = wanted
    this.#follow(changeStore(before, wanted, this.store))
    this.drawn = withoutBroken(wanted, this.store)
    const { connectable } = buildModel(this.drawn)
    const isMoving = (name: string) => prefixIn(this.#settled, name) !== prefixIn(wanted, name)
    // An item that is being moved is not found; neither are its children nor its parent.
    const stays = ({ entity }: AnyVerb) =>
      !this.drawn.some(({ name, parent }) => {
        const isRelated = name === entity || parent?.name === entity
        return (isRelated && isMoving(name)) || (name === entity && parent && isMoving(parent.name))
      })
    const run = () => {
      const work = this.random.percent(50) ? runMigration : resumeMigration
      const options = this.#options
      return work(this.#port(this.random.below(30)), connectable, options).catch((error) => {
        // Another model's migration cannot be resumed.
        if (isModelError(error, 'DEFINITION')) return []
        throw error
      })
    }
    if (!isWhole) {
      await runMigration(this.#port(this.random.below(30)), connectable, this.#options).catch(requireKilled)
      this.#now += 31_000
      return
    }
    const [done] = await Promise.all([this.#untilDone(run), this.write(seeds, stays)])
    for (let problems = done?.problems, again = 0; ; problems = 1) {
      expect(again++).toBeLessThan(50)
      const [report] = await runMigration(this.#port(), connectable, this.#options)
      expect(report).toMatchObject({ complete: true, ...(problems === 0 && { changed: 0, problems: 0 }) })
      // A value that another item had during its turn may be free by now.
      if (report?.changed) continue
      if (report?.problems === 0) break
      // The owner of an old marker may have been moved or removed since: a recount assigns the marker to its rightful
      // owner.
      const [counted] = await runRecount(this.#port(), connectable, this.#options)
      const [problem] = report?.problemList ?? []
      if (problem === undefined || counted?.changed) continue
      await this.#remove(problem.entity, problem.key)
    }
    this.#settled = this.drawn
  }

  /** Returns all items to their first version. */
  async rollBack(): Promise<void> {
    const { connectable } = buildModel(this.drawn)
    const run = () =>
      runMigration(this.#port(this.random.below(30)), connectable, { ...this.#options, version: 1 })
    await this.#untilDone(run)
  }

  /** Recounts counters and markers during concurrent writes. */
  async recount(seeds: readonly number[]): Promise<void> {
    const { connectable } = buildModel(this.drawn)
    const run = () => runRecount(this.#port(this.random.below(30)), connectable, this.#options)
    await Promise.all([this.#untilDone(run), this.write(seeds)])
    for (let again = 0; ; again++) {
      expect(again).toBeLessThan(50)
      const reports = await runRecount(this.#port(), connectable, this.#options)
      if (reports.every(({ problems }) => problems === 0)) return
      // The list has only the problems found since the last kill; earlier ones are only counted.
      const [twice] = reports.flatMap(({ problemList }) => problemList)
      if (twice === undefined) continue
      expect(twice.kind).toBe('duplicate')
      await this.#remove(twice.name.split('.')[0] as string, twice.key)
    }
  }

  /** Removes one of two items with the same unique value, with its children. */
  async #remove(entity: string, key: MigrationProblem['key']): Promise<void> {
    const removeAll = async (name: string, id: string) => {
      for (const child of this.drawn.filter(({ parent }) => parent?.name === name)) {
        const own = [...(this.store.get(child.name)?.values() ?? [])].filter(({ of }) => of === id)
        for (const item of own) await removeAll(child.name, String(item['id']))
      }
      const verb: AnyVerb = { verb: 'remove', entity: name, id, changes: {}, more: [] }
      await requestOf(verbsOf(this.#connect(), name), verb).send()
      this.#change([verb])
    }
    await removeAll(entity, (key['PK'] as { readonly S: string }).S.split('#')[1] as string)
  }

  /** Repeats an operation that is killed again and again until it is done. */
  async #untilDone<Report extends { readonly complete: boolean }>(
    run: () => Promise<readonly Report[]>,
  ): Promise<Report | undefined> {
    for (let attempt = 0; attempt < 30; attempt++) {
      const [report] = (await run().catch(requireKilled)) ?? []
      if (report?.complete) return report
      this.#now += 31_000
    }
    return undefined
  }

  /**
   * A connection that is slow, throttles, and breaks after some requests; the last request may or may not take effect.
   */
  #port(life = Number.POSITIVE_INFINITY): Port {
    const port = createPort(this.engine)
    const { random } = this
    let left = life
    return {
      send: async (operation, input) => {
        for (let turn = random.below(8); turn > 0; turn--) await undefined
        left--
        if (left < 0 && (left < -1 || random.percent(50))) throw new Error('killed')
        if (random.percent(5)) throw Object.assign(new Error(), { name: 'ThrottlingException' })
        const isRead = operation === 'Scan'
        const output = await port.send(operation, isRead ? { ...input, Limit: 1 + random.below(4) } : input)
        if (left < 0) throw new Error('killed')
        return output
      },
    }
  }

  async compare(): Promise<void> {
    const isOwn = (row: Item) => !String(row['PK']).startsWith('MONOTABLE#') && !isLeftMarker(this.drawn, row)
    const rows = (await rowsIn(this.engine)).filter(isOwn)
    const plain = rows.map((row) => withoutLeftovers(this.drawn, String(row['_type']), row))
    const store = [...this.store].map(([name, items]) => {
      const all = [...items].map(([id, item]) => [id, withoutLeftovers(this.drawn, name, item)] as const)
      return [name, new Map(all)] as const
    })
    expect(plain.map(rowOf).sort()).toEqual(expectedRows(this.drawn, new Map(store)).sort())
  }
}

const prefixIn = (drawn: readonly AnyEntity[], name: string) => drawn.find((one) => one.name === name)?.prefix

const verbsOf = (db: object, name: string) => (db as { [name: string]: Verbs })[name] as Verbs

it('a table holds what its model says after any migration there and back', async () => {
  const seeds = (maxLength: number) => fc.array(fc.nat(), { minLength: maxLength / 2, maxLength })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(),
      fc.nat(),
      seeds(24),
      seeds(8),
      seeds(8),
      async (seed, change, fill, some, more) => {
        const engine = await createDatabase()
        try {
          const world = new World(engine, seed)
          const before = world.drawn
          await engine.send('CreateTable', createTableInput(buildModel(before).app))
          await world.write(fill)
          await world.compare()
          const begins = world.random.percent(50)
          if (begins) await world.become(changeEntities(before, change), [], false)
          await world.become(changeEntities(world.drawn, change + 1), some)
          await world.recount(more)
          await world.compare()
          await world.rollBack()
          await world.become(before, [])
          await world.recount(more)
          await world.compare()
        } finally {
          await engine.close()
        }
      },
    ),
    // Shrinking a counterexample would take minutes.
    { numRuns: draws(5), endOnFailure: true },
  )
})

function requireRefusal(error: unknown): false {
  const isRefused = isModelError(error, 'CONTRADICTION') || isModelError(error, 'CONTENTION')
  if (!isRefused) throw error
  return false
}

function requireKilled(error: unknown): undefined {
  if ((error as Error).message !== 'killed') throw error
}
