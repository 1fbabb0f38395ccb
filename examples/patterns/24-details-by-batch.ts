import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { openClient } from './open-client.ts'

/* 24. Details by a batch get, after a relation was read. */

const app = table('Pattern24', { key: { pk: 'PK', sk: 'SK' } })
const Team = app.entity('Team', {
  schema: shape<{ teamId: string; name: string }>(),
  key: { pk: 'TEAM#{teamId}', sk: '#METADATA' },
})
const Membership = app.entity('Membership', {
  schema: shape<{ userId: string; teamId: string }>(),
  key: { pk: 'USER#{userId}', sk: 'TEAM#{teamId}' },
})
const db = app.connect(await openClient(app), {
  entities: { Team, Membership },
  patterns: { teamsOf: Membership.query('primary') },
})

await db.batch.write(['1', '2'].map((teamId) => db.Team.put({ teamId, name: `Team ${teamId}` })))
await db.batch.write(['2', '1'].map((teamId) => db.Membership.put({ userId: '1', teamId })))
const { items } = await db.q.teamsOf({ userId: '1' })
const teams = await db.batch.get(items.map(({ teamId }) => db.Team.get({ teamId })))
assert.deepEqual(
  teams.map((team) => team?.name),
  ['Team 1', 'Team 2'],
)
