import { type Storage, StorageError } from '@monotable/engine'
import { createPooledSql } from './pooled-sql.ts'
import { isConflict, storageFailure } from './postgres-failure.ts'
import { PostgresStorage } from './postgres-storage.ts'
import type { Sql } from './sql.ts'

/** Where and how to open a store. */
export interface PostgresStorageOptions {
  /** Such as `postgres://user:password@host:5432/database`. */
  readonly url: string
  /** The schema that holds everything, made if there is none; `monotable` unless told otherwise. */
  readonly schema?: string
  /** Connections for reads, each shared by many of them; 4 unless told otherwise. */
  readonly readers?: number
  /** Connections for writes; 6 unless told otherwise. */
  readonly writers?: number
}

/** Goes up with every change after which an older version would misread what is stored. */
const formatVersion = 1

/**
 * Opens a store in a PostgreSQL database, or in whatever speaks its protocol. Any number of processes may do so.
 *
 * @example
 * const storage = await openPostgresStorage({ url: 'postgres://localhost/app' })
 * await storage.listSpaces() // []
 * await storage.close()
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { url, schema = 'monotable', readers = 4, writers = 6 } = options
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema)) {
    throw new StorageError('IO', `"${schema}" is no name of a schema: small letters, digits and _ only.`)
  }
  const sql = createPooledSql({ url, schema, readers, writers, connectMs: 5_000, statementMs: 30_000 })
  try {
    await prepareSchema(sql, schema)
    return new PostgresStorage(sql)
  } catch (error) {
    await sql.close()
    throw storageFailure(error)
  }
}

async function prepareSchema(sql: Sql, schema: string): Promise<void> {
  const statements = [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    'CREATE TABLE IF NOT EXISTS format (version int4 NOT NULL PRIMARY KEY)',
    'CREATE TABLE IF NOT EXISTS spaces (name text NOT NULL PRIMARY KEY)',
    'CREATE TABLE IF NOT EXISTS logs (space text NOT NULL PRIMARY KEY, next int8 NOT NULL)',
    'CREATE TABLE IF NOT EXISTS commits (token bytea NOT NULL PRIMARY KEY, made timestamptz NOT NULL)',
    `INSERT INTO format (version) SELECT ${formatVersion} WHERE NOT EXISTS (SELECT 1 FROM format)`,
    "DELETE FROM commits WHERE made < now() - interval '1 hour'",
  ]
  for (let attempt = 1; ; attempt++) {
    try {
      await sql.transact(statements.map((text) => ({ text, values: [] })))
      break
    } catch (error) {
      // Several servers that start at the same time make the same tables.
      if (!isConflict(error) || attempt >= 10) throw error
    }
  }
  const [row] = await sql.query({ text: 'SELECT max(version) FROM format', values: [] })
  const found = row?.[0] as number
  if (found > formatVersion) {
    throw new StorageError(
      'NEWER_FORMAT',
      `The schema ${schema} has format ${found}, and this version of Monotable reads up to ${formatVersion}. ` +
        'Update Monotable, or use another schema.',
    )
  }
}
