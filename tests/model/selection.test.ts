import { shape, table } from '@monotable/model'
import { evolution } from '@monotable/model/evolution'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: {
    GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' },
    keys: { pk: 'KPK', sk: 'KSK', projection: 'KEYS_ONLY' },
    some: { pk: 'SPK', sk: 'SSK', projection: { include: ['total', '_type'] } },
  },
  ttl: 'ttl',
})
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string; name: string; address?: { city: string }; tags: Set<string> }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  stored: { tags: 'set' },
})
const Order = shop.entity('Order', {
  schema: shape<{
    username: string
    id: string
    status: string
    total: number
    note?: string
    until?: Date
  }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{id}' },
  index: {
    GSI1: { pk: 'STATUS#{status}', sk: '{id}' },
    keys: { pk: 'KEYS#{status}', sk: '{id}' },
    some: { pk: 'SOME#{status}', sk: '{id}' },
  },
  ttl: 'until',
})
const Person = shop.entity('Person', {
  schema: shape<{ id: string; first: string; last: string }>(),
  key: { pk: 'PERSON#{id}', sk: 'PERSON' },
  evolution: evolution({
    2: {
      up: ({ id, name }: { id: string; name: string }) => {
        const [first = '', last = ''] = name.split(' ')
        return { id, first, last }
      },
    },
  }),
})
const patterns = {
  byStatus: Order.query('GSI1', { select: ['id', 'note'] }),
  whole: Order.query('GSI1'),
  byKeys: Order.query('keys', { hydrate: true, select: ['id', 'total'] }),
  bySome: Order.query('some', { select: ['total'] }),
  orders: Order.scan('primary', { select: ['total'] }),
  account: shop.collect('primary', {
    customer: Customer.one({ select: ['name', 'tags'] }),
    orders: Order.many({ select: ['total'] }),
  }),
  half: shop.collect('primary', { customer: Customer.one(), orders: Order.many({ select: ['total'] }) }),
  people: Person.query('primary', { select: ['last'] }),
}

