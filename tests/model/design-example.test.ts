import { table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { backends, type OpenBackend } from './backends.ts'

/* The shop with zod: relations, two collections, one file. */

const Address = z.object({ street: z.string(), city: z.string() })
const shop = table('EcommerceTable', {
  relations,
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Customer = shop.entity('Customer', {
  schema: z.object({
    username: z.string(),
    email: z.email(),
    name: z.string(),
    addresses: z.record(z.string(), Address).default({}),
    orderCount: z.number().optional(),
  }),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: 'CUSTOMEREMAIL#{email}' },
  limit: { addresses: 20 },
})
const Order = shop.entity('Order', {
  schema: z.object({ username: z.string(), orderId: z.string(), status: z.enum(['placed', 'shipped']) }),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
  belongsTo: { customer: { entity: Customer, mustExist: true, count: 'orderCount' } },
})
const OrderItem = shop.entity('OrderItem', {
  schema: z.object({ orderId: z.string(), itemId: z.string(), price: z.number() }),
  key: { pk: 'ORDER#{orderId}#ITEM#{itemId}', sk: 'ORDER#{orderId}#ITEM#{itemId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ITEM#{itemId}' } },
})

describe.each(backends)('the shop with zod, $name', (backend) => {
  let open: OpenBackend
  const connect = () => {
    return shop.connect(open.client, {
      entities: { Customer, Order, OrderItem },
      patterns: {
        account: shop.collect(
          'primary',
          { customer: Customer.one(), orders: Order.many() },
          { order: 'newest', page: 10 },
        ),
        orderDetail: shop.collect('GSI1', { order: Order.one(), items: OrderItem.many() }),
      },
    })
  }
  let db: ReturnType<typeof connect>
  beforeAll(async () => {
    open = await backend.open()
    await open.createTable(shop)
    db = connect()
  })
  afterAll(() => open.close())

  it('keeps customers, orders and items right', async () => {
    const username = 'alexdebrie'
    await db.Customer.create({ username, email: 'alex@example.com', name: 'Alex DeBrie' })
    const taken = await db.Customer.create({
      username: 'other',
      email: 'alex@example.com',
      name: 'Other',
    }).outcome()
    expect(taken).toMatchObject({ ok: false, reason: 'unique', constraint: 'email' })
    expect(
      await db.Order.create({ username: 'nobody', orderId: '1', status: 'placed' }).outcome(),
    ).toMatchObject({
      ok: false,
      reason: 'parent',
    })
    for (const orderId of ['1', '2', '3']) await db.Order.create({ username, orderId, status: 'placed' })
    await db.OrderItem.create({ orderId: '2', itemId: 'a', price: 67.43 })
    await db.Customer.update({ username }, (customer, { set, at }) =>
      set(at(customer.addresses, 'Home'), { street: '1 Main St', city: 'Omaha' }),
    )

    const { customer, orders, next } = await db.q.account({ username })
    expect(customer).toEqual({
      username,
      email: 'alex@example.com',
      name: 'Alex DeBrie',
      addresses: { Home: { street: '1 Main St', city: 'Omaha' } },
      orderCount: 3,
    })
    expect(orders.map(({ orderId }) => orderId)).toEqual(['3', '2', '1'])
    expect(next).toBeUndefined()
    const { order, items } = await db.q.orderDetail({ orderId: '2' })
    expect([order?.status, items.map(({ price }) => price)]).toEqual(['placed', [67.43]])
  })
})
