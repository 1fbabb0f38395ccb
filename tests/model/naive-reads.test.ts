import { createDatabase } from '@monotable/engine'
import { createTableInput, isModelError } from '@monotable/model'
import { cursorAfter } from '@monotable/model/requests'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { draws } from '../draws.ts'
import { SeededRandom } from '../simulation/seeded-random.ts'
import {
  type Asked,
  comparerOf,
  drawArguments,
  drawValue,
  identityOf,
  isIn,
  isMeant,
  keyNames,
  lineOf,
  months,
  sameKey,
} from './reading/naive-reading.ts'
import {
  buildReading,
  drawReading,
  kinds,
  type Name,
  type ReadEntity,
  type Row,
  upgraded,
} from './reading/reading-model.ts'

/*
 * However keys are built, and wherever items are stored (shards, periods, indexes), every way to read returns what
 * filtering and sorting all items returns: pages whose cursors pass from one program to another, lists, counts,
 * collections, batches.
 */

interface Call extends PromiseLike<Found> {
  list(most?: number): PromiseLike<Row[]>
  count(): PromiseLike<{ matched: number; scanned: number }>
  all(): AsyncGenerator<Row>
  pages(): AsyncGenerator<{ [member: string]: Row[] }>
}
interface Found {
  readonly items: readonly Row[]
  readonly next?: string
}
interface Loose {
  readonly [entity: string]: { [verb: string]: (...given: unknown[]) => PromiseLike<Row | undefined> }
}
interface LooseDb {
  readonly q: { [pattern: string]: (args?: object, page?: object) => Call }
  readonly batch: {
    write(requests: unknown[]): Promise<void>
    get(requests: unknown[]): Promise<(Row | undefined)[]>
  }
  transact(requests: unknown[]): PromiseLike<unknown>
}
type Db = Loose & LooseDb

const now = Date.parse('2026-03-31')

it('every way to read returns what a naive model returns', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (seed) => {
      const random = new SeededRandom(seed)
      const drawn = drawReading(seed)
      if (drawn.length === 0) return
      const names = random.pick(['plain', 'other'] as const)
      const [one, other, old] = [false, false, true].map((isOld) => buildReading(drawn, names, isOld))
      const engine = await createDatabase()
      try {
        const { app } = one as NonNullable<typeof one>
        for (const period of drawn[0]?.hasPeriods ? months : [undefined])
          await engine.send(
            'CreateTable',
            createTableInput(app, period === undefined ? undefined : { period }),
          )
        const [db, second, before] = [one, other, old].map(
          (built) =>
            built?.connectable.connect(engine, {
              clock: { now: () => now },
              sleep: async () => {},
            }) as unknown as Db,
        ) as [Db, Db, Db]
        const stores = new Map<string, Map<string, Row>>(drawn.map(({ name }) => [name, new Map()]))
        for (let step = 0; step < 25; step++) await writeSome(random, drawn, db, before, stores)
        for (let read = 0; read < 12; read++) {
          const entity = random.pick(drawn)
          const items = [...(stores.get(entity.name) as Map<string, Row>).values()].filter(isLive)
          await readSome(random, entity, [db, second], items, one as NonNullable<typeof one>)
        }
        await readTogether(random, drawn, db, stores)
      } finally {
        await engine.close()
      }
    }),
    { numRuns: draws(10), endOnFailure: true },
  )
})

const isLive = (item: Row | undefined): item is Row =>
  item !== undefined && ((item['expiresAt'] as Date | undefined)?.getTime() ?? now + 1) > now

type Stores = Map<string, Map<string, Row>>

function drawItem(random: SeededRandom, entity: ReadEntity, chance = 80): Row {
  const needed = keyNames(entity)
  const all = Object.keys(kinds) as Name[]
  const names = all.filter((name) => needed.includes(name) || random.percent(chance))
  return {
    ...Object.fromEntries(names.map((name) => [name, drawValue(random, name)])),
    ...(random.percent(80) && { status: random.pick(['open', 'open', 'done']) }),
    ...(random.percent(30) && { expiresAt: new Date(random.percent(50) ? now - 5000 : now + 5000) }),
    extra: random.pick(['x', 'y']),
  }
}

const pickNames = (item: Row, names: readonly string[]) =>
  Object.fromEntries(names.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]))

