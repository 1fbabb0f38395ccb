import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { shards } from '@monotable/model/distribution'
import { openClient } from './open-client.ts'

/* 42. Write sharding by a calculated suffix: a read for one order uses one shard. */

const app = table('Pattern42', { key: { pk: 'PK', sk: 'SK' } })
const Log = app.entity('Log', {
  schema: shape<{ day: string; time: string; orderId: string; text: string }>(),
  key: { pk: '{day}_{shard}', sk: '{day}T{time}' },
  shard: shards({ by: 'hash(orderId)', count: 4 }),
})
const db = app.connect(await openClient(app), {
  entities: { Log },
  patterns: { logs: Log.query('primary') },
})

const day = '2020-10-19'
const rows = [
  ['09:19:32', 'a', 'placed'],
  ['09:22:52', 'b', 'placed'],
  ['09:24:42', 'a', 'paid'],
  ['09:30:44', 'c', 'placed'],
] as const
for (const [time, orderId, text] of rows) await db.Log.create({ day, time, orderId, text })

const everything: string[] = []
for await (const { time } of db.q.logs({ day }).all()) everything.push(time)
assert.deepEqual(
  everything,
  rows.map(([time]) => time),
)
const { value, units } = await db.q.logs({ day, orderId: 'a' }).measured()
assert.deepEqual(
  value.items.map(({ text }) => text),
  ['placed', 'paid'],
)
assert.equal(units.requests.length, 1)
