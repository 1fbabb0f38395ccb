import assert from 'node:assert/strict'
import { model, shape, table } from '@monotable/model'
import { aggregate, streamHandler } from '@monotable/model/streams'
import { followStream } from './follow-stream.ts'
import { openClient } from './open-client.ts'

/* 59. Sums maintained by the stream: each change counts once, however often it is delivered. */

const app = table('Pattern59', { key: { pk: 'PK', sk: 'SK' }, ttl: 'ttl' })
const Download = app.entity('Download', {
  schema: shape<{ song: string; at: string; bytes: number }>(),
  key: { pk: 'SONG#{song}', sk: 'DOWNLOAD#{at}' },
})
const Month = app.entity('Month', {
  schema: shape<{ song: string; month: string; downloads: number; bytes: number }>(),
  key: { pk: 'SONG#{song}', sk: 'MONTH#{month}' },
})
const music = model({ entities: { Download, Month } })
const client = await openClient(app)
const db = music.connect(client)

const handler = streamHandler(music, {
  client,
  derive: {
    months: aggregate(Download, {
      into: Month,
      key: ({ song, at }) => ({ song, month: at.slice(0, 7) }),
      add: ({ bytes }) => ({ downloads: 1, bytes }),
    }),
  },
})
const following = await followStream(client, app, async (event) => {
  await handler(event)
  // A stream delivers at least once. The second time, nothing is added.
  await handler(event)
})
await db.Download.create({ song: '1', at: '2018-01-05', bytes: 10 })
await db.Download.create({ song: '1', at: '2018-01-06', bytes: 20 })
await db.Download.create({ song: '1', at: '2018-02-01', bytes: 5 })
await following.idle()
assert.deepEqual(await db.Month.get({ song: '1', month: '2018-01' }), {
  song: '1',
  month: '2018-01',
  downloads: 2,
  bytes: 30,
})
