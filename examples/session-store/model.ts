import { model, shape, table } from '@monotable/model'

/* Sessions by token, which expire by themselves; an index finds all sessions of a user, to end them together. */

export interface SessionShape {
  readonly SessionToken: string
  readonly Username: string
  readonly CreatedAt: Date
  readonly ExpiresAt: Date
}

export const sessions = table('SessionStore', {
  key: { pk: 'SessionToken' },
  indexes: { UserIndex: { pk: 'Username', projection: 'KEYS_ONLY' } },
  ttl: 'TTL',
  type: false,
})

export const Session = sessions.entity('Session', {
  schema: shape<SessionShape>({ SessionToken: 'S', Username: 'S', CreatedAt: 'S', ExpiresAt: 'S' }),
  index: { UserIndex: {} },
  stored: { CreatedAt: 'date' },
  ttl: { attribute: 'ExpiresAt', after: { days: 7 } },
})

/** The items of the session store, and the patterns that read them. */
export const sessionModel = model({
  entities: { Session },
  patterns: {
    tokensOf: Session.query('UserIndex', {
      expired: true,
      describe: "The tokens of a user's sessions, to remove them all",
      expect: { items: 20, perSecond: 1 },
    }),
  },
})
