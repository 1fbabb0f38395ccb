import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { describeModel, htmlDocument, markdownDocument } from '@monotable/model/outputs'
import { relations } from '@monotable/model/relations'

/*
 * 69. The entity chart, the charts of indexes and the table of access patterns, as documents: `monotable docs model.ts`
 * writes them, and so can a program.
 */

const shop = table('Pattern69', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const Customer = shop.entity('Customer', {
  schema: shape<{ username: string; email: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: { email: 'CUSTOMEREMAIL#{email}' },
})
const Order = shop.entity('Order', {
  schema: shape<{ username: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: '#ORDER#{orderId}' },
  index: { GSI1: { pk: 'ORDER#{orderId}', sk: 'ORDER#{orderId}' } },
})
const description = describeModel(
  model({
    entities: { Customer, Order },
    patterns: {
      account: shop.collect(
        'primary',
        { customer: Customer.one(), orders: Order.many() },
        { order: 'newest', page: 10, describe: 'A customer and the most recent orders' },
      ),
    },
  }),
)

const document = markdownDocument(description, { title: 'The shop' })
for (const row of [
  '| Customer | `CUSTOMER#{username}` | `CUSTOMER#{username}` |',
  '| Customer (unique email) | `CUSTOMEREMAIL#{email}` | `CUSTOMEREMAIL#{email}` |',
  '| Order | `CUSTOMER#{username}` | `#ORDER#{orderId}` |',
  '| Order | `ORDER#{orderId}` | `ORDER#{orderId}` |',
]) {
  assert.ok(document.includes(row), row)
}
assert.match(document, /\| account: A customer and the most recent orders \| Main table \| `username` \|/)
// The page contains its diagram, and loads nothing.
assert.match(htmlDocument(description), /<svg class="diagram"/)
