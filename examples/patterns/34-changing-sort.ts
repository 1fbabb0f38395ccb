import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 34. Sorting on an attribute that changes: the key of the index follows a partial update. */

const app = table('Pattern34', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { recent: { pk: 'R_PK', sk: 'R_SK' } },
})
const Ticket = app.entity('Ticket', {
  schema: shape<{ org: string; id: string; updatedAt: Date; title: string }>(),
  key: { pk: 'ORG#{org}', sk: 'TICKET#{id}' },
  index: { recent: { pk: 'ORG#{org}', sk: '{updatedAt:iso}#{id}' } },
  stored: { updatedAt: 'date' },
})
const db = app.connect(await openClient(app), {
  entities: { Ticket },
  patterns: { recent: Ticket.query('recent', { order: 'newest' }) },
})

for (const id of ['1', '2']) {
  await db.Ticket.create({ org: 'acme', id, updatedAt: new Date(Date.UTC(2020, 0, Number(id))), title: 'x' })
}
await db.Ticket.update({ org: 'acme', id: '1' }, { updatedAt: new Date(Date.UTC(2021, 0, 1)) })
const { items } = await db.q.recent({ org: 'acme' })
assert.deepEqual(
  items.map(({ id }) => id),
  ['1', '2'],
)
