import assert from 'node:assert/strict'
import { ModelError, shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/* 54. A cancelled transaction names the constraint that broke, and the member that broke it. */

const app = table('Pattern54', { key: { pk: 'PK', sk: 'SK' }, relations })
const Team = app.entity('Team', {
  schema: shape<{ team: string; members?: number; tags?: Set<string> }>(),
  key: { pk: 'TEAM#{team}', sk: 'TEAM' },
  limit: { tags: 2 },
})
const Member = app.entity('Member', {
  schema: shape<{ team: string; user: string; email: string }>(),
  key: { pk: 'TEAM#{team}', sk: 'MEMBER#{user}' },
  unique: { email: 'EMAIL#{email}' },
  belongsTo: { team: { entity: Team, mustExist: true, count: 'members' } },
})
const Seats = app.entity('Seats', {
  schema: shape<{ plan: string; free: number }>(),
  key: { pk: 'SEATS#{plan}', sk: 'SEATS' },
})
const db = app.connect(await openClient(app), { entities: { Team, Member, Seats } })

await db.Seats.create({ plan: 'basic', free: 1 })
await db.Team.create({ team: 'red', tags: new Set(['new', 'paid']) })

/** Takes a seat and stores a user: both or neither. Returns what went wrong. */
const hire = async (team: string, user: string, email: string) => {
  const takeSeat = db.Seats.update({ plan: 'basic' }, ({ free }, { add }) => add(free, -1), {
    if: ({ free }, { gt }) => gt(free, 0),
  })
  try {
    await db.transact([takeSeat, db.Member.create({ team, user, email })])
    return undefined
  } catch (error) {
    assert.ok(error instanceof ModelError)
    return { code: error.code, ...error.details }
  }
}

assert.deepEqual(await hire('blue', 'ann', 'ann@example.com'), {
  code: 'PARENT_MISSING',
  reason: 'parent',
  entity: 'Member',
  relation: 'team',
  parent: 'Team',
  member: 1,
})
assert.equal(await hire('red', 'ann', 'ann@example.com'), undefined)
assert.deepEqual(await hire('red', 'bob', 'bob@example.com'), {
  code: 'CONDITION_FAILED',
  entity: 'Seats',
  reason: 'condition',
  item: { plan: 'basic', free: 0 },
  member: 0,
})
await db.Seats.update({ plan: 'basic' }, { free: 5 })
assert.deepEqual(await hire('red', 'bob', 'ann@example.com'), {
  code: 'UNIQUE_VIOLATION',
  reason: 'unique',
  entity: 'Member',
  constraint: 'email',
  values: { email: 'ann@example.com' },
  member: 1,
})
// None of the refused attempts has taken a seat.
assert.equal((await db.Seats.get({ plan: 'basic' }))?.free, 5)

// A verb that becomes a transaction reports the same, also as a value with outcome().
const tagged = await db.Team.update({ team: 'red' }, ({ tags }, { include }) =>
  include(tags, 'big'),
).outcome()
assert.ok(!tagged.ok && tagged.reason === 'limit' && tagged.attribute === 'tags')
const moved = await db.Member.create({ team: 'red', user: 'ann', email: 'other@example.com' }).outcome()
assert.ok(!moved.ok && moved.reason === 'exists' && moved.item?.email === 'ann@example.com')
