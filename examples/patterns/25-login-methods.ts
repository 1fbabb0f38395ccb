import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/*
 * 25. Several login methods for one user: an item for each in addition to the user's, found by the method through an
 * index; no two users have the same one.
 */

const app = table('Pattern25', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const User = app.entity('User', {
  schema: shape<{ userId: string; name: string }>(),
  key: { pk: 'USER#{userId}', sk: '#METADATA' },
})
const Login = app.entity('Login', {
  schema: shape<{ userId: string; method: 'EMAIL' | 'USERNAME' | 'GOOGLE'; id: string; secret?: string }>(),
  key: { pk: 'USER#{userId}', sk: '{method}#{id}' },
  index: { GSI1: { pk: '{method}#{id}', sk: 'USER#{userId}' } },
  unique: { method: 'LOGIN#{method}#{id}' },
  belongsTo: { user: { entity: User, mustExist: true } },
})
const db = app.connect(await openClient(app), {
  entities: { User, Login },
  patterns: {
    byMethod: Login.query('GSI1'),
    account: app.collect('primary', { user: User.one(), logins: Login.many() }),
  },
})

await db.transact([
  db.User.create({ userId: '1', name: 'John' }),
  db.Login.create({ userId: '1', method: 'EMAIL', id: 'john@example.com', secret: 'bcrypt…' }),
  db.Login.create({ userId: '1', method: 'USERNAME', id: 'John', secret: 'bcrypt…' }),
])
const { items } = await db.q.byMethod({ method: 'EMAIL', id: 'john@example.com' })
assert.equal(items[0]?.userId, '1')
const { user, logins } = await db.q.account({ userId: '1' })
assert.deepEqual([user?.name, logins.length], ['John', 2])

await db.User.create({ userId: '2', name: 'Joan' })
const taken = await db.Login.create({ userId: '2', method: 'USERNAME', id: 'John' }).outcome()
assert.ok(!taken.ok && taken.reason === 'unique' && taken.constraint === 'method')
