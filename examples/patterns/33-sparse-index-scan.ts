import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 33. A sparse index that holds one entity type alone, to be scanned. */

const app = table('Pattern33', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { customers: { pk: 'CUSTOMERS' } },
})
const Customer = app.entity('Customer', {
  schema: shape<{ username: string; name: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  index: { customers: { pk: '{username}' } },
})
const Order = app.entity('Order', {
  schema: shape<{ username: string; orderId: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'ORDER#{orderId}' },
})
const db = app.connect(await openClient(app), {
  entities: { Customer, Order },
  patterns: { customers: Customer.scan('customers') },
})

await db.batch.write([
  db.Customer.put({ username: 'ann', name: 'Ann' }),
  db.Customer.put({ username: 'bob', name: 'Bob' }),
  ...Array.from({ length: 20 }, (_, n) => db.Order.put({ username: 'ann', orderId: `${n}` })),
])
const names: string[] = []
for await (const { name } of db.q.customers().all()) names.push(name)
assert.deepEqual(names.sort(), ['Ann', 'Bob'])
// The orders are not in the index, so they are neither read nor paid for.
const { units } = await db.q.customers().measured()
assert.equal(units.read, 0.5)
