import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 28. Auto-increment: numbers from a counter of their own, without gaps or duplicates. */

const app = table('Pattern28', { key: { pk: 'PK', sk: 'SK' }, relations })
const Issue = app.entity('Issue', {
  schema: shape<{ number: number; title: string }>(),
  key: { pk: 'ISSUE#{number:pad6}', sk: 'ISSUE' },
  sequence: { number: { key: 'COUNTER#issues' } },
})
const db = app.connect(await openClient(app), { entities: { Issue } })

assert.deepEqual(await db.Issue.create({ title: 'It is slow' }), { number: 1, title: 'It is slow' })
const more = await Promise.all(['a', 'b', 'c'].map((title) => db.Issue.create({ title })))
assert.deepEqual(more.map(({ number }) => number).sort(), [2, 3, 4])
