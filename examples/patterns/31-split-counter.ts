import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { measure } from '@monotable/model/cost'
import { openClient } from './open-client.ts'

/* 31. A hot counter separate from its big item: counting does not pay for the item's size. */

const app = table('Pattern31', { key: { pk: 'PK', sk: 'SK' } })
const Video = app.entity('Video', {
  schema: shape<{ id: string; title: string; transcript: string }>(),
  key: { pk: 'VIDEO#{id}', sk: 'VIDEO' },
})
const Views = app.entity('Views', {
  schema: shape<{ id: string; count?: number }>(),
  key: { pk: 'VIDEO#{id}', sk: 'VIEWS' },
})
const db = app.connect(await openClient(app), {
  entities: { Video, Views },
  patterns: { video: app.collect('primary', { video: Video.one(), views: Views.one() }) },
})

await db.Video.create({ id: '1', title: 'Keys', transcript: 'word '.repeat(10_000) })
await db.Views.create({ id: '1' })
const { units } = await measure(db, async (db) => {
  for (let view = 0; view < 3; view++)
    await db.Views.update({ id: '1' }, ({ count }, { add }) => add(count, 1))
})
// In the video itself, each count would cost 49 units.
assert.equal(units.write, 3)
const { video, views } = await db.q.video({ id: '1' })
assert.deepEqual([video?.title, views?.count], ['Keys', 3])
