import type { ServiceFailure } from '../shared/api.ts'
import type { Connection, ConnectionAnswer } from './connection.ts'
import { ownRequestId, quietRequestId } from './embedded-observations.ts'
import { homeAccount, type Realm } from './realm.ts'

/** The parts of a database in this process that the workbench needs. */
export interface EmbeddedDatabase {
  readonly region: string
  /** Returns every table of every region and account. */
  tables(): Promise<readonly (Realm & { readonly name: string })[]>
  execute(
    operation: string,
    input: unknown,
    caller: { readonly region: string; readonly accountId: string },
    details?: { readonly requestId: string },
  ): Promise<string>
}

/** The options of an embedded connection; without `realm` it uses the region and account of callers that name none. */
export interface EmbeddedOptions
  extends Pick<Connection, 'id' | 'name' | 'address' | 'endpoint' | 'guarded' | 'observations'> {
  readonly realm?: Realm
}

/** Makes a connection to the database of this process. */
export function embeddedConnection(
  db: EmbeddedDatabase,
  { realm, ...described }: EmbeddedOptions,
): Connection {
  const caller = realm ?? { region: db.region, accountId: homeAccount }
  return {
    kind: 'embedded',
    region: caller.region,
    ...described,
    tables: async () => {
      const all = await db.tables()
      const own = all.filter(
        ({ region, accountId }) => region === caller.region && accountId === caller.accountId,
      )
      return own.map(({ name }) => name)
    },
    send: async (operation, input, { quiet = false } = {}): Promise<ConnectionAnswer> => {
      const requestId = quiet ? quietRequestId : ownRequestId
      try {
        return { output: await db.execute(operation, input, caller, { requestId }) }
      } catch (error) {
        return { error: failureOf(error) }
      }
    },
  }
}

/** Converts an error of the database for the page. */
export function failureOf(error: unknown): ServiceFailure {
  const { name, message, fields } = error as { name: string; message: string; fields?: object }
  return { ...fields, name, message }
}
