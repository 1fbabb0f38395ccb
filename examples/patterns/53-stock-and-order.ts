import assert from 'node:assert/strict'
import { isModelError, shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 53. The stock is reduced and the order stored, or neither; sent twice with one token, it is done once. */

const app = table('Pattern53', { key: { pk: 'PK', sk: 'SK' } })
const Product = app.entity('Product', {
  schema: shape<{ sku: string; stock: number }>(),
  key: { pk: 'PRODUCT#{sku}', sk: 'PRODUCT' },
})
const Order = app.entity('Order', {
  schema: shape<{ orderId: string; sku: string }>(),
  key: { pk: 'ORDER#{orderId}', sk: 'ORDER' },
})
const db = app.connect(await openClient(app), { entities: { Product, Order } })

const buy = (orderId: string, sku: string) =>
  db.transact(
    [
      db.Product.update({ sku }, (product, { add }) => add(product.stock, -1), {
        if: (product, { gt }) => gt(product.stock, 0),
      }),
      db.Order.create({ orderId, sku }),
    ],
    { token: `order-${orderId}` },
  )
await db.Product.create({ sku: 'tea', stock: 1 })
const [product, order] = await buy('1', 'tea')
assert.deepEqual([product.stock, order.orderId], [0, '1'])
await buy('1', 'tea')

const failure = await buy('2', 'tea')
  .send()
  .catch((error: unknown) => error)
assert.ok(isModelError(failure, 'CONDITION_FAILED'))
assert.deepEqual(failure.details, {
  entity: 'Product',
  reason: 'condition',
  item: { sku: 'tea', stock: 0 },
  member: 0,
})
assert.equal(await db.Order.get({ orderId: '2' }), undefined)
