import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 5. Attributes are stored beside the keys: keys are built from them, and never parsed. */

const app = table('Pattern05', { key: { pk: 'PK', sk: 'SK' } })
const Order = app.entity('Order', {
  schema: shape<{ customer: string; orderId: number; note: string }>(),
  key: { pk: 'CUSTOMER#{customer}', sk: 'ORDER#{orderId:pad6}' },
})
const db = app.connect(await openClient(app), { entities: { Order } })

const order = { customer: 'a#b', orderId: 42, note: 'fragile' }
const { input } = db.Order.put(order).params()
assert.deepEqual('Item' in input && input.Item, {
  PK: { S: 'CUSTOMER#a$23b' },
  SK: { S: 'ORDER#000042' },
  _type: { S: 'Order' },
  customer: { S: 'a#b' },
  orderId: { N: '42' },
  note: { S: 'fragile' },
})

// Reads return what was written, without the keys and their escaping.
await db.Order.put(order)
assert.deepEqual(await db.Order.get({ customer: 'a#b', orderId: 42 }), order)
