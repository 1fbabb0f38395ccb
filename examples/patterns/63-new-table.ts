import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { projection, rebuild, streamHandler } from '@monotable/model/streams'
import { followStream } from './follow-stream.ts'
import { openClient } from './open-client.ts'

/*
 * 63. Moving to a new table while the old one is in use: the old table's stream writes the new one, and every old item
 * is touched with a flag so that the stream delivers it. Writes to the new table are no source, so there is no
 * loop.
 */

const before = table('Pattern63Old', { key: { pk: 'id' }, type: 'type' })
const after = table('Pattern63New', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const OldOrder = before.entity('Order', { schema: shape<{ id: string; customer: string; total: string }>() })
const Order = after.entity('NewOrder', {
  schema: shape<{ orderId: string; customer: string; cents: number }>(),
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{orderId}' },
})
const move = model({ entities: { OldOrder, Order }, patterns: { ofCustomer: Order.query('primary') } })
const client = await openClient(before, after)
const db = move.connect(client)
await db.OldOrder.create({ id: '1', customer: 'ann', total: '12.50' })

const derive = {
  orders: projection(OldOrder).into(Order, ({ id, customer, total }) => ({
    orderId: id,
    customer,
    cents: Math.round(Number(total) * 100),
  })),
}
const following = await followStream(client, before, streamHandler(move, { client, derive }))
await db.OldOrder.create({ id: '2', customer: 'ann', total: '3' })
await rebuild(client, 'orders', derive.orders, { settleMs: 0 })
await following.idle()
assert.deepEqual((await db.q.ofCustomer({ customer: 'ann' })).items, [
  { orderId: '1', customer: 'ann', cents: 1250 },
  { orderId: '2', customer: 'ann', cents: 300 },
])