describe.each(backends)('reading less, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => shop.connect(backend.client, { entities: { Customer, Order, Person }, patterns })
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(shop)
    db = connect()
    await db.Customer.create({ username: 'ada', name: 'Ada', address: { city: 'Omaha' }, tags: new Set() })
    await db.batch.write([
      db.Order.put({ username: 'ada', id: '1', status: 'open', total: 5, note: 'first' }),
      db.Order.put({ username: 'ada', id: '2', status: 'open', total: 7 }),
      db.Order.put({ username: 'ada', id: '3', status: 'open', total: 9, until: new Date(1000) }),
    ])
  })
  afterAll(() => backend.close())

  it('get returns the selected attributes, a missing set as an empty one, and no item of another entity', async () => {
    const key = { username: 'ada' }
    expect(await db.Customer.get(key, { select: ['name', 'tags', 'address'] })).toEqual({
      name: 'Ada',
      tags: new Set(),
      address: { city: 'Omaha' },
    })
    expect(await db.Order.get({ ...key, id: '1' }, { select: ['note'] })).toEqual({ note: 'first' })
    expect(await db.Order.get({ ...key, id: '2' }, { select: ['note'] })).toEqual({})
    expect(await db.Order.get({ ...key, id: '3' }, { select: ['note'] })).toBeUndefined()
    const Other = shop.entity('Other', {
      schema: shape<{ username: string; name: string }>(),
      key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
    })
    const others = shop.connect(backend.client, { entities: { Other } })
    expect(await others.Other.get(key, { select: ['name'] })).toBeUndefined()
  })

  it('patterns fetch the selected attributes, those that identify items, and nothing else', async () => {
    const page = db.q.byStatus({ status: 'open' })
    expect((await page).items).toEqual([{ id: '1', note: 'first' }, { id: '2' }])
    expect(page.params().input).toMatchObject({
      ProjectionExpression: '#id, #note, #PK, #SK, #GSI1PK, #GSI1SK, #_type, #ttl',
    })
    expect((await db.q.bySome({ status: 'open' })).items).toEqual([{ total: 5 }, { total: 7 }, { total: 9 }])
    expect((await db.q.orders()).items).toEqual(expect.arrayContaining([{ total: 5 }, { total: 7 }]))
    expect((await db.q.orders()).items).toHaveLength(2)
  })

  it('a call can select, with its own pages and filters', async () => {
    const call = db.q.whole({ status: 'open' }, { limit: 1, filter: (order, { lt }) => lt(order.total, 9) })
    const first = await call.select(['total'])
    expect(first.items).toEqual([{ total: 5 }])
    const all: object[] = []
    for await (const order of call.select(['total', 'id']).all()) all.push(order)
    expect(all).toEqual([
      { total: 5, id: '1' },
      { total: 7, id: '2' },
    ])
  })

  it('a selection applies to hydrated items', async () => {
    expect((await db.q.byKeys({ status: 'open' })).items).toEqual([
      { id: '1', total: 5 },
      { id: '2', total: 7 },
    ])
  })

  it('members of a collection have their own selections', async () => {
    const expected = [{ total: 5 }, { total: 7 }]
    expect(await db.q.account({ username: 'ada' })).toEqual({
      customer: { name: 'Ada', tags: new Set() },
      orders: expected,
    })
    expect(await db.q.half({ username: 'ada' })).toMatchObject({
      customer: { username: 'ada', name: 'Ada', address: { city: 'Omaha' } },
      orders: expected,
    })
    expect(db.q.half({ username: 'ada' }).params().input).not.toHaveProperty('ProjectionExpression')
  })

  it('batches and transactions fetch the union of what their requests select', async () => {
    const key = { username: 'ada', id: '1' }
    const batch = db.batch.get([
      db.Order.get(key, { select: ['total'] }),
      db.Order.get(key, { select: ['note'] }),
      db.Customer.get({ username: 'ada' }, { select: ['name'] }),
      db.Customer.get({ username: 'nobody' }, { select: ['name'] }),
    ])
    expect(await batch).toEqual([{ total: 5 }, { note: 'first' }, { name: 'Ada' }, undefined])
    expect(batch.params().input).toMatchObject({
      RequestItems: { Shop: { ProjectionExpression: '#total, #PK, #SK, #_type, #ttl, #note, #name' } },
    })
    const mixed = db.batch.get([db.Order.get(key, { select: ['total'] }), db.Order.get(key)])
    expect(mixed.params().input).not.toMatchObject({
      RequestItems: { Shop: { ProjectionExpression: expect.anything() } },
    })
    expect(await mixed).toMatchObject([{ total: 5 }, { note: 'first', total: 5 }])
    const read = await db.transactGet([db.Order.get(key, { select: ['total'] })])
    expect(read).toEqual([{ total: 5 }])
  })

  it('items of an older shape are upgraded before attributes are selected', async () => {
    await backend.db.send('PutItem', {
      TableName: 'Shop',
      Item: {
        PK: { S: 'PERSON#1' },
        SK: { S: 'PERSON' },
        _type: { S: 'Person' },
        id: { S: '1' },
        name: { S: 'Ada Lovelace' },
      },
    })
    expect(await db.Person.get({ id: '1' }, { select: ['last'] })).toEqual({ last: 'Lovelace' })
    expect((await db.q.people({ id: '1' })).items).toEqual([{ last: 'Lovelace' }])
    expect(await db.batch.get([db.Person.get({ id: '1' }, { select: ['first'] })])).toEqual([
      { first: 'Ada' },
    ])
  })

  it('an empty selection is refused', () => {
    expect(() => db.Order.get({ username: 'a', id: '1' }, { select: [] }).params()).toThrow(
      'Order: select is empty',
    )
    expect(() => db.q.whole({ status: 'open' }).select([]).params()).toThrow('Order: select is empty')
  })
})
