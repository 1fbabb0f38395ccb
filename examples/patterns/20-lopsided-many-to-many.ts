import assert from 'node:assert/strict'
import { shape, table } from '@monotable/model'
import { relations } from '@monotable/model/relations'
import { openClient } from './open-client.ts'

/*
 * 20. Lopsided many to many: a server has many users, a user is in few servers. Memberships copy the user's name, which
 * then has to be changed in few places, and not the server's, which would have to be changed in many: that is read
 * by batch.
 */

const app = table('Pattern20', {
  key: { pk: 'PK', sk: 'SK' },
  indexes: { GSI1: { pk: 'GSI1PK', sk: 'GSI1SK' } },
  relations,
})
const Server = app.entity('Server', {
  schema: shape<{ serverId: string; title: string }>(),
  key: { pk: 'SERVER#{serverId}', sk: '#METADATA' },
})
const User = app.entity('User', {
  schema: shape<{ userId: string; username: string; servers?: number }>(),
  key: { pk: 'USER#{userId}', sk: '#METADATA' },
})
const Membership = app.entity('Membership', {
  schema: shape<{ serverId: string; userId: string; role: string; username?: string }>(),
  key: { pk: 'SERVER#{serverId}', sk: 'USER#{userId}' },
  index: { GSI1: { pk: 'USER#{userId}', sk: 'SERVER#{serverId}' } },
  belongsTo: {
    server: { entity: Server, mustExist: true },
    user: {
      entity: User,
      mustExist: true,
      count: 'servers',
      copy: { username: 'username' },
      find: 'GSI1',
    },
  },
})
const db = app.connect(await openClient(app), {
  entities: { Server, User, Membership },
  patterns: { usersOf: Membership.query('primary'), serversOf: Membership.query('GSI1') },
})

await db.transact([
  db.Server.create({ serverId: '1', title: 'Gaming' }),
  db.Server.create({ serverId: '2', title: 'Music' }),
  db.User.create({ userId: '1', username: 'John' }),
])
await db.Membership.create({ serverId: '1', userId: '1', role: 'Member' })
await db.Membership.create({ serverId: '2', userId: '1', role: 'Admin' })
await db.User.update({ userId: '1' }, { username: 'Johnny' })
const { items: users } = await db.q.usersOf({ serverId: '1' })
assert.equal(users[0]?.username, 'Johnny')

const { items: memberships } = await db.q.serversOf({ userId: '1' })
const servers = await db.batch.get(memberships.map(({ serverId }) => db.Server.get({ serverId })))
assert.deepEqual(
  servers.map((server) => server?.title),
  ['Gaming', 'Music'],
)
