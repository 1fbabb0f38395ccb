import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 32 and 33. A sparse index as a filter: read by its key, or as a whole. */

const app = table('Pattern32', {
  key: { pk: 'PK' },
  indexes: { shipped: { pk: 'SPARSE_PK', sk: 'SPARSE_SK' } },
})
const Order = app.entity('Order', {
  schema: shape<{
    orderId: string
    customer: string
    status: 'AWAITING_PAYMENT' | 'SHIPPED'
    shipDate?: string
  }>(),
  key: { pk: 'ORDER#{orderId}' },
  index: { shipped: { pk: 'CUSTOMER#{customer}', sk: '{shipDate}', when: { status: 'SHIPPED' } } },
})
const db = app.connect(await openClient(app), {
  entities: { Order },
  patterns: { shipped: Order.query('shipped'), allShipped: Order.scan('shipped') },
})

await db.Order.create({ orderId: '00001', customer: 'KHJ', status: 'AWAITING_PAYMENT' })
await db.Order.create({ orderId: '00002', customer: 'JHD', status: 'AWAITING_PAYMENT' })
assert.equal((await db.q.allShipped({})).items.length, 0)
await db.Order.update({ orderId: '00002' }, { status: 'SHIPPED', shipDate: '2020-10-26T09:39:14' })
assert.equal((await db.q.allShipped({})).items.length, 1)
const { items } = await db.q.shipped({ customer: 'JHD', shipDate: { gte: '2020-10-01' } })
assert.equal(items[0]?.orderId, '00002')
