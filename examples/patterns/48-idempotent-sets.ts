import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 48. Adding to a set and deleting from it, idempotently. */

const app = table('Pattern48', { key: { pk: 'PK' } })
const Post = app.entity('Post', {
  schema: shape<{ id: string; likedBy: Set<string> }>(),
  key: { pk: 'POST#{id}' },
  stored: { likedBy: 'set' },
})
const db = app.connect(await openClient(app), { entities: { Post } })

const key = { id: '1' }
await db.Post.create({ ...key, likedBy: new Set() })
const like = (user: string) => db.Post.update(key, (post, { include }) => include(post.likedBy, user))
const unlike = (user: string) => db.Post.update(key, (post, { discard }) => discard(post.likedBy, user))
await like('ann')
await like('ann')
assert.deepEqual((await like('bob')).likedBy, new Set(['ann', 'bob']))
await unlike('ann')
await unlike('ann')
// DynamoDB stores no empty sets; the model returns one nevertheless.
assert.deepEqual((await unlike('bob')).likedBy, new Set())
assert.deepEqual((await db.Post.get(key))?.likedBy, new Set())
