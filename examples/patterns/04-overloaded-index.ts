import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 4. Generic names, typed prefixes, and one index that serves two entities. */

const app = table('Pattern04', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const User = app.entity('User', {
  schema: shape<{ id: string; email: string }>(),
  key: { pk: 'USER#{id}', sk: 'PROFILE' },
  index: { GSI1: { pk: 'EMAIL#{email}', sk: 'USER#{id}' } },
})
const Order = app.entity('Order', {
  schema: shape<{ userId: string; orderId: string; status: string; day: string }>(),
  key: { pk: 'USER#{userId}', sk: 'ORDER#{day}#{orderId}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{day}#{orderId}' } },
})
const db = app.connect(await openClient(app), {
  entities: { User, Order },
  patterns: { userByEmail: User.query('GSI1'), ordersByStatus: Order.query('GSI1') },
})

await db.User.create({ id: '1', email: 'a@example.com' })
await db.Order.create({ userId: '1', orderId: 'x', status: 'PAID', day: '2024-01-15' })
assert.equal((await db.q.userByEmail({ email: 'a@example.com' })).items[0]?.id, '1')
assert.equal(
  (await db.q.ordersByStatus({ status: 'PAID', day: { gte: '2024-01-01' } })).items[0]?.orderId,
  'x',
)
