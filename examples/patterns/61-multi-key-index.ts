import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { projection, streamHandler } from '@monotable/model/streams'
import { followStream } from './follow-stream.ts'
import { openClient } from './open-client.ts'

/* 61. An index with several entries for one item, maintained by the stream from the item before and after. */

const app = table('Pattern61', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const Issue = app.entity('Issue', {
  schema: shape<{ project: string; id: string; fields: Record<string, string> }>(),
  key: { pk: 'PROJECT#{project}', sk: 'ISSUE#{id}' },
})
const Field = app.entity('Field', {
  schema: shape<{ project: string; field: string; value: string; id: string }>(),
  key: { pk: 'PROJECT#{project}#FIELD#{field}', sk: '{value}#{id}' },
})
const tracker = model({ entities: { Issue, Field }, patterns: { byField: Field.query('primary') } })
const client = await openClient(app)
const db = tracker.connect(client)

const handler = streamHandler(tracker, {
  client,
  derive: {
    fields: projection(Issue).into(Field, ({ project, id, fields }) =>
      Object.entries(fields).map(([field, value]) => ({ project, field, value, id })),
    ),
  },
})
const following = await followStream(client, app, handler)
await db.Issue.create({ project: 'p', id: '1', fields: { status: 'open', color: 'red' } })
await db.Issue.create({ project: 'p', id: '2', fields: { status: 'done' } })
await following.idle()
await db.Issue.update({ project: 'p', id: '1' }, { fields: { status: 'waiting' } })
await following.idle()
const { items } = await db.q.byField({ project: 'p', field: 'status' })
assert.deepEqual(
  items.map(({ value, id }) => `${value} ${id}`),
  ['done 2', 'waiting 1'],
)
assert.deepEqual((await db.q.byField({ project: 'p', field: 'color' })).items, [])