/** Sends one verb, a batch or a transaction to the database and to the naive model. */
async function writeSome(
  random: SeededRandom,
  drawn: readonly ReadEntity[],
  db: Db,
  before: Db,
  stores: Stores,
) {
  const entity = random.pick(drawn)
  const items = stores.get(entity.name) as Map<string, Row>
  const verbs = db[entity.name] as Loose[string]
  const item = drawItem(random, entity)
  const id = identityOf(entity, item)
  const here = items.get(id)
  const live = isLive(here) ? here : undefined
  const verb = random.pick([
    'create',
    'create',
    'put',
    'upsert',
    'update',
    'update',
    'update',
    'update',
    'remove',
    'batch',
    'transact',
    'old',
  ])
  const outcome = async (request: unknown) =>
    await (request as { outcome(): Promise<{ ok: boolean; value?: Row; item?: Row }> }).outcome()
  const set = (value: Row | undefined, at = id) => (value ? items.set(at, value) : items.delete(at))
  const same = (result: { ok: boolean; value?: Row; item?: Row }, wanted: Row | undefined) => {
    expect([verb, item, result.ok && lineOf(result.value as Row)]).toEqual([
      verb,
      item,
      wanted !== undefined && lineOf(wanted),
    ])
  }
  if (verb === 'create') {
    same(await outcome(verbs['create']?.(item)), live ? undefined : item)
    if (!live) set(item)
  } else if (verb === 'put') {
    same(await outcome(verbs['put']?.(item)), item)
    set(item)
  } else if (verb === 'upsert') {
    const wanted = { ...live, ...item }
    same(await outcome(verbs['upsert']?.(item)), wanted)
    set(wanted)
  } else if (verb === 'update') {
    const target = items.size > 0 && random.percent(80) ? random.pick([...items.values()]) : item
    const at = identityOf(entity, target)
    const found = items.get(at)
    const key = sameKey(random, entity, pickNames(target, keyNames(entity)))
    const others = Object.entries(drawItem(random, entity, 40)).filter(
      ([name]) => !(keyNames(entity) as string[]).includes(name),
    )
    const changes = others.map(
      ([name, value]) => [name, name !== 'extra' && random.percent(20) ? undefined : value] as const,
    )
    const wanted = isLive(found) ? { ...found, ...Object.fromEntries(changes) } : undefined
    const result = await outcome(
      verbs['update']?.(
        key,
        (one: Row, { set: put, remove }: { [name: string]: (...given: unknown[]) => unknown }) =>
          changes.map(([name, value]) =>
            value === undefined ? remove?.(one[name]) : put?.(one[name], value),
          ),
      ),
    )
    same(result, wanted)
    if (wanted) set(wanted, at)
  } else if (verb === 'remove') {
    await verbs['remove']?.(sameKey(random, entity, pickNames(item, keyNames(entity))))
    set(undefined)
  } else if (verb === 'old') {
    if (here || !entity.isOld) return
    await before[entity.name]?.['create']?.(item)
    set(upgraded(item))
  } else {
    const seen = new Set<string>()
    const requests: unknown[] = []
    for (let count = random.below(12); count > 0; count--) {
      const each = random.pick(drawn)
      const own = stores.get(each.name) as Map<string, Row>
      const one =
        own.size > 0 && random.percent(30)
          ? { ...drawItem(random, each), ...pickNames(random.pick([...own.values()]), keyNames(each)) }
          : drawItem(random, each)
      const key = each.name + identityOf(each, one)
      if (seen.has(key)) continue
      seen.add(key)
      const isPut = random.percent(80)
      requests.push(
        isPut ? db[each.name]?.['put']?.(one) : db[each.name]?.['remove']?.(pickNames(one, keyNames(each))),
      )
      if (isPut) own.set(identityOf(each, one), one)
      else own.delete(identityOf(each, one))
    }
    if (requests.length === 0) return
    if (verb === 'batch') await db.batch.write(requests)
    else await db.transact(requests)
  }
}

