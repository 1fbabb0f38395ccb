import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 16. Inverted numbers: questions are stored newest first; `newest` is right in either storage order. */

const app = table('Pattern16', { key: { pk: 'PK', sk: 'SK' } })
const Question = app.entity('Question', {
  schema: shape<{ topic: string; questionId: number; text: string }>(),
  key: { pk: 'TOPIC#{topic}', sk: 'QUESTION#{questionId:pad5:desc}' },
})
const db = app.connect(await openClient(app), {
  entities: { Question },
  patterns: {
    newest: Question.query('primary', { order: 'newest', page: 2 }),
    stored: Question.query('primary'),
  },
})

for (const questionId of [1, 2, 10]) await db.Question.create({ topic: 'db', questionId, text: '?' })
const { input } = db.Question.get({ topic: 'db', questionId: 2 }).params()
assert.deepEqual('Key' in input && input.Key['SK'], { S: 'QUESTION#99998' })
const ids = async (read: typeof db.q.newest) =>
  (await read({ topic: 'db' })).items.map(({ questionId }) => questionId)
assert.deepEqual(await ids(db.q.newest), [10, 2])
assert.deepEqual(await ids(db.q.stored), [10, 2, 1])
// The model chooses the direction: forward, as the numbers are inverted.
const asked = db.q.newest({ topic: 'db' }).params().input
assert.equal('ScanIndexForward' in asked, false)
