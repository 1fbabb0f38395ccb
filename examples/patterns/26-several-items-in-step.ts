import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 26. One thing stored as several items, always in step: a user, and an item for each name to find it by. */

const app = table('Pattern26', { key: { pk: 'PK', sk: 'SK' }, relations })
const ByEmail = app.entity('ByEmail', {
  schema: shape<{ email: string; userId: string; name: string }>(),
  key: { pk: 'EMAIL#{email}', sk: 'EMAIL' },
})
const ByGoogle = app.entity('ByGoogle', {
  schema: shape<{ google: string; userId: string }>(),
  key: { pk: 'GOOGLE#{google}', sk: 'GOOGLE' },
})
const User = app.entity('User', {
  schema: shape<{ userId: string; name: string; email?: string; google?: string }>(),
  key: { pk: 'USER#{userId}', sk: '#METADATA' },
  copies: {
    email: { to: ByEmail, attributes: ['userId', 'name'] },
    google: { to: ByGoogle, attributes: ['userId'] },
  },
})
const db = app.connect(await openClient(app), { entities: { User, ByEmail, ByGoogle } })

await db.User.create({ userId: '1', name: 'John', email: 'john@example.com' })
await db.User.update({ userId: '1' }, { name: 'Johnny', google: 'DEAD' })
assert.equal((await db.ByEmail.get({ email: 'john@example.com' }))?.name, 'Johnny')
assert.equal((await db.ByGoogle.get({ google: 'DEAD' }))?.userId, '1')
await db.User.update({ userId: '1' }, { email: 'johnny@example.com' })
assert.equal(await db.ByEmail.get({ email: 'john@example.com' }), undefined)
await db.User.remove({ userId: '1' })
assert.equal(await db.ByEmail.get({ email: 'johnny@example.com' }), undefined)
