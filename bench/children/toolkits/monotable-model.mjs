import { table } from '@monotable/model'
import { z } from 'zod'
import { answerOf, sampleOrder, username } from './sample-order.mjs'

const shop = table('Shop', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Customer = shop.entity('Customer', {
  schema: z.object({ username: z.string(), name: z.string().optional() }),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
})
const Order = shop.entity('Order', {
  schema: z.object({
    username: z.string(),
    orderId: z.string(),
    status: z.enum(['placed', 'shipped']),
    amount: z.number().optional(),
    placedAt: z.string(),
    items: z.array(z.object({ sku: z.string(), count: z.number() })).optional(),
    address: z.object({ street: z.string(), city: z.string() }).optional(),
  }),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'STATUS#{status}', sk: '{placedAt}' } },
})
const db = shop.connect(
  { send: async () => ({}) },
  {
    entities: { Customer, Order },
    patterns: {
      orders: Order.query('primary', { order: 'newest' }),
      byStatus: Order.query('GSI1', { page: 10 }),
      account: shop.collect(
        'primary',
        { customer: Customer.one(), orders: Order.many() },
        { order: 'newest' },
      ),
    },
  },
)
const { input } = db.Order.put(sampleOrder(0)).params()
const stored = answerOf('Item' in input ? input.Item : {})
const reader = db.Order.get({ username, orderId: '1' })

function decodeMany() {
  for (let i = 0; i < 100; i++) reader.decode(stored)
}

/** @type {import('../model-child.mjs').Toolkit} */
export const monotableModel = {
  name: '@monotable/model',
  cases: {
    get: (n) => db.Order.get({ username, orderId: `${n}` }).params(),
    put: (n) => db.Order.put(sampleOrder(n)).params(),
    update: (n) =>
      db.Order.update(
        { username, orderId: `${n}` },
        { status: 'shipped', placedAt: `2026-01-${n % 30}` },
      ).params(),
    query: (n) =>
      db.q.byStatus({ status: 'placed', placedAt: { between: [`2026-${n % 10}`, '2027'] } }).params(),
    collect: (n) => db.q.account({ username: `alexdebrie${n}` }).params(),
    transaction: (n) =>
      db
        .transact([db.Order.put(sampleOrder(n)), db.Customer.update({ username }, { name: `Alex ${n}` })])
        .params(),
    'format 1': () => reader.decode(stored),
    'answer of 1': () => reader.decode(stored),
    'format 100': decodeMany,
    'answer of 100': decodeMany,
  },
}
