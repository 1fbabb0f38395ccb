import type { ItemOf, ModelClient } from '@monotable/model'
import { type Session, sessionModel } from './model.ts'

export type SessionItem = ItemOf<typeof Session>

/** Time and tokens, which a test can replace. */
export interface SessionContext {
  readonly now: () => number
  /** Returns a token that nobody can guess: `crypto.randomUUID`. */
  readonly newToken: () => string
}

/** Sessions of users: created at login, looked up by every request, and ended one by one, all at once, or by time. */
export interface Sessions {
  /** Begins a session, which expires after seven days. */
  create(username: string): Promise<SessionItem>
  /** Returns the session of a token; `undefined` when there is none, or it has expired. */
  find(token: string): Promise<SessionItem | undefined>
  /** Ends one session. A missing one is no error. */
  end(token: string): Promise<void>
  /** Ends all sessions of a user, and returns how many there were. */
  endAll(username: string): Promise<number>
}

/** Opens the session store on a database that has its table. */
export function createSessions(client: ModelClient, { now, newToken }: SessionContext): Sessions {
  const db = sessionModel.connect(client, { clock: { now } })
  return {
    // `create` never replaces an existing session: a token that occurs twice is refused.
    create: (username) =>
      db.Session.create({ SessionToken: newToken(), Username: username, CreatedAt: new Date(now()) }).send(),

    find: async (token) => {
      if (!isToken(token)) return undefined
      return await db.Session.get({ SessionToken: token }).send()
    },

    end: async (token) => {
      if (isToken(token)) await db.Session.remove({ SessionToken: token })
    },

    endAll: async (username) => {
      const tokens: { readonly SessionToken: string }[] = []
      for await (const token of db.q.tokensOf({ Username: username }).all()) tokens.push(token)
      await db.batch.write(tokens.map((token) => db.Session.remove(token)))
      return tokens.length
    },
  }
}

/** Whether a text can be a token. A cookie can contain anything, while keys are not empty and have limited length. */
function isToken(text: string): boolean {
  return text.length > 0 && text.length <= 200
}
