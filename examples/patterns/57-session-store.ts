import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/*
 * 55, 56 and 57. A session store: sessions expire and are gone at once, and all of a user's sessions can be ended
 * together.
 */

const store = table('Pattern57', {
  key: { pk: 'SessionToken' },
  indexes: { UserIndex: { pk: 'Username', projection: 'KEYS_ONLY' } },
  ttl: 'TTL',
  type: false,
})
const Session = store.entity('Session', {
  schema: shape<{ SessionToken: string; Username: string; ExpiresAt: Date }>(),
  index: { UserIndex: {} },
  ttl: { attribute: 'ExpiresAt', after: { days: 7 } },
})
const db = store.connect(await openClient(store), {
  entities: { Session },
  patterns: { tokensOf: Session.query('UserIndex') },
})

await db.Session.create({ SessionToken: 'a', Username: 'dave' })
await db.Session.create({ SessionToken: 'b', Username: 'dave', ExpiresAt: { minutes: 5 } })
await db.Session.create({ SessionToken: 'c', Username: 'dave', ExpiresAt: new Date('2020-01-01') })
assert.equal((await db.Session.get({ SessionToken: 'b' }))?.Username, 'dave')
assert.equal(await db.Session.get({ SessionToken: 'c' }), undefined)
const { items } = await db.q.tokensOf({ Username: 'dave' })
await db.batch.write(items.map((token) => db.Session.remove(token)))
assert.equal(await db.Session.get({ SessionToken: 'a' }), undefined)
