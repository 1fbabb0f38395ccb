import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 2. A nested update that also makes the missing map: a customer's first address. */

const app = table('Pattern02', { key: { pk: 'PK' } })
const Customer = app.entity('Customer', {
  schema: shape<{
    username: string
    addresses?: Record<string, { street: string; since?: { year: number } }>
  }>(),
  key: { pk: 'CUSTOMER#{username}' },
})
const db = app.connect(await openClient(app), { entities: { Customer } })

const key = { username: 'alexdebrie' }
await db.Customer.create(key)
await db.Customer.update(key, (customer, { set, at }) =>
  set(at(customer.addresses, 'Home'), { street: '1 Main St' }),
)
const customer = await db.Customer.update(key, (customer, { set, at }) =>
  set(at(customer.addresses, 'Home').since.year, 2020),
)
assert.deepEqual(customer.addresses, { Home: { street: '1 Main St', since: { year: 2020 } } })
