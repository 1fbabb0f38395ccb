import { type ItemOf, isModelError } from '@monotable/model'
import type { SocialContext, SocialDb } from './create-social.ts'
import type { Login, LoginMethod, User } from './model.ts'
import { SocialError } from './social-error.ts'

export type UserItem = ItemOf<typeof User>
export type LoginItem = ItemOf<typeof Login>

/** How a user logs in: by e-mail, with Google, and so on. Proving their identity is up to the method. */
export interface Credential {
  readonly method: LoginMethod
  readonly id: string
}

/** Users, and the ways in which they log in. */
export interface Accounts {
  /** Creates a user with a first way to log in. Refused when the name or the login is taken. */
  signUp(wish: { readonly username: string; readonly login: Credential }): Promise<UserItem>
  /** Returns the user of a login, if there is one. */
  signIn(login: Credential): Promise<UserItem | undefined>
  /** Adds a way to log in; `false` when the user has it already. Refused when it belongs to another user. */
  link(userId: string, login: Credential): Promise<boolean>
  /** Removes a way to log in. The last one stays. */
  unlink(userId: string, login: Credential): Promise<void>
  view(userId: string): Promise<{ readonly user: UserItem; readonly logins: readonly LoginItem[] }>
  findByName(username: string): Promise<UserItem | undefined>
  /** Changes the name in the user, in the item that finds users by name, and in all memberships, atomically. */
  rename(userId: string, username: string): Promise<UserItem>
}

export function createAccounts(db: SocialDb, { now, newId }: SocialContext): Accounts {
  const loginOf = (userId: string, login: Credential) => ({ userId, ...normalise(login) })
  const findUser = async (userId: string) => await db.User.get({ userId })

  return {
    signUp: async ({ username, login }) => {
      const userId = newId()
      const outcome = await db
        .transact([
          db.User.create({ userId, username }),
          db.Login.create({ ...loginOf(userId, login), linkedAt: new Date(now()) }),
        ])
        .outcome()
      if (outcome.ok) return { ...outcome.value[0], logins: 1 }
      if (outcome.reason === 'unique' && outcome.entity === 'Login') throw loginTaken(login)
      throw nameTaken(username)
    },

    signIn: async (login) => {
      // By its whole key, so that a login that was linked just now is found: an index would lag behind.
      const door = await db.Door.get(normalise(login), { consistent: true })
      return door && findUser(door.userId)
    },

    link: async (userId, login) => {
      const item = { ...loginOf(userId, login), linkedAt: new Date(now()) }
      const outcome = await db.Login.create(item).outcome()
      if (outcome.ok) return true
      if (outcome.reason === 'exists') return false
      throw outcome.reason === 'parent' ? noUser(userId) : loginTaken(login)
    },

    unlink: async (userId, login) => {
      try {
        await db.transact([
          db.Login.remove(loginOf(userId, login), { if: (one, { exists }) => exists(one.id) }),
          // The count is decremented in the same transaction, and the condition applies to the value before.
          db.User.check({ userId }, { if: (user, { gt }) => gt(user.logins, 1) }),
        ])
      } catch (error) {
        if (!isModelError(error, 'CONDITION_FAILED')) throw error
        const { entity, reason } = error.details
        if (entity === 'Login') throw new SocialError('no-login', `This is no login of ${userId}.`)
        if (reason === 'missing') throw noUser(userId)
        throw new SocialError('last-login', 'This is the only way to log in: link another one first.')
      }
    },

    view: async (userId) => {
      const { user, logins } = await db.q.account({ userId })
      if (user === undefined) throw noUser(userId)
      return { user, logins }
    },

    findByName: async (username) => {
      const name = await db.Name.get({ username })
      return name && findUser(name.userId)
    },

    rename: async (userId, username) => {
      const outcome = await db.User.update({ userId }, { username }).outcome()
      if (outcome.ok) return outcome.value
      throw outcome.reason === 'unique' ? nameTaken(username) : noUser(userId)
    },
  }
}

/** Normalises a login: e-mail addresses ignore case; ids of other methods do not. */
function normalise({ method, id }: Credential): Credential {
  return { method, id: method === 'EMAIL' ? id.trim().toLowerCase() : id }
}

export function noUser(userId: string): SocialError {
  return new SocialError('no-user', `There is no user ${userId}.`)
}

function nameTaken(username: string): SocialError {
  return new SocialError('username-taken', `The name ${username} is taken.`)
}

function loginTaken({ method, id }: Credential): SocialError {
  return new SocialError('login-taken', `${method} ${id} leads to another user.`)
}
