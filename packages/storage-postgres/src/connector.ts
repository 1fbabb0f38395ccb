import { StorageError } from '@monotable/engine'
import { Connection } from './connection.ts'
import { parseConnectionHosts } from './connection-hosts.ts'
import { connectFailure, crowded, hasAnswered, isCrowded } from './postgres-failure.ts'

/** How to reach a database. */
export interface ConnectionOptions {
  /** For example `postgres://user:password@host:5432/database`; several hosts are separated by commas. */
  readonly url: string
  /** The schema that holds everything. */
  readonly schema: string
  /** Settings of every connection, for example `enable_seqscan = off`. */
  readonly settings: readonly string[]
  /** How long opening a connection may take, and how long a statement. */
  readonly connectMs: number
  readonly statementMs: number
}

/** A host that accepts nobody and answers nobody for this long is considered gone. */
const probeMs = 4_000

/** Opens connections to the first host that takes writes, starting with the last one that did. */
export class Connector {
  readonly #options: ConnectionOptions
  readonly #hosts: readonly string[]
  readonly #connections = new Set<Connection>()
  #preferred = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#hosts = parseConnectionHosts(options.url)
  }

  /** All open connections. */
  get connections(): ReadonlySet<Connection> {
    return this.#connections
  }

  /** Whether anything answers at a host, even if only to refuse. */
  async answers(host: number): Promise<boolean> {
    const probe = this.#create(host, probeMs)
    try {
      await probe.open()
      return true
    } catch (error) {
      return hasAnswered(error)
    } finally {
      probe.destroy()
    }
  }

  /** Starts with the host after this one from now on. */
  avoid(host: number): void {
    if (this.#preferred === host) this.#preferred = (host + 1) % this.#hosts.length
  }

  /** Returns a connection that is ready for use. Rejects with a `StorageError`, in which case nothing was sent. */
  async connect(): Promise<Connection> {
    let failure: unknown
    for (let i = 0; i < this.#hosts.length; i++) {
      const host = (this.#preferred + i) % this.#hosts.length
      try {
        const connection = await this.#connectTo(host)
        this.#preferred = host
        return connection
      } catch (error) {
        // If several hosts cannot be used, the error of one that was reached says more, and that of a full one the
        // most.
        const saysMore = isCrowded(error) || (error instanceof StorageError && !isCrowded(failure))
        if (failure === undefined || saysMore) failure = error
      }
    }
    throw connectFailure(failure)
  }

  #create(host: number, connectMs: number): Connection {
    return new Connection(host, {
      connectionString: this.#hosts[host] as string,
      connectionTimeoutMillis: connectMs,
      application_name: 'monotable',
    })
  }

  async #connectTo(host: number): Promise<Connection> {
    const { schema, settings, connectMs, statementMs } = this.#options
    const connection = this.#create(host, connectMs)
    await connection.open()
    this.#connections.add(connection)
    connection.onBroken(() => this.#connections.delete(connection))
    // A pool in between accepts everybody, and makes those wait for whom it has no connection.
    let isLate = false
    const waiting = setTimeout(() => {
      isLate = true
      connection.destroy()
    }, connectMs)
    try {
      const all = [
        // Statements name no schema, so that the same text works for every store.
        `search_path = "${schema}"`,
        `statement_timeout = ${statementMs}`,
        // Otherwise everybody would wait for the locks of a server that vanished, or was suspended, in the middle of a
        // transaction.
        'idle_in_transaction_session_timeout = 5000',
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
      throw isLate ? crowded(error) : error
    } finally {
      clearTimeout(waiting)
    }
  }
}
