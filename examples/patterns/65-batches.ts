import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 65. Batches of any size: split, sent once for each key, retried, in order. */

const app = table('Pattern65', { key: { pk: 'PK' } })
const Thing = app.entity('Thing', { schema: shape<{ id: number }>(), key: { pk: 'THING#{id}' } })
const db = app.connect(await openClient(app), { entities: { Thing } })

const ids = Array.from({ length: 130 }, (_, id) => id)
await db.batch.write(ids.map((id) => db.Thing.put({ id })))
const found = await db.batch.get([...ids, 999].map((id) => db.Thing.get({ id })))
assert.deepEqual(
  found.map((thing) => thing?.id),
  [...ids, undefined],
)
