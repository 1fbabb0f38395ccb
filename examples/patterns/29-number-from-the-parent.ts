import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 29. A sequential id from the parent's counter, padded for the key. */

const app = table('Pattern29', { key: { pk: 'PK', sk: 'SK' }, relations })
const Repository = app.entity('Repository', {
  schema: shape<{ repository: string; issues?: number }>(),
  key: { pk: 'REPO#{repository}', sk: 'REPO#{repository}' },
})
const Issue = app.entity('Issue', {
  schema: shape<{ repository: string; number: number; title: string }>(),
  key: { pk: 'REPO#{repository}', sk: 'ISSUE#{number:pad6}' },
  sequence: { number: { of: Repository, counter: 'issues' } },
})
const db = app.connect(await openClient(app), {
  entities: { Repository, Issue },
  patterns: { issues: Issue.query('primary', { order: 'newest' }) },
})

await db.Repository.create({ repository: 'monotable' })
await db.Issue.create({ repository: 'monotable', title: 'First' })
await db.Issue.create({ repository: 'monotable', title: 'Second' })
const { items } = await db.q.issues({ repository: 'monotable' })
assert.deepEqual(
  items.map(({ number, title }) => [number, title]),
  [
    [2, 'Second'],
    [1, 'First'],
  ],
)
const nowhere = await db.Issue.create({ repository: 'none', title: 'Lost' }).outcome()
assert.ok(!nowhere.ok && nowhere.reason === 'parent')
