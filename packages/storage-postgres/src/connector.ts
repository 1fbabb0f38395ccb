import { StorageError } from '@monotable/engine'
import { Connection } from './connection.ts'
import { parseConnectionHosts } from './connection-hosts.ts'
import { storageFailure } from './postgres-failure.ts'

/** How a database is reached. */
export interface ConnectionOptions {
  /** Such as `postgres://user:password@host:5432/database`; several hosts have commas between them. */
  readonly url: string
  /** The schema that holds everything. */
  readonly schema: string
  /** Settings of every connection, such as `enable_seqscan = off`. */
  readonly settings: readonly string[]
  /** How long a connection may take, and a statement. */
  readonly connectMs: number
  readonly statementMs: number
}

/** Opens connections to the first host that takes writes, beginning with the one that did so last. */
export class Connector {
  readonly #options: ConnectionOptions
  readonly #hosts: readonly string[]
  #preferred = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#hosts = parseConnectionHosts(options.url)
  }

  /** A connection that is ready for use; what this rejects with is a `StorageError`, and nothing was sent. */
  async connect(): Promise<Connection> {
    let failure: unknown
    for (let i = 0; i < this.#hosts.length; i++) {
      const host = (this.#preferred + i) % this.#hosts.length
      try {
        const connection = await this.#connectTo(this.#hosts[host] as string)
        this.#preferred = host
        return connection
      } catch (error) {
        // Of several that cannot be used, the one that was reached has more to say.
        if (failure === undefined || error instanceof StorageError) failure = error
      }
    }
    throw storageFailure(failure)
  }

  async #connectTo(url: string): Promise<Connection> {
    const { schema, settings, connectMs, statementMs } = this.#options
    const connection = new Connection({
      connectionString: url,
      connectionTimeoutMillis: connectMs,
      application_name: 'monotable',
    })
    await connection.open()
    try {
      const all = [
        // Statements name no schema, so that the same text serves every store.
        `search_path = "${schema}"`,
        `statement_timeout = ${statementMs}`,
        // Locks of a server that has vanished in the middle of a transaction must not stay for hours.
        'idle_in_transaction_session_timeout = 10000',
        ...settings,
      ]
      const [, row] = await Promise.all([
        connection.command(all.map((setting) => `SET ${setting}`).join('; ')),
        connection.run({ text: 'SHOW transaction_read_only', values: [] }),
      ])
      if (row[0]?.[0] === 'on') {
        throw new StorageError('UNAVAILABLE', 'The database takes no writes: it is a standby, or read-only.')
      }
      return connection
    } catch (error) {
      connection.destroy()
      throw error
    }
  }
}
