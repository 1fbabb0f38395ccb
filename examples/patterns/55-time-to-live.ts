import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 55. Time to live: a Date or a duration, stored in seconds in the table's TTL attribute. */

const app = table('Pattern55', { key: { pk: 'PK' }, ttl: 'ttl' })
const Token = app.entity('Token', {
  schema: shape<{ id: string; expiresAt: Date }>(),
  key: { pk: 'TOKEN#{id}' },
  ttl: { attribute: 'expiresAt', after: { minutes: 15 } },
})
const now = Date.UTC(2026, 0, 1)
const db = app.connect(await openClient(app), { entities: { Token }, clock: { now: () => now } })

const stored = (token: Parameters<typeof db.Token.put>[0]) => {
  const { input } = db.Token.put(token).params()
  return 'Item' in input ? input.Item['ttl'] : undefined
}
assert.deepEqual(stored({ id: '1' }), { N: String(now / 1000 + 15 * 60) })
assert.deepEqual(stored({ id: '1', expiresAt: { days: 2 } }), { N: String(now / 1000 + 2 * 86_400) })
assert.deepEqual(stored({ id: '1', expiresAt: new Date('2030-01-01') }), { N: '1893456000' })

// The stored attribute follows every change.
await db.Token.create({ id: '1' })
const later = await db.Token.update({ id: '1' }, { expiresAt: new Date('2030-01-01') })
assert.equal(later.expiresAt.getUTCFullYear(), 2030)
