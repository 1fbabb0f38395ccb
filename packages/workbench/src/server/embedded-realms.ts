import type { Connection } from './connection.ts'
import { type EmbeddedDatabase, embeddedConnection } from './embedded-connection.ts'
import { embeddedObservations, type ObservableDatabase } from './embedded-observations.ts'
import { homeAccount, type Realm } from './realm.ts'

/** What a database in this process is called, and whether it remembers requests. */
export interface EmbeddedRealmsOptions extends Pick<Connection, 'name' | 'address' | 'endpoint' | 'guarded'> {
  readonly observes: boolean
  readonly now: () => number
}

/** A database in this process as the page sees it: each region and each account has tables of its own. */
export interface EmbeddedRealms {
  /** Where callers are who name no region. */
  readonly home: Connection
  /** The other regions and accounts that have tables at this moment. The same one is the same object each time. */
  others(): Promise<readonly Connection[]>
}

/** Connections to all regions and accounts of a database in this process. */
export function embeddedRealms(
  db: EmbeddedDatabase & ObservableDatabase,
  { observes, now, ...described }: EmbeddedRealmsOptions,
): EmbeddedRealms {
  const homeRealm = { region: db.region, accountId: homeAccount }
  const known = new Map<string, Connection>()
  // Where all regions share their tables there are no others, and whoever asks from anywhere asks here.
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
        // Callers name their regions themselves: what cannot stand in an address is left out.
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

/** What a region is called in addresses. */
function idOf({ region, accountId }: Realm): string {
  return accountId === homeAccount ? `embedded-${region}` : `embedded-${region}-${accountId}`
}
