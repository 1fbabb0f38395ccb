import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 49. Insert only: an existing item is never overwritten, and the loser is told. */

const app = table('Pattern49', { key: { pk: 'PK' } })
const Action = app.entity('Action', {
  schema: shape<{ id: string; by: string }>(),
  key: { pk: 'ACTION#{id}' },
})
const db = app.connect(await openClient(app), { entities: { Action } })

await db.Action.create({ id: '2341', by: 'first' })
assert.deepEqual(await db.Action.create({ id: '2341', by: 'second' }).outcome(), {
  ok: false,
  entity: 'Action',
  reason: 'exists',
  item: { id: '2341', by: 'first' },
})
