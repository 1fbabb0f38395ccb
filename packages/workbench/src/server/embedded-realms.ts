import type { Connection } from './connection.ts'
import { type EmbeddedDatabase, embeddedConnection } from './embedded-connection.ts'
import { embeddedObservations, type ObservableDatabase } from './embedded-observations.ts'
import { homeAccount, type Realm } from './realm.ts'

/** The name and address of a database in this process, and whether it remembers requests. */
export interface EmbeddedRealmsOptions extends Pick<Connection, 'name' | 'address' | 'endpoint' | 'guarded'> {
  readonly observes: boolean
  readonly now: () => number
}

/** A database in this process as the page sees it: each account has its own tables in each region. */
export interface EmbeddedRealms {
  /** The connection for callers that name no region. */
  readonly home: Connection
  /**
   * Returns the other regions and accounts that have tables now. The same region and account is always the same object.
   */
  others(): Promise<readonly Connection[]>
}

/** Makes the connections to all regions and accounts of a database in this process. */
export function embeddedRealms(
  db: EmbeddedDatabase & ObservableDatabase,
  { observes, now, ...described }: EmbeddedRealmsOptions,
): EmbeddedRealms {
  const homeRealm = { region: db.region, accountId: homeAccount }
  const known = new Map<string, Connection>()
  // If all regions share their tables, there are no others, and requests from any region count as requests here.
  const isAtHome = (realm: Realm) => !known.has(idOf(realm))
  const observe = ({ region, accountId }: Realm, takes: (asked: Realm) => boolean) => {
    const observed = { region, takes, knowsHeat: accountId === homeAccount }
    return observes ? { observations: embeddedObservations(db, now, observed) } : {}
  }
  return {
    home: embeddedConnection(db, { ...described, ...observe(homeRealm, isAtHome) }),
    others: async () => {
      const ids = new Map((await db.tables()).map((realm) => [idOf(realm), realm]))
      ids.delete(idOf(homeRealm))
      for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
      for (const [id, { region, accountId }] of ids) {
        // Callers choose the names of regions themselves; those that cannot be used in a URL are left out.
        if (known.has(id) || !/^[\w-]{1,60}$/.test(id)) continue
        const realm = { region, accountId }
        const name = accountId === homeAccount ? region : `${region} · ${accountId}`
        const isThere = (asked: Realm) => idOf(asked) === id
        known.set(id, embeddedConnection(db, { ...described, name, id, realm, ...observe(realm, isThere) }))
      }
      return [...known.values()]
    },
  }
}

/** Returns the id of a region and account in URLs. */
function idOf({ region, accountId }: Realm): string {
  return accountId === homeAccount ? `embedded-${region}` : `embedded-${region}-${accountId}`
}
