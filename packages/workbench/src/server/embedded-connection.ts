import type { ServiceFailure } from '../shared/api.ts'
import type { Connection, ConnectionAnswer } from './connection.ts'
import { ownRequestId, quietRequestId } from './embedded-observations.ts'

/** What the workbench needs of a database in this process. */
export interface EmbeddedDatabase {
  readonly region: string
  execute(
    operation: string,
    input: unknown,
    caller: { readonly region: string; readonly accountId: string },
    details?: { readonly requestId: string },
  ): Promise<string>
}

/** A connection to the database of this process. */
export function embeddedConnection(
  db: EmbeddedDatabase,
  described: Pick<Connection, 'name' | 'address' | 'endpoint' | 'observations'>,
): Connection {
  const caller = { region: db.region, accountId: '000000000000' }
  return {
    kind: 'embedded',
    region: db.region,
    ...described,
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

/** An error of the database as the page is told it. */
export function failureOf(error: unknown): ServiceFailure {
  const { name, message, fields } = error as { name: string; message: string; fields?: object }
  return { ...fields, name, message }
}
