import { performance } from 'node:perf_hooks'
import { type Storage, StorageError } from '@monotable/engine'
import { Connector } from './connector.ts'
import { detectDialect } from './detect-dialect.ts'
import { type DialectName, requireDialect } from './dialect.ts'
import { Outage, Patience } from './patience.ts'
import { createPooledSql } from './pooled-sql.ts'
import { storageFailure } from './postgres-failure.ts'
import { PostgresStorage } from './postgres-storage.ts'
import { prepareSchema } from './prepare-schema.ts'
import { requirePrimary } from './require-primary.ts'
import { requireSessions } from './require-sessions.ts'

/** Where and how to open a store. */
export interface PostgresStorageOptions {
  /**
   * For example `postgres://user:password@host:5432/database`. With several hosts, `postgres://a:5432,b:5432/database`,
   * the first one that takes writes is used, and after a failover the next.
   */
  readonly url: string
  /** The schema that holds everything, created if it does not exist; `monotable` by default. */
  readonly schema?: string
  /** Whether to create an empty store if there is none; true by default. */
  readonly create?: boolean
  /** The engine that speaks PostgreSQL's protocol; detected by default. */
  readonly dialect?: DialectName
  /** Connections for reads, each shared by many reads; 4 by default. */
  readonly readers?: number
  /** Connections for writes; 6 by default. */
  readonly writers?: number
  /** How long a statement may take, in milliseconds; 30 seconds by default. */
  readonly statementMs?: number
}

/**
 * Opens a store in a PostgreSQL database, or in another engine that speaks its protocol. Any number of processes may
 * have it open.
 *
 * @example
 * const storage = await openPostgresStorage({ url: 'postgres://localhost/app' })
 * await storage.listSpaces() // []
 * await storage.close()
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { url, schema = 'monotable', create = true } = options
  const { readers = 4, writers = 6, statementMs = 30_000 } = options
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new StorageError(
      'IO',
      `"${schema}" is not a valid schema name: use only lower-case letters, digits and _.`,
    )
  }
  requireCount('readers', readers)
  requireCount('writers', writers)
  requireCount('milliseconds for a statement', statementMs)
  const reached = { url, schema, connectMs: 5_000, statementMs }
  const nowMs = () => performance.now()
  const patience = new Patience(new Outage(5_000, nowMs))
  const name = options.dialect ?? (await patience.persist(() => detectDialect(reached)).catch(fail))
  const dialect = requireDialect(name)
  if (name === 'postgres') {
    const connector = new Connector({ ...reached, settings: [] })
    const connect = () => connector.connect()
    await patience.persist(() => requirePrimary(connect)).catch(fail)
    await patience.persist(() => requireSessions(connect)).catch(fail)
  }
  const sql = createPooledSql({ ...reached, settings: dialect.settings, readers, writers })
  try {
    await prepareSchema(sql, { schema, create, dialect, patience })
    return new PostgresStorage({ sql, dialect, nowMs })
  } catch (error) {
    await sql.close()
    throw storageFailure(error)
  }
}

function requireCount(what: string, number: number): void {
  if (Number.isSafeInteger(number) && number > 0 && number < 2 ** 31) return
  throw new StorageError('IO', `The number of ${what} must be a whole number of 1 or more, not ${number}.`)
}

function fail(error: unknown): never {
  throw storageFailure(error)
}
