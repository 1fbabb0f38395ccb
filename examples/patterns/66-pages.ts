import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 66. Pages by a cursor that is bound to its pattern and arguments. */

const app = table('Pattern66', { key: { pk: 'PK', sk: 'SK' } })
const Order = app.entity('Order', {
  schema: shape<{ user: string; orderId: number }>(),
  key: { pk: 'USER#{user}', sk: 'ORDER#{orderId:pad5}' },
})
const db = app.connect(await openClient(app), {
  entities: { Order },
  patterns: { orders: Order.query('primary', { order: 'newest', page: 2 }) },
})

await db.batch.write([1, 2, 3, 4, 5].map((orderId) => db.Order.put({ user: 'alexdebrie', orderId })))
const first = await db.q.orders({ user: 'alexdebrie' })
const second = await db.q.orders({ user: 'alexdebrie' }, { cursor: first.next })
assert.deepEqual(
  [...first.items, ...second.items].map(({ orderId }) => orderId),
  [5, 4, 3, 2],
)
await assert.rejects(db.q.orders({ user: 'vito' }, { cursor: first.next }).send(), { code: 'CURSOR' })
const all: number[] = []
for await (const { orderId } of db.q.orders({ user: 'alexdebrie' }).all()) all.push(orderId)
assert.deepEqual(all, [5, 4, 3, 2, 1])
