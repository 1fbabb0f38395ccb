import { shape, table } from '@monotable/model'
import { atMost, measure } from '@monotable/model/cost'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byStatus: { pk: 'GSI1PK', sk: 'GSI1SK', projection: 'KEYS_ONLY' } },
})
const Order = shop.entity('Order', {
  schema: shape<{ username: string; orderId: string; status: string; note?: string; placedAt: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { byStatus: { pk: 'STATUS#{status}', sk: '{placedAt}' } },
})

describe.each(backends)('cost, $name', (backend) => {
  let open: OpenBackend
  const connect = () => {
    return shop.connect(open.client, {
      entities: { Order },
      patterns: {
        orders: Order.query('primary', { page: 2 }),
        byStatus: Order.query('byStatus', { hydrate: true }),
      },
    })
  }
  let db: ReturnType<typeof connect>
  const order = (orderId: string, note = '') => {
    return { username: 'ann', orderId, status: 'placed', placedAt: `2026-01-0${orderId}`, note }
  }

  beforeAll(async () => {
    open = await backend.open()
    await open.createTable(shop)
    db = connect()
    await db.batch.write([
      db.Order.put(order('1')),
      db.Order.put(order('2')),
      db.Order.put(order('3', 'x'.repeat(9_000))),
    ])
  })
  afterAll(() => open.close())

  it('an answer carries its units', async () => {
    const key = { username: 'ann', orderId: '3' }
    const { value, units } = await db.Order.get(key, { consistent: true }).measured()
    expect(value?.note?.length).toBe(9_000)
    expect(units).toEqual({
      read: 3,
      write: 0,
      parts: [{ table: 'Shop', index: undefined, read: 3, write: 0 }],
      requests: [{ operation: 'GetItem', tables: ['Shop'], read: 3, write: 0, refused: false }],
    })
  })

  it('units are listed by table and index', async () => {
    const { units } = await db.Order.put(order('4')).measured()
    expect(units).toMatchObject({ read: 0, write: 2 })
    expect(units.parts).toEqual([
      { table: 'Shop', index: undefined, read: 0, write: 1 },
      { table: 'Shop', index: 'byStatus', read: 0, write: 1 },
    ])
    await db.Order.remove({ username: 'ann', orderId: '4' })
  })

  it('a page, a hydrated page and a batch carry their units', async () => {
    const page = await db.q.orders({ username: 'ann' }).measured()
    expect([page.value.items.length, page.units.read]).toEqual([2, 0.5])
    const whole = await db.q.byStatus({ status: 'placed' }).measured()
    expect(whole.value.items).toHaveLength(3)
    expect(whole.units.requests.map(({ operation }) => operation)).toEqual(['Query', 'BatchGetItem'])
    expect(whole.units.read).toBe(0.5 + 0.5 + 0.5 + 1.5)
    const batch = await db.batch.get([db.Order.get({ username: 'ann', orderId: '3' })]).measured()
    expect(batch.units.read).toBe(1.5)
  })

  it('an update that has to read first includes the units of the read', async () => {
    const { units } = await db.Order.update(
      { username: 'ann', orderId: '3' },
      { status: 'shipped' },
    ).measured()
    expect(units.requests.map(({ operation }) => operation)).toEqual(['GetItem', 'UpdateItem'])
    expect(units.read).toBe(3)
    expect(units.write).toBeGreaterThanOrEqual(9 + 2)
    await db.Order.update({ username: 'ann', orderId: '3' }, { status: 'placed' })
  })

  it('the units of a block of code are added up, with refused requests listed', async () => {
    const { value, units } = await measure(db, async (db) => {
      await db.Order.create(order('1')).outcome()
      let count = 0
      for await (const _ of db.q.orders({ username: 'ann' }).all()) count++
      return count
    })
    expect(value).toBe(3)
    expect(units.requests.map(({ operation, refused }) => [operation, refused])).toEqual([
      ['PutItem', true],
      ['Query', false],
      ['Query', false],
    ])
    expect(units.read).toBe(2)
  })

  it('a block of code can be limited', async () => {
    const read = (of: typeof db) => of.Order.get({ username: 'ann', orderId: '3' })
    expect(await atMost({ read: 2, write: 0 }, db, read)).toMatchObject({ orderId: '3' })
    const over = atMost({ read: 2, write: 0 }, db, async (db) => {
      await read(db)
      await read(db)
    })
    await expect(over).rejects.toThrow(
      'It took 3 read units, more than 2:\n  GetItem Shop: 1.5 read, 0 write\n  GetItem Shop: 1.5 read, 0 write',
    )
    await expect(over).rejects.toMatchObject({ code: 'COST', details: { cost: { read: 3 } } })
  })

  it('no units are requested when nobody measures', async () => {
    const sent: object[] = []
    const port = {
      send: async (_: string, input: object) => {
        sent.push(input)
        return {}
      },
    }
    const spied = shop.connect(port, { entities: { Order } })
    await measure(spied, async () => spied.Order.get({ username: 'ann', orderId: '1' }))
    await spied.Order.get({ username: 'ann', orderId: '1' }).measured()
    expect(sent.map((input) => 'ReturnConsumedCapacity' in input)).toEqual([false, true])
  })
})
