import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { streamHandler } from '@monotable/model/streams'
import { followStream } from './follow-stream.ts'
import { openClient } from './open-client.ts'

/* 60. Notifications and search sync: functions for the changes of an entity, and a filter that keeps out the rest. */

const app = table('Pattern60', { key: { pk: 'PK' } })
const Article = app.entity('Article', {
  schema: shape<{ id: string; title: string; published: boolean }>(),
  key: { pk: 'ARTICLE#{id}' },
})
const blog = model({ entities: { Article } })
const client = await openClient(app)
const db = blog.connect(client)

const search = new Map<string, string>()
const mails: string[] = []
const handler = streamHandler(blog, {
  on: {
    Article: async ({ before, after }) => {
      if (after === undefined) search.delete(before?.id ?? '')
      else search.set(after.id, after.title)
      if (after?.published === true && before?.published !== true) mails.push(`out now: ${after.title}`)
    },
  },
})
// For db.on and for Lambda's event source mapping alike.
assert.deepEqual(handler.filter, [
  { dynamodb: { NewImage: { _type: { S: ['Article'] } } } },
  { dynamodb: { OldImage: { _type: { S: ['Article'] } } } },
])
const following = await followStream(client, app, handler)
await db.Article.create({ id: '1', title: 'Streams', published: false })
await db.Article.create({ id: '2', title: 'Keys', published: true })
await db.Article.update({ id: '1' }, { published: true })
await db.Article.remove({ id: '2' })
await following.idle()
assert.deepEqual([...search.values()], ['Streams'])
assert.deepEqual(mails, ['out now: Keys', 'out now: Streams'])