/** Calls a pattern in one of its ways, on the database and on the naive model. */
async function readSome(
  random: SeededRandom,
  entity: ReadEntity,
  dbs: readonly Db[],
  items: readonly Row[],
  { connectable }: ReturnType<typeof buildReading>,
) {
  const index = random.pick([...Object.keys(entity.keys), 'scan'])
  const isScan = index === 'scan'
  const name = `${entity.name}.${index}`
  const asked: Asked = isScan ? { args: {}, order: undefined } : drawArguments(random, entity, index, items)
  const { args, order } = asked
  const wanted = items.filter((item) => isScan || isMeant(entity, index, asked, item))
  const compare = isScan ? () => 0 : comparerOf(entity, index, asked)
  const call = (at: number, page: object = {}) =>
    (dbs[at % 2] as Db).q[name]?.(args, { ...(order && { order }), ...page }) as Call
  const expectAll = (found: readonly Row[], way: string) => {
    const label = JSON.stringify([
      way,
      name,
      Object.entries(args).map(([n, v]) => [
        n,
        String(
          typeof v === 'object'
            ? Object.entries(v as object)
                .map(String)
                .join() || v
            : v,
        ),
      ]),
      order,
    ])
    expect([label, found.map(lineOf).sort()]).toEqual([label, wanted.map(lineOf).sort()])
    for (const [at, item] of found.entries()) {
      if (at > 0)
        expect([label, compare(found[at - 1] as Row, item) <= 0, found.map(lineOf)]).toEqual([
          label,
          true,
          found.map(lineOf),
        ])
    }
  }
  try {
    const limit = 1 + random.below(4)
    const paged: Row[] = []
    let next: string | undefined
    for (let at = 0; at === 0 || next !== undefined; at++) {
      const page: Found = await call(at, { limit, cursor: next })
      expect(page.items.length).toBeLessThanOrEqual(limit)
      paged.push(...page.items)
      next = page.next
      // A cursor that leads back would otherwise loop forever.
      expect([name, at < 1_000]).toEqual([name, true])
      if (paged.length > wanted.length) break
    }
    expectAll(paged, 'pages')
    expectAll(await call(0).list(), 'list')
    const some = await call(1).list(2)
    expect(some.map(lineOf)).toEqual((await call(1).list()).slice(0, 2).map(lineOf))
    if (index !== 'two') expect((await call(0).count()).matched).toBe(wanted.length)
    if (entity.hash === undefined && !entity.hasPeriods && paged.length > 0) {
      const whole = await call(0).list()
      const at = random.below(whole.length)
      const cursor = cursorAfter(
        connectable as never,
        name as never,
        args as never,
        whole[at] as never,
        order && { order },
      )
      const rest = await call(1, { cursor }).list()
      expect([name, args, order, rest.map(lineOf)]).toEqual([
        name,
        args,
        order,
        whole.slice(at + 1).map(lineOf),
      ])
    }
    const asking = [...items.slice(0, 5), drawItem(random, entity)]
    const found = await (dbs[0] as Db).batch.get(
      asking.map((item) =>
        dbs[0]?.[entity.name]?.['get']?.(sameKey(random, entity, pickNames(item, keyNames(entity)))),
      ),
    )
    const byId = new Map(items.map((item) => [identityOf(entity, item), item]))
    const lines = (all: readonly (Row | undefined)[]) => all.map((item) => item && lineOf(item))
    expect(lines(found)).toEqual(lines(asking.map((item) => byId.get(identityOf(entity, item)))))
  } catch (error) {
    if (!isModelError(error, 'KEY') || !String(error).includes('does not hold')) throw error
  }
}

/** Reads all pages of collections. */
async function readTogether(random: SeededRandom, drawn: readonly ReadEntity[], db: Db, stores: Stores) {
  for (const index of ['primary', 'one']) {
    const read = db.q[`all.${index}`]
    const members = drawn.filter(({ keys }) => keys[index])
    const [first] = members
    if (!read || !first) continue
    const all = members.flatMap(({ name }) => [...(stores.get(name)?.values() ?? [])]).filter(isLive)
    const like = all.length > 0 ? random.pick(all) : {}
    const args = Object.fromEntries(
      (first.keys[index]?.pk ?? []).map(({ name }) => [name, like[name] ?? drawValue(random, name)]),
    )
    const found: { [member: string]: Row[] } = {}
    for await (const page of read(args, { limit: 1 + random.below(4) }).pages()) {
      for (const { name } of members) {
        found[name] ??= []
        found[name].push(...(page[name] ?? []))
      }
    }
    for (const entity of members) {
      const pk = entity.keys[index]?.pk ?? []
      // Each member has the values under its own attribute names.
      const texts = (first.keys[index]?.pk ?? []).map((slot) => textOf(slot.encoding, args[slot.name]))
      const wanted = [...(stores.get(entity.name)?.values() ?? [])]
        .filter(isLive)
        .filter(
          (item) =>
            isIn(entity, index, item) &&
            pk.every((slot, at) => textOf(slot.encoding, item[slot.name]) === texts[at]),
        )
      expect([index, entity.name, args, found[entity.name]?.map(lineOf).sort()]).toEqual([
        index,
        entity.name,
        args,
        wanted.map(lineOf).sort(),
      ])
      // The first member determines which table is read first.
      if (entity.hasPeriods) continue
      const compare = comparerOf(entity, index, {
        args: Object.fromEntries(pk.map((slot, at) => [slot.name, texts[at]])),
        order: undefined,
      })
      for (const [at, item] of (found[entity.name] ?? []).entries())
        if (at > 0) expect(compare(found[entity.name]?.[at - 1] as Row, item)).toBeLessThanOrEqual(0)
    }
  }
}

function textOf(encoding: string, value: unknown): string {
  const text = value instanceof Date ? value.toISOString() : String(value)
  return encoding === ':lower' ? text.toLowerCase() : encoding === ':upper' ? text.toUpperCase() : text
}
