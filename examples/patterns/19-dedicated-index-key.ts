import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 19. A dedicated index key instead of the inverted index: each entity declares its key in the index. */

const app = table('Pattern19', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
})
const Member = app.entity('Member', {
  schema: shape<{ team: string; user: string; joined: string }>(),
  key: { pk: 'TEAM#{team}', sk: 'MEMBER#{user}' },
  // In the inverted index, the partition would have to be MEMBER#{user}, and the sort key TEAM#{team}.
  index: { GSI1: { pk: 'USER#{user}', sk: 'JOINED#{joined}' } },
})
const db = app.connect(await openClient(app), {
  entities: { Member },
  patterns: { members: Member.query('primary'), teamsOf: Member.query('GSI1') },
})

await db.batch.write([
  db.Member.put({ team: 'a', user: 'ann', joined: '2024-05-01' }),
  db.Member.put({ team: 'b', user: 'ann', joined: '2021-01-01' }),
  db.Member.put({ team: 'b', user: 'bob', joined: '2022-01-01' }),
])
assert.equal((await db.q.members({ team: 'b' })).items.length, 2)
const { items } = await db.q.teamsOf({ user: 'ann', joined: { gte: '2020' } })
assert.deepEqual(
  items.map(({ team }) => team),
  ['b', 'a'],
)
