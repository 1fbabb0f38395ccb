import assert from 'node:assert/strict'
import { isModelError, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 27 and 54. Unique on one or more fields, through every verb; an error names the violated constraint. */

const app = table('Pattern27', { key: { pk: 'PK', sk: 'SK' }, relations })
const Customer = app.entity('Customer', {
  schema: shape<{ username: string; email: string; team?: string; nick?: string }>(),
  key: { pk: 'CUSTOMER#{username}', sk: 'CUSTOMER#{username}' },
  unique: {
    email: 'CUSTOMEREMAIL#{email}',
    nick: { pk: 'TEAM#{team}', sk: 'NICK#{nick}' },
  },
})
const db = app.connect(await openClient(app), { entities: { Customer } })

await db.Customer.create({ username: 'ann', email: 'ann@example.com', team: 'red', nick: 'A' })
const failure = await db.Customer.create({ username: 'bob', email: 'ann@example.com' })
  .send()
  .catch((error: unknown) => error)
assert.ok(isModelError(failure, 'UNIQUE_VIOLATION'))
assert.deepEqual(failure.details, {
  reason: 'unique',
  entity: 'Customer',
  constraint: 'email',
  values: { email: 'ann@example.com' },
})

// Another team may have the same nick, and a customer without a team has none.
await db.Customer.create({ username: 'bob', email: 'bob@example.com', team: 'blue', nick: 'A' })
const moved = await db.Customer.update({ username: 'bob' }, { team: 'red' }).outcome()
assert.ok(!moved.ok && moved.reason === 'unique' && moved.constraint === 'nick')

// A change or a removal frees the value.
await db.Customer.update({ username: 'ann' }, { nick: 'Ann' })
await db.Customer.update({ username: 'bob' }, { team: 'red' })
await db.Customer.remove({ username: 'ann' })
await db.Customer.put({ username: 'cleo', email: 'ann@example.com' })
