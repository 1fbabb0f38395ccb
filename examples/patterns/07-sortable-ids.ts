import assert from 'node:assert/strict'
import { table } from '@monotable/model'
import { createIds } from '@monotable/model/ids'
import { z } from 'zod'
import { openClient } from './open-client.ts'

/* 7. Sortable ids: UUIDs of version 7 made by the model, or KSUIDs and ULIDs of your own; keys keep their case. */

const newId = createIds()
const app = table('Pattern07', { key: { pk: 'PK', sk: 'SK' } })
const Post = app.entity('Post', {
  schema: z.object({ author: z.string(), postId: z.string().default(newId), title: z.string() }),
  key: { pk: 'AUTHOR#{author}', sk: 'POST#{postId}' },
})
const db = app.connect(await openClient(app), {
  entities: { Post },
  patterns: { latest: Post.query('primary', { order: 'newest' }) },
})

for (const title of ['first', 'second', 'third']) await db.Post.create({ author: 'ann', title })
const { items } = await db.q.latest({ author: 'ann' })
assert.deepEqual(
  items.map(({ title }) => title),
  ['third', 'second', 'first'],
)

// KSUIDs may differ in case only, and sort by it.
const ksuids = ['1VrgXBQ0VCshuQUnh1HrDIHQNwY', '1VrgXBQ0VCshuQUnh1HrDIHQNwy']
for (const postId of ksuids) await db.Post.create({ author: 'bob', postId, title: postId })
assert.equal((await db.q.latest({ author: 'bob' })).items.length, 2)
