import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 1. Complex attributes: a map, a list, a set, and a dictionary keyed by name. */

const app = table('Pattern01', { key: { pk: 'PK' } })
const User = app.entity('User', {
  schema: shape<{
    email: string
    address: { street: string; city: string }
    phones: string[]
    roles: Set<string>
    pets?: Record<string, { kind: string }>
  }>(),
  key: { pk: 'USER#{email}' },
})
const db = app.connect(await openClient(app), { entities: { User } })

const jake = {
  email: 'jake@gmail.com',
  address: { street: '4283 Hinkle Deegan Lake Road', city: 'Syracuse' },
  phones: ['555-0100'],
  roles: new Set(['admin', 'editor']),
  pets: { Rex: { kind: 'dog' } },
}
await db.User.create(jake)
assert.deepEqual(await db.User.get({ email: 'jake@gmail.com' }), jake)
