import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 13. One to many in the primary key: the parent, the parent with children, children, one child. */

const app = table('Pattern13', { key: { pk: 'PK', sk: 'SK' } })
const Customer = app.entity('Customer', {
  schema: shape<{ customerId: string; name: string }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'CUSTOMER#{customerId}' },
})
const Order = app.entity('Order', {
  schema: shape<{ customerId: string; orderId: number }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId:pad5}' },
})
const db = app.connect(await openClient(app), {
  entities: { Customer, Order },
  patterns: {
    account: app.collect('primary', { customer: Customer.one(), orders: Order.many() }),
    orders: Order.query('primary'),
  },
})

const of = { customerId: 'XYQ' }
await db.batch.write([
  db.Customer.put({ ...of, name: 'Tom' }),
  ...[1, 2].map((orderId) => db.Order.put({ ...of, orderId })),
])
assert.equal((await db.Customer.get(of))?.name, 'Tom')
const { customer, orders } = await db.q.account(of)
assert.deepEqual([customer?.name, orders.length], ['Tom', 2])
assert.equal((await db.q.orders(of)).items.length, 2)
assert.deepEqual(await db.Order.get({ ...of, orderId: 2 }), { ...of, orderId: 2 })
