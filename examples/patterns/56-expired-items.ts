import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 56. Expired items are left out at once; DynamoDB deletes them within days. */

const app = table('Pattern56', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const Offer = app.entity('Offer', {
  schema: shape<{ shop: string; id: string; until?: Date }>(),
  key: { pk: 'SHOP#{shop}', sk: 'OFFER#{id}' },
  ttl: 'until',
})
let now = Date.UTC(2026, 0, 1)
const db = app.connect(await openClient(app), {
  entities: { Offer },
  patterns: { offers: Offer.query('primary'), ever: Offer.query('primary', { expired: true }) },
  clock: { now: () => now },
})

const shop = 's'
await db.Offer.create({ shop, id: 'short', until: { hours: 1 } })
await db.Offer.create({ shop, id: 'long', until: { days: 30 } })
await db.Offer.create({ shop, id: 'always' })
now += 2 * 60 * 60 * 1000

const ids = async (read: typeof db.q.offers) => (await read({ shop })).items.map(({ id }) => id)
assert.deepEqual(await ids(db.q.offers), ['always', 'long'])
assert.equal(await db.Offer.get({ shop, id: 'short' }), undefined)
// The database may have deleted some already; the others can still be read.
assert.ok((await ids(db.q.ever)).length >= 2)
// An expired item is in nobody's way.
assert.deepEqual(await db.Offer.update({ shop, id: 'short' }, { until: new Date() }).outcome(), {
  ok: false,
  entity: 'Offer',
  reason: 'missing',
  item: undefined,
})
assert.equal((await db.Offer.create({ shop, id: 'short' })).id, 'short')
