import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { Entity, Service } from 'electrodb'
import { answerOf, sampleOrder, username } from './sample-order.mjs'

const model = (/** @type {string} */ entity) => ({ entity, version: '1', service: 'shop' })
const Customer = new Entity(
  {
    model: model('Customer'),
    attributes: { username: { type: 'string', required: true }, name: { type: 'string' } },
    indexes: {
      customer: {
        collection: 'account',
        pk: { field: 'PK', composite: ['username'] },
        sk: { field: 'SK', composite: [] },
      },
    },
  },
  { table: 'Shop' },
)
const Order = new Entity(
  {
    model: model('Order'),
    attributes: {
      username: { type: 'string', required: true },
      orderId: { type: 'string', required: true },
      status: { type: /** @type {const} */ (['placed', 'shipped']), required: true },
      amount: { type: 'number' },
      placedAt: { type: 'string', required: true },
      items: {
        type: 'list',
        items: { type: 'map', properties: { sku: { type: 'string' }, count: { type: 'number' } } },
      },
      address: { type: 'map', properties: { street: { type: 'string' }, city: { type: 'string' } } },
    },
    indexes: {
      orders: {
        collection: 'account',
        pk: { field: 'PK', composite: ['username'] },
        sk: { field: 'SK', composite: ['orderId'] },
      },
      byStatus: {
        index: 'GSI1',
        pk: { field: 'GSI1PK', composite: ['status'] },
        sk: { field: 'GSI1SK', composite: ['placedAt'] },
      },
    },
  },
  { table: 'Shop' },
)
const shop = new Service({ Customer, Order })
/** @type {any} */
const { Item: put } = Order.put(sampleOrder(0)).params()
const stored = answerOf(put)
const answer = answerOf(marshall(put))

/** @type {import('../model-child.mjs').Toolkit} */
export const electrodb = {
  name: 'ElectroDB',
  cases: {
    get: (n) => Order.get({ username, orderId: `${n}` }).params(),
    put: (n) => Order.put(sampleOrder(n)).params(),
    update: (n) =>
      Order.patch({ username, orderId: `${n}` })
        .set({ status: 'shipped', placedAt: `2026-01-${n % 30}` })
        .params(),
    query: (n) =>
      Order.query
        .byStatus({ status: 'placed' })
        .between({ placedAt: `2026-${n % 10}` }, { placedAt: '2027' })
        .params({ limit: 10 }),
    collect: (n) => shop.collections.account({ username: `alexdebrie${n}` }).params({ order: 'desc' }),
    transaction: (n) =>
      shop.transaction
        .write(({ Order, Customer }) => [
          Order.put(sampleOrder(n)).commit(),
          Customer.patch({ username })
            .set({ name: `Alex ${n}` })
            .commit(),
        ])
        .params(),
    'format 1': () => Order.parse({ Item: stored }),
    'answer of 1': () => Order.parse({ Item: unmarshall(answer) }),
    'format 100': () => Order.parse({ Items: Array.from({ length: 100 }, () => stored) }),
    'answer of 100': () => Order.parse({ Items: Array.from({ length: 100 }, () => unmarshall(answer)) }),
  },
}
