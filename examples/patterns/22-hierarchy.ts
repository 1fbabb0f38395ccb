import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 22. A hierarchy in a composite sort key, read at each level. */

const app = table('Pattern22', { key: { pk: 'PK', sk: 'SK' } })
const Sale = app.entity('Sale', {
  schema: shape<{ country: string; city: string; store: string; date: string }>(),
  key: { pk: 'SALE#{country}', sk: '{city}#{store}#{date}' },
})
const db = app.connect(await openClient(app), {
  entities: { Sale },
  patterns: { sales: Sale.query('primary') },
})

const rows = ['SAN_FRANCISCO#00235#2020-09-22', 'SAN_FRANCISCO#00235#2020-10-01', 'SEATTLE#00110#2020-08-04']
for (const row of rows) {
  const [city = '', store = '', date = ''] = row.split('#')
  await db.Sale.create({ country: 'USA', city, store, date })
}
const count = async (args: Parameters<typeof db.q.sales>[0]) => (await db.q.sales(args)).items.length
assert.equal(await count({ country: 'USA' }), 3)
assert.equal(await count({ country: 'USA', city: 'SAN_FRANCISCO' }), 2)
assert.equal(
  await count({ country: 'USA', city: 'SAN_FRANCISCO', store: '00235', date: { begins: '2020-09' } }),
  1,
)
