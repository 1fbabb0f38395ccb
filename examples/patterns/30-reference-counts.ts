import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 30. Reference counts: likes go up and down in the same transaction, and nobody likes twice. */

const app = table('Pattern30', { key: { pk: 'PK', sk: 'SK' }, relations })
const Post = app.entity('Post', {
  schema: shape<{ postId: string; text: string; likes?: number }>(),
  key: { pk: 'POST#{postId}', sk: 'POST#{postId}' },
})
const Like = app.entity('Like', {
  schema: shape<{ postId: string; username: string }>(),
  key: { pk: 'POST#{postId}', sk: 'LIKE#{username}' },
  belongsTo: { post: { entity: Post, mustExist: true, count: 'likes' } },
})
const db = app.connect(await openClient(app), { entities: { Post, Like } })

await db.Post.create({ postId: '1', text: 'Hello' })
await db.Like.create({ postId: '1', username: 'ann' })
await db.Like.create({ postId: '1', username: 'bob' })
assert.equal((await db.Like.create({ postId: '1', username: 'ann' }).outcome()).ok, false)
await db.Like.remove({ postId: '1', username: 'bob' })
await db.Like.remove({ postId: '1', username: 'bob' })
assert.equal((await db.Post.get({ postId: '1' }))?.likes, 1)
