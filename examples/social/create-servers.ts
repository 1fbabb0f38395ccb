import { type ItemOf, isModelError } from '@monotable/model'
import { noUser } from './create-accounts.ts'
import type { ListPage } from './create-posts.ts'
import type { SocialContext, SocialDb } from './create-social.ts'
import type { Membership, Server } from './model.ts'
import { SocialError } from './social-error.ts'

export type ServerItem = ItemOf<typeof Server>
export type MembershipItem = ItemOf<typeof Membership>

export interface MembershipKey {
  readonly serverId: string
  readonly userId: string
}

/**
 * Servers and their members. A server has any number of members, a user is in few servers: so a membership copies the
 * user's name, which is then in few places, and not the server's, which would be in many.
 */
export interface Servers {
  /** Creates a server, with its owner as the first member. */
  create(wish: { readonly name: string; readonly ownerId: string }): Promise<ServerItem>
  /** `false` when the user is a member already. */
  join(key: MembershipKey): Promise<boolean>
  /** `false` when the user is not a member. */
  leave(key: MembershipKey): Promise<boolean>
  /** Returns the members with their names: one query. */
  membersOf(serverId: string, cursor?: string): Promise<ListPage<MembershipItem>>
  /** Returns the servers of a user: one query of the index, and one batch for their names. */
  serversOf(userId: string): Promise<readonly (ServerItem & Pick<MembershipItem, 'role'>)[]>
  /** Changes one item and its marker, however many members there are. */
  rename(serverId: string, name: string): Promise<ServerItem>
}

/** Changing a user's name changes all memberships in one transaction, which holds at most 100 items. */
export const mostServers = 90

export function createServers(db: SocialDb, { newId }: SocialContext): Servers {
  return {
    create: async ({ name, ownerId }) => {
      const serverId = newId()
      const outcome = await db
        .transact([
          db.Server.create({ serverId, name }),
          hasRoom(db, ownerId),
          db.Membership.create({ serverId, userId: ownerId, role: 'owner' }),
        ])
        .outcome()
      if (outcome.ok) return { ...outcome.value[0], members: 1 }
      if (outcome.reason === 'unique') throw nameTaken(name)
      throw outcome.reason === 'condition' ? tooMany() : noUser(ownerId)
    },

    join: async ({ serverId, userId }) => {
      try {
        await db.transact([db.Membership.create({ serverId, userId, role: 'member' }), hasRoom(db, userId)])
        return true
      } catch (error) {
        if (isModelError(error, 'PARENT_MISSING')) {
          throw error.details.relation === 'server' ? noServer(serverId) : noUser(userId)
        }
        if (!isModelError(error, 'CONDITION_FAILED')) throw error
        if (error.details.reason === 'exists') return false
        throw error.details.reason === 'missing' ? noUser(userId) : tooMany()
      }
    },

    leave: async ({ serverId, userId }) => {
      return (await db.Membership.remove({ serverId, userId }, { returning: 'old' })) !== undefined
    },

    membersOf: async (serverId, cursor) => {
      const { items, next } = await db.q.membersOf({ serverId }, { cursor })
      return { items, next }
    },

    serversOf: async (userId) => {
      const { items } = await db.q.serversOf({ userId })
      const servers = await db.batch.get(items.map(({ serverId }) => db.Server.get({ serverId })))
      return items.flatMap(({ role }, at) => {
        const server = servers[at]
        return server === undefined ? [] : [{ ...server, role }]
      })
    },

    rename: async (serverId, name) => {
      const outcome = await db.Server.update({ serverId }, { name }).outcome()
      if (outcome.ok) return outcome.value
      throw outcome.reason === 'unique' ? nameTaken(name) : noServer(serverId)
    },
  }
}

/** Returns the condition that a user can join another server, as a member of a transaction. */
function hasRoom(db: SocialDb, userId: string) {
  return db.User.check(
    { userId },
    { if: ({ servers }, { or, missing, lt }) => or(missing(servers), lt(servers, mostServers)) },
  )
}

function noServer(serverId: string): SocialError {
  return new SocialError('no-server', `There is no server ${serverId}.`)
}

function nameTaken(name: string): SocialError {
  return new SocialError('server-name-taken', `There is a server called ${name} already.`)
}

function tooMany(): SocialError {
  return new SocialError('too-many-servers', `One can be in ${mostServers} servers. Leave one first.`)
}
