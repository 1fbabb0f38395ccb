import { createTableInput, model, shape, table } from '@monotable/model'
import { shards } from '@monotable/model/distribution'
import { cursorAfter } from '@monotable/model/requests'
import { openDatabase } from 'monotable'
import { afterAll, beforeAll, describe, expect, expectTypeOf, it } from 'vitest'

const app = table('App', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    byTotal: { pk: 'kind', sk: { name: 'total', type: 'N' }, projection: 'KEYS_ONLY' },
    GSI1: { pk: 'G', sk: 'S' },
  },
})
const Sale = app.entity('Sale', {
  schema: shape<{ shop: string; id: string; kind: string; total: number; at: Date }>(),
  key: { pk: 'SHOP#{shop}', sk: '{id:desc}' },
  index: { byTotal: {}, GSI1: { pk: 'KIND#{kind}', sk: '{at:iso}' } },
  stored: { at: 'date' },
})
const Log = app.entity('Log', {
  schema: shape<{ day: string; id: string }>(),
  key: { pk: '{day}_{shard}', sk: '{id}' },
  shard: shards({ by: 'hash(id)', count: 2 }),
})
const sales = model({
  entities: { Sale, Log },
  patterns: {
    newest: Sale.query('primary', { order: 'newest', page: 2 }),
    best: Sale.query('byTotal', { order: 'newest', hydrate: true, page: 2 }),
    byDate: Sale.query('GSI1', { page: 2 }),
    all: Sale.scan('primary', { page: 2 }),
    account: app.collect('primary', { sales: Sale.many() }),
    logs: Log.query('primary'),
  },
})

const client = await openDatabase()
const db = sales.connect(client)
afterAll(() => client.close())
beforeAll(async () => {
  await client.send('CreateTable', createTableInput(app))
  const items = Array.from({ length: 7 }, (_, at) => ({
    shop: 's',
    id: `${at}`,
    kind: 'tea',
    total: at % 3,
    at: new Date(at),
  }))
  await db.batch.write(items.map((item) => db.Sale.put(item)))
})

describe('a cursor after an item', () => {
  const where = { kind: 'tea' }
  const patterns = [
    ['newest', { shop: 's' }],
    ['best', where],
    ['byDate', where],
    ['all', {}],
  ] as const

  it.each(patterns)('equals that of a page that ends with it: %s', async (name, args) => {
    const call = db.q[name] as typeof db.q.newest
    const given = args as { shop: string }
    const first = await call(given)
    expect(first.items).toHaveLength(2)
    expect(cursorAfter(sales, name, given as never, first.items[1] as never)).toBe(first.next)
  })

  it.each(patterns)('continues after each item: %s', async (name, args) => {
    const call = db.q[name] as typeof db.q.newest
    const given = args as { shop: string }
    const all = await call(given).list()
    expect(all).toHaveLength(7)
    for (const [at, item] of all.entries()) {
      const cursor = cursorAfter(sales, name, given as never, item as never)
      expect(await call(given, { cursor }).list()).toEqual(all.slice(at + 1))
    }
  })

  it('follows the order of the call', async () => {
    const order = 'oldest' as const
    const all = await db.q.newest({ shop: 's' }, { order }).list()
    const cursor = cursorAfter(sales, 'newest', { shop: 's' }, all[2] as (typeof all)[number], { order })
    const { items } = await db.q.newest({ shop: 's' }, { order, cursor })
    expect(items).toEqual(all.slice(3, 5))
    await expect(db.q.newest({ shop: 's' }, { cursor }).send()).rejects.toMatchObject({ code: 'CURSOR' })
  })

  it.each([
    [{ id: { gte: '2' } }, 'newest'],
    [{ id: { gte: '2' } }, 'oldest'],
    [{ id: { lte: '4' } }, 'newest'],
    [{ id: { lte: '4' } }, 'oldest'],
    [{ id: { between: ['2', '4'] } }, 'newest'],
    [{ id: { between: ['2', '4'] } }, 'oldest'],
    [{ id: '2' }, 'ascending'],
  ] as const)('leads to an empty page after the last item of a range: %j, %s', async (range, order) => {
    const args = { shop: 's', ...range }
    const all = await db.q.newest(args, { order }).list()
    expect(all.length).toBeGreaterThan(0)
    for (const [at, item] of all.entries()) {
      const cursor = cursorAfter(sales, 'newest', args, item, { order })
      expect(await db.q.newest(args, { order, cursor }).list()).toEqual(all.slice(at + 1))
    }
  })

  it('needs the attributes of the keys, and a single entity in a single place', () => {
    const item = { shop: 's', id: '1', kind: 'tea', total: 1 } as never
    expect(() => cursorAfter(sales, 'byDate', where, item)).toThrow('Sale needs "at" for its key S')
    const log = { day: 'd', id: '1' }
    expect(() => cursorAfter(sales, 'logs', { day: 'd' }, log)).toThrow('"logs" does not read one entity')
    expect(() => cursorAfter(sales, 'account', { shop: 's' }, item as never)).toThrow(
      '"account" does not read one entity',
    )
    expect(() => cursorAfter(sales, 'nothing' as 'all', {}, item)).toThrow(
      '"nothing" does not read one entity',
    )
  })

  it('takes the arguments and items of the pattern', () => {
    type Item = Parameters<typeof cursorAfter<typeof sales.patterns, 'newest'>>[3]
    expectTypeOf<Item['total']>().toEqualTypeOf<number>()
    // @ts-expect-error not the name of a pattern
    expect(() => cursorAfter(sales, 'newst', { shop: 's' }, {})).toThrow()
    // @ts-expect-error a missing argument
    expect(() => cursorAfter(sales, 'newest', {}, { shop: 's', id: '1' })).toThrow()
  })
})
