import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { changesIn, type StreamEvent } from '@monotable/model/streams'
import { followStream } from './follow-stream.ts'
import { openClient } from './open-client.ts'

/* 58. Stream records as typed changes of entities. */

const app = table('Pattern58', { key: { pk: 'PK', sk: 'SK' } })
const User = app.entity('User', {
  schema: shape<{ id: string; email: string }>(),
  key: { pk: 'USER#{id}', sk: 'USER' },
})
const Order = app.entity('Order', {
  schema: shape<{ id: string; orderId: string; total: number }>(),
  key: { pk: 'USER#{id}', sk: 'ORDER#{orderId}' },
})
const shop = model({ entities: { User, Order } })
const client = await openClient(app)
const db = shop.connect(client)

const seen: string[] = []
const following = await followStream(client, app, async (event: StreamEvent) => {
  for (const change of changesIn(shop, event)) {
    // TypeScript knows the attributes of each.
    if (change.entity === 'Order' && change.kind === 'insert') seen.push(`order of ${change.after.total}`)
    if (change.entity === 'User' && change.kind === 'modify')
      seen.push(`${change.before.email} is ${change.after.email} now`)
  }
})
await db.User.create({ id: '1', email: 'a@x' })
await db.Order.create({ id: '1', orderId: '7', total: 12 })
await db.User.update({ id: '1' }, { email: 'b@x' })
await following.idle()
assert.deepEqual(seen, ['order of 12', 'a@x is b@x now'])
