import { noUser } from './create-accounts.ts'
import type { SocialDb } from './create-social.ts'
import { SocialError } from './social-error.ts'

/** The cookie clicker: a big state that is saved now and then, and frequent clicks. */
export interface Bakery {
  start(userId: string, state: string): Promise<void>
  /** Counts clicks, and returns their total. */
  click(userId: string, times?: number): Promise<number>
  save(userId: string, state: string): Promise<void>
  /** Loads both by one query. */
  load(userId: string): Promise<{ readonly state: string; readonly clicks: number }>
}

export function createBakery(db: SocialDb): Bakery {
  return {
    start: async (userId, state) => {
      const outcome = await db
        .transact([db.Game.create({ userId, state }), db.Clicks.create({ userId, clicks: 0 })])
        .outcome()
      // An existing game goes on.
      if (!outcome.ok && outcome.reason === 'parent') throw noUser(userId)
    },

    click: async (userId, times = 1) => {
      const outcome = await db.Clicks.update({ userId }, ({ clicks }, { add }) =>
        add(clicks, times),
      ).outcome()
      if (!outcome.ok) throw noGame(userId)
      return outcome.value.clicks
    },

    save: async (userId, state) => {
      const outcome = await db.Game.update({ userId }, { state }, { returning: 'none' }).outcome()
      if (!outcome.ok) throw noGame(userId)
    },

    load: async (userId) => {
      const { game, clicks } = await db.q.bakery({ userId })
      if (game === undefined || clicks === undefined) throw noGame(userId)
      return { state: game.state, clicks: clicks.clicks }
    },
  }
}

function noGame(userId: string): SocialError {
  return new SocialError('no-game', `The user ${userId} has no game.`)
}
