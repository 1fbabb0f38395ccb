import { isModelError } from '@monotable/model'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backends, type OpenBackend } from './backends.ts'
import { shop, shopModel } from './shop.ts'

const home = { street: '111 1st St', city: 'Omaha' }

describe.each(backends)('the shop of seed 001, $name', ({ open }) => {
  let backend: OpenBackend
  const connect = () => shop.connect(backend.client, shopModel)
  let db: ReturnType<typeof connect>

  beforeAll(async () => {
    backend = await open()
    await backend.createTable(shop)
    db = connect()
    await db.Customer.create({ username: 'alexdebrie', email: 'alex@example.com', name: 'Alex DeBrie' })
  })
  afterAll(() => backend.close())

  async function stored(PK: string, SK: string) {
    const { Item } = await backend.db.send('GetItem', {
      TableName: 'EcommerceTable',
      Key: { PK: { S: PK }, SK: { S: SK } },
    })
    return Item
  }

  it('a customer is stored as in the book', async () => {
    expect(await stored('CUSTOMER#alexdebrie', 'CUSTOMER#alexdebrie')).toEqual({
      PK: { S: 'CUSTOMER#alexdebrie' },
      SK: { S: 'CUSTOMER#alexdebrie' },
      _type: { S: 'Customer' },
      username: { S: 'alexdebrie' },
      email: { S: 'alex@example.com' },
      name: { S: 'Alex DeBrie' },
    })
    expect(await db.Customer.get({ username: 'alexdebrie' })).toEqual({
      username: 'alexdebrie',
      email: 'alex@example.com',
      name: 'Alex DeBrie',
    })
  })

  it('a customer can be created only once', async () => {
    const again = db.Customer.create({ username: 'alexdebrie', email: 'other@example.com', name: 'Other' })
    expect(await again.outcome()).toEqual({
      ok: false,
      entity: 'Customer',
      reason: 'exists',
      item: { username: 'alexdebrie', email: 'alex@example.com', name: 'Alex DeBrie' },
    })
    const error = await again.send().catch((reason: unknown) => reason)
    expect(isModelError(error, 'CONDITION_FAILED') && error.details.reason).toBe('exists')
  })

  it('the first address creates the map around it, and the second is added to it', async () => {
    const key = { username: 'alexdebrie' }
    const first = await db.Customer.update(key, (customer, { set, at, add }) => [
      set(at(customer.addresses, 'Home'), home),
      add(customer.loginCount, 1),
    ])
    expect(first).toMatchObject({ addresses: { Home: home }, loginCount: 1 })
    const second = await db.Customer.update(key, (customer, { set, at }) =>
      set(at(customer.addresses, 'Work'), { ...home, street: '1 Main St' }),
    )
    expect(Object.keys(second.addresses ?? {})).toEqual(['Home', 'Work'])
    const street = await db.Customer.update(key, (customer, { set, at }) =>
      set(at(customer.addresses, 'Parents').street, '12 Elm St'),
    )
    expect(street.addresses?.['Parents']).toEqual({ street: '12 Elm St' })
    await db.Customer.update(key, (customer, { remove, at }) => remove(at(customer.addresses, 'Parents')))
  })

  it('sets, lists and numbers are changed in place', async () => {
    const key = { username: 'alexdebrie' }
    const changed = await db.Customer.update(
      key,
      (customer, { include, append, add, setIfMissing }) => [
        include(customer.tags, 'new', 'book'),
        append(customer.notes, 'second'),
        add(customer.loginCount, 2),
        setIfMissing(customer.name, 'nobody'),
      ],
      { returning: 'changed' },
    )
    expect(changed).toEqual({
      tags: new Set(['book', 'new']),
      notes: ['second'],
      loginCount: 3,
      name: 'Alex DeBrie',
    })
    const next = await db.Customer.update(key, (customer, { discard, prepend, remove }) => [
      discard(customer.tags, 'new'),
      prepend(customer.notes, 'first'),
      remove(customer.loginCount),
    ])
    expect(next).toMatchObject({ tags: new Set(['book']), notes: ['first', 'second'] })
    expect(next.loginCount).toBeUndefined()
  })

  it('an update of a missing item is refused, and creates none', async () => {
    const outcome = await db.Customer.update({ username: 'nobody' }, { name: 'x' }).outcome()
    expect(outcome).toEqual({ ok: false, entity: 'Customer', reason: 'missing', item: undefined })
    expect(await stored('CUSTOMER#nobody', 'CUSTOMER#nobody')).toBeUndefined()
    const nested = db.Customer.update({ username: 'nobody' }, (c, { set, at }) =>
      set(at(c.addresses, 'Home'), home),
    )
    expect(await nested.outcome()).toMatchObject({ ok: false, reason: 'missing' })
  })

  it('a failed condition returns the item that it failed on', async () => {
    const outcome = await db.Customer.update(
      { username: 'alexdebrie' },
      { name: 'x' },
      {
        if: (customer, { contains, and, gt, size }) =>
          and(contains(customer.tags, 'vip'), gt(size(customer.name), 3)),
      },
    ).outcome()
    expect(outcome).toMatchObject({ ok: false, reason: 'condition', item: { name: 'Alex DeBrie' } })
    const removed = await db.Customer.remove({ username: 'alexdebrie' }, { if: { name: 'x' } }).outcome()
    expect(removed).toMatchObject({ ok: false, reason: 'condition' })
  })

  it('a customer and the newest orders come in one query, page by page', async () => {
    const placed = Array.from({ length: 25 }, (_, at) => ({
      username: 'alexdebrie',
      orderId: `1VrgXBQ0VCshuQUnh1Hr${String(at).padStart(2, '0')}`,
      status: 'PLACED' as const,
      amount: at,
      placedAt: new Date(Date.UTC(2020, 0, 1 + at)),
    }))
    await db.batch.write(placed.map((order) => db.Order.put(order)))
    const first = await db.q.account({ username: 'alexdebrie' })
    expect(first.customer?.name).toBe('Alex DeBrie')
    expect(first.orders.map(({ amount }) => amount)).toEqual([24, 23, 22, 21, 20, 19, 18, 17, 16, 15])
    expect(first.orders[0]?.placedAt).toEqual(new Date(Date.UTC(2020, 0, 25)))
    const second = await db.q.account({ username: 'alexdebrie' }, { cursor: first.next })
    expect(second.customer).toBeUndefined()
    expect(second.orders[0]?.amount).toBe(14)
    const all: number[] = []
    for await (const order of db.q.orders({ username: 'alexdebrie' }, { limit: 7 }).all())
      all.push(order.amount)
    expect(all).toEqual(placed.map(({ amount }) => amount).reverse())
    const other = db.q.account({ username: 'vito' }, { cursor: first.next })
    await expect(other.send()).rejects.toMatchObject({ code: 'CURSOR' })
    await expect(
      db.q.orders({ username: 'alexdebrie' }, { cursor: first.next }).send(),
    ).rejects.toMatchObject({
      code: 'CURSOR',
    })
  })

  it('an order and its items come in one query of the index', async () => {
    const orderId = '1VrgXBQ0VCshuQUnh1Hr00'
    await db.OrderItem.create({ orderId, itemId: 'b', description: 'Book', price: 9.99 })
    await db.OrderItem.create({ orderId, itemId: 'a', description: 'Atlas', price: 19.99 })
    const { order, items } = await db.q.orderDetail({ orderId })
    expect(order?.amount).toBe(0)
    expect(items.map(({ itemId }) => itemId)).toEqual(['a', 'b'])
    expect(await stored(`ORDER#${orderId}#ITEM#a`, `ORDER#${orderId}#ITEM#a`)).toMatchObject({
      GSI1PK: { S: `ORDER#${orderId}` },
      GSI1SK: { S: 'ITEM#a' },
    })
  })

  it('a batch returns items in the requested order, and reads each once', async () => {
    const key = (at: number) => ({
      username: 'alexdebrie',
      orderId: `1VrgXBQ0VCshuQUnh1Hr${String(at).padStart(2, '0')}`,
    })
    const [a, missing, customer, b, again] = await db.batch.get([
      db.Order.get(key(3)),
      db.Order.get(key(99)),
      db.Customer.get({ username: 'alexdebrie' }),
      db.Order.get(key(1)),
      db.Order.get(key(3)),
    ])
    expect([a?.amount, missing, customer?.name, b?.amount, again?.amount]).toEqual([
      3,
      undefined,
      'Alex DeBrie',
      1,
      3,
    ])
  })

  it('upsert creates an item, and then changes it', async () => {
    const order = {
      username: 'vito',
      orderId: 'o1',
      status: 'PLACED' as const,
      amount: 5,
      placedAt: new Date(0),
    }
    expect(await db.Order.upsert(order)).toEqual(order)
    expect(await db.Order.upsert({ ...order, amount: 6 }, { returning: 'old' })).toEqual(order)
    expect(await stored('CUSTOMER#vito', '#ORDER#o1')).toMatchObject({
      amount: { N: '6' },
      GSI1PK: { S: 'ORDER#o1' },
    })
    expect(await db.Order.remove({ username: 'vito', orderId: 'o1' }, { returning: 'old' })).toMatchObject({
      amount: 6,
    })
    expect(await db.Order.get({ username: 'vito', orderId: 'o1' })).toBeUndefined()
  })
})
