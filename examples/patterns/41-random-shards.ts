import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { shards } from '@monotable/model/distribution'
import { openClient } from './open-client.ts'

/* 41. Write sharding by a random suffix: all shards are read in parallel, and merged in order. */

const app = table('Pattern41', {
  key: { pk: 'PK' },
  indexes: { byDay: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Order = app.entity('Order', {
  schema: shape<{ id: string; day: string; status: 'placed' | 'shipped' }>(),
  key: { pk: 'ORDER#{id}' },
  index: { byDay: { pk: 'ORDERS#{day}#{shard:pad2}', sk: '{status}#{id}' } },
  shard: shards({ by: 'random', count: 8 }),
})
const db = app.connect(await openClient(app), {
  entities: { Order },
  patterns: { ofDay: Order.query('byDay', { page: 10 }) },
})

const day = '2026-01-01'
const ids = Array.from({ length: 25 }, (_, at) => String(at).padStart(3, '0'))
for (const id of ids) await db.Order.create({ id, day, status: 'placed' })
// The shard is an attribute of the order, so that the key in the index stays right.
await db.Order.update({ id: '004' }, { status: 'shipped' })

const first = await db.q.ofDay({ day, status: 'placed' })
assert.deepEqual(
  first.items.map(({ id }) => id),
  ids.filter((id) => id !== '004').slice(0, 10),
)
const seen: string[] = []
for await (const { id } of db.q.ofDay({ day }).all()) seen.push(id)
assert.deepEqual(seen, [...ids.filter((id) => id !== '004'), '004'])
