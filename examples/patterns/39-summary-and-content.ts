import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 39. A summary in one item, the content in another: a list of summaries does not read the contents. */

const app = table('Pattern39', { key: { pk: 'PK', sk: 'SK' } })
const Mail = app.entity('Mail', {
  schema: shape<{ user: string; id: string; subject: string }>(),
  key: { pk: 'MAILS#{user}', sk: '{id}' },
})
const Content = app.entity('Content', {
  schema: shape<{ user: string; id: string; text: string }>(),
  key: { pk: 'MAIL#{user}#{id}', sk: 'CONTENT' },
})
const db = app.connect(await openClient(app), {
  entities: { Mail, Content },
  patterns: { inbox: Mail.query('primary', { order: 'newest' }) },
})

for (const id of ['01', '02']) {
  const mail = { user: 'ada', id }
  await db.transact([
    db.Mail.create({ ...mail, subject: `Mail ${id}` }),
    db.Content.create({ ...mail, text: 'Dear Ada, '.repeat(5_000) }),
  ])
}
const { value, units } = await db.q.inbox({ user: 'ada' }).measured()
assert.deepEqual(
  value.items.map(({ subject }) => subject),
  ['Mail 02', 'Mail 01'],
)
assert.equal(units.read, 0.5)
assert.equal((await db.Content.get({ user: 'ada', id: '02' }))?.text.length, 50_000)
