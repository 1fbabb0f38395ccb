import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 46. A condition on the item itself: only an editor may write. */

const app = table('Pattern46', { key: { pk: 'PK' } })
const Document = app.entity('Document', {
  schema: shape<{ id: string; content: string; editors: string[] }>(),
  key: { pk: 'DOCUMENT#{id}' },
})
const db = app.connect(await openClient(app), { entities: { Document } })

await db.Document.create({ id: 'JKK', content: 'old', editors: ['John', 'Michael'] })
const write = (user: string) =>
  db.Document.update(
    { id: 'JKK' },
    { content: `by ${user}` },
    { if: (document, { contains }) => contains(document.editors, user) },
  )
assert.equal((await write('John')).content, 'by John')
const outcome = await write('Susan').outcome()
assert.deepEqual(outcome.ok === false && [outcome.reason, outcome.item?.content], ['condition', 'by John'])
