import { type Accounts, createAccounts } from './create-accounts.ts'
import { type Bakery, createBakery } from './create-bakery.ts'
import { createPosts, type Posts } from './create-posts.ts'
import { createServers, type Servers } from './create-servers.ts'
import type { socialModel } from './model.ts'

export type SocialDb = ReturnType<typeof socialModel.connect>

/** Time, and ids that sort by it; a test can replace both. */
export interface SocialContext {
  readonly now: () => number
  readonly newId: () => string
}

/** Everything that the application can do. */
export interface Social {
  readonly accounts: Accounts
  readonly posts: Posts
  readonly servers: Servers
  readonly bakery: Bakery
}

/** Opens the application on a connected database. */
export function createSocial(db: SocialDb, context: SocialContext): Social {
  return {
    accounts: createAccounts(db, context),
    posts: createPosts(db, context),
    servers: createServers(db, context),
    bakery: createBakery(db),
  }
}
