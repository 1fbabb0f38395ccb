import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { snapshots } from '@monotable/model/history'
import { openClient } from './open-client.ts'

/* 52. Parts of a document with versions of their own: a change writes one part. */

const app = table('Pattern52', { key: { pk: 'PK', sk: 'SK' } })
const Part = app.entity('Part', {
  schema: shape<{ document: string; part: string; text: string; author: string }>(),
  key: { pk: 'DOCUMENT#{document}', sk: 'PART#{part}' },
  history: snapshots({ key: { pk: 'DOCUMENT#{document}', sk: 'VERSION#{part:raw}_V{version:pad3}' } }),
})
const db = app.connect(await openClient(app), {
  entities: { Part },
  patterns: { document: Part.query('primary') },
})

const document = 'KBH'
await db.Part.create({ document, part: 'INTRO', text: 'In short', author: 'Tom' })
await db.Part.create({ document, part: 'MAIN_CONTENT', text: 'At length', author: 'Simon' })
await db.Part.update({ document, part: 'MAIN_CONTENT' }, { text: 'At great length', author: 'Tom' })

const { items } = await db.q.document({ document })
assert.deepEqual(
  items.map(({ part, version, text }) => [part, version, text]),
  [
    ['INTRO', 1, 'In short'],
    ['MAIN_CONTENT', 2, 'At great length'],
  ],
)
const { items: before } = await db.Part.versions({ document, part: 'MAIN_CONTENT' })
assert.deepEqual(
  before.map(({ author }) => author),
  ['Tom', 'Simon'],
)
