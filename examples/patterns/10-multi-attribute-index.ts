import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 10. An index whose key is several attributes as they are. */

const app = table('Pattern10', {
  key: { pk: 'id' },
  indexes: { byPlace: { pk: ['country', 'region'], sk: ['city', { name: 'total', type: 'N' }] } },
})
const Sale = app.entity('Sale', {
  schema: shape<{ id: string; country: string; region: string; city: string; total: number }>(),
  index: { byPlace: {} },
})
const db = app.connect(await openClient(app), {
  entities: { Sale },
  patterns: { sales: Sale.query('byPlace') },
})

const place = { country: 'US', region: 'west', city: 'Seattle' }
await db.batch.write([9, 10, 100].map((total) => db.Sale.put({ id: String(total), ...place, total })))
const { items } = await db.q.sales({ ...place, total: { gt: 9 } })
assert.deepEqual(
  items.map(({ total }) => total),
  [10, 100],
)
