import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 35. Different collections in one partition: orders below the customer, addresses above, each read with it. */

const app = table('Pattern35', { key: { pk: 'PK', sk: 'SK' } })
const Order = app.entity('Order', {
  schema: shape<{ username: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
})
const Customer = app.entity('Customer', {
  schema: shape<{ username: string; name: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})
const Visit = app.entity('Visit', {
  schema: shape<{ username: string; day: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'VISIT#{day}' },
})
const db = app.connect(await openClient(app), {
  entities: { Order, Customer, Visit },
  patterns: {
    // Backwards from the customer, which comes with its newest orders.
    withOrders: app.collect(
      'primary',
      { customer: Customer.one(), orders: Order.many() },
      { order: 'newest', page: 2 },
    ),
    // Forwards from the customer, which comes with its oldest visits.
    withVisits: app.collect(
      'primary',
      { customer: Customer.one(), visits: Visit.many() },
      { order: 'oldest', page: 2 },
    ),
  },
})

const username = 'ann'
await db.batch.write([
  db.Customer.put({ username, name: 'Ann' }),
  ...['1', '2', '3'].map((orderId) => db.Order.put({ username, orderId })),
  ...['2026-01-01', '2026-01-02', '2026-01-03'].map((day) => db.Visit.put({ username, day })),
])
const one = await db.q.withOrders({ username })
assert.deepEqual([one.customer?.name, one.orders.map(({ orderId }) => orderId)], ['Ann', ['3', '2']])
const other = await db.q.withVisits({ username })
assert.deepEqual(
  [other.customer?.name, other.visits.map(({ day }) => day)],
  ['Ann', ['2026-01-01', '2026-01-02']],
)
