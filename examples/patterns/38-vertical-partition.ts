import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 38 and 39. One document as several items under one partition key: read whole, or by part. */

const app = table('Pattern38', { key: { pk: 'PK', sk: 'SK' } })
const Summary = app.entity('Summary', {
  schema: shape<{ id: string; title: string }>(),
  key: { pk: 'POST#{id}', sk: 'A#SUMMARY' },
})
const Content = app.entity('Content', {
  schema: shape<{ id: string; text: string }>(),
  key: { pk: 'POST#{id}', sk: 'B#CONTENT' },
})
const db = app.connect(await openClient(app), {
  entities: { Summary, Content },
  patterns: { post: app.collect('primary', { summary: Summary.one(), content: Content.one() }) },
})

await db.Summary.create({ id: '1', title: 'Keys' })
await db.Content.create({ id: '1', text: 'A long text' })
assert.deepEqual(await db.Summary.get({ id: '1' }), { id: '1', title: 'Keys' })
const { summary, content } = await db.q.post({ id: '1' })
assert.deepEqual([summary?.title, content?.text], ['Keys', 'A long text'])
