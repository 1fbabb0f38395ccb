import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 15. A prefix of "#" so that the parent sorts last, and comes with the newest children. */

const app = table('Pattern15', { key: { pk: 'PK', sk: 'SK' } })
const Customer = app.entity('Customer', {
  schema: shape<{ username: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})
const Order = app.entity('Order', {
  schema: shape<{ username: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
})
const db = app.connect(await openClient(app), {
  entities: { Customer, Order },
  patterns: {
    account: app.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      { order: 'newest', page: 2 },
    ),
  },
})

const of = { username: 'alexdebrie' }
await db.Customer.create(of)
await db.batch.write(['a', 'b', 'c'].map((orderId) => db.Order.put({ ...of, orderId })))
const { customer, orders } = await db.q.account(of)
assert.deepEqual([customer, orders.map(({ orderId }) => orderId)], [of, ['c', 'b']])
