import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 50. Optimistic locking: a write based on an older state is refused. */

const app = table('Pattern50', { key: { pk: 'PK' } })
const Item = app.entity('Item', {
  schema: shape<{ id: string; data: string }>(),
  key: { pk: 'ITEM#{id}' },
  version: true,
})
const db = app.connect(await openClient(app), { entities: { Item } })

const mine = await db.Item.create({ id: '2345', data: 'a' })
await db.Item.update({ id: '2345' }, { data: 'theirs' }, { ifVersion: mine.version })
const late = await db.Item.update({ id: '2345' }, { data: 'mine' }, { ifVersion: mine.version }).outcome()
assert.deepEqual(late, {
  ok: false,
  entity: 'Item',
  reason: 'version',
  item: { id: '2345', data: 'theirs', version: 2 },
})
