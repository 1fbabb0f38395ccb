import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 23. A composite sort key of a status and a date, read between two dates. */

const app = table('Pattern23', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { byStatus: { pk: 'B_PK', sk: 'B_SK' } },
})
const Order = app.entity('Order', {
  schema: shape<{ customerId: string; orderId: string; status: 'SHIPPED' | 'CANCELLED'; at: Date }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId}' },
  index: { byStatus: { pk: 'CUSTOMER#{customerId}', sk: '{status}#{at:iso}' } },
  stored: { at: 'date' },
})
const db = app.connect(await openClient(app), {
  entities: { Order },
  patterns: { byStatus: Order.query('byStatus') },
})

const customerId = '2b5a41c0'
const days = ['2019-06-30', '2019-08-01', '2019-10-02']
for (const day of days) {
  await db.Order.create({ customerId, orderId: day, status: 'CANCELLED', at: new Date(day) })
}
await db.Order.create({ customerId, orderId: 'x', status: 'SHIPPED', at: new Date('2019-08-01') })
const { items } = await db.q.byStatus({
  customerId,
  status: 'CANCELLED',
  at: { between: [new Date('2019-07-01'), new Date('2019-10-01')] },
})
assert.deepEqual(
  items.map(({ orderId }) => orderId),
  ['2019-08-01'],
)
