import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 14. One to many in a secondary index. */

const app = table('Pattern14', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Order = app.entity('Order', {
  schema: shape<{ customerId: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{customerId}', sk: 'ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
})
const Log = app.entity('Log', {
  schema: shape<{ logId: string; orderId: string }>(),
  key: { pk: 'LOG#{logId}', sk: 'LOG#{logId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'LOG#{logId}' } },
})
const db = app.connect(await openClient(app), {
  entities: { Order, Log },
  patterns: { orderWithLogs: app.collect('GSI1', { order: Order.one(), logs: Log.many() }) },
})

await db.Order.create({ customerId: 'XYQ', orderId: '00001' })
await db.Log.create({ logId: '00001', orderId: '00001' })
await db.Log.create({ logId: '00002', orderId: '00001' })
const { order, logs } = await db.q.orderWithLogs({ orderId: '00001' })
assert.deepEqual([order?.customerId, logs.map(({ logId }) => logId)], ['XYQ', ['00001', '00002']])
