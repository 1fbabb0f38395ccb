import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { pointer } from '@monotable/model/history'
import { openClient } from './open-client.ts'

/* 51. A history of versions with a pointer to the current one: staged, then committed. */

const app = table('Pattern51', { key: { pk: 'PK', sk: 'SK' } })
const Document = app.entity('Document', {
  schema: shape<{ id: string; text: string; author: string }>(),
  key: { pk: '{id}', sk: 'V000' },
  history: pointer({ key: { pk: '{id}', sk: 'V{version:pad3}' } }),
})
const db = app.connect(await openClient(app), { entities: { Document } })

await db.Document.create({ id: '1', text: 'one', author: 'Tom' })
await db.Document.update({ id: '1' }, { text: 'two', author: 'Simon' })
const third = await db.Document.stage({ id: '1', text: 'three', author: 'John' })
assert.equal((await db.Document.get({ id: '1' }))?.text, 'two')

await db.Document.commit({ id: '1' }, { version: third.version, ifVersion: 2 })
assert.deepEqual(await db.Document.get({ id: '1' }), { id: '1', text: 'three', author: 'John', version: 3 })
const { items } = await db.Document.versions({ id: '1' })
assert.deepEqual(
  items.map(({ version, author }) => `V${version} ${author}`),
  ['V3 John', 'V2 Simon', 'V1 Tom'],
)
const late = await db.Document.commit({ id: '1' }, { version: 1, ifVersion: 2 }).outcome()
assert.equal(late.ok ? 'committed' : late.reason, 'version')
