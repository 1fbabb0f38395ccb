import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 8 and 9. Numbers in text keys: padded, or of any sign, fraction and size, always in order. */

const app = table('Pattern08', { key: { pk: 'PK', sk: 'SK' } })
const Issue = app.entity('Issue', {
  schema: shape<{ num: number }>(),
  key: { pk: 'ISSUES', sk: '{num:pad6}' },
})
const Reading = app.entity('Reading', {
  schema: shape<{ value: number; place: string }>(),
  // U+0001 sorts below every character that people type.
  key: { pk: 'READINGS', sk: '{value:num}\u0001{place}' },
})
const db = app.connect(await openClient(app), {
  entities: { Issue, Reading },
  patterns: { issues: Issue.query('primary'), readings: Reading.query('primary') },
})

await db.batch.write([10, 9, 100].map((num) => db.Issue.put({ num })))
assert.deepEqual((await db.q.issues({})).items, [{ num: 9 }, { num: 10 }, { num: 100 }])

await db.batch.write([1.5, -42, 1e21, 0, -0.25].map((value) => db.Reading.put({ value, place: 'roof' })))
const { items } = await db.q.readings({ value: { gte: -1 } })
assert.deepEqual(
  items.map(({ value }) => value),
  [-0.25, 0, 1.5, 1e21],
)
