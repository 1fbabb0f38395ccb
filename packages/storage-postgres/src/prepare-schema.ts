import { StorageError } from '@monotable/engine'
import { purgeTokens } from './commit-tokens.ts'
import type { Dialect } from './dialect.ts'
import type { Patience } from './patience.ts'
import { asConflict, isOtherTable } from './postgres-failure.ts'
import { InDoubtError, type Sql, type Statement } from './sql.ts'

/** Raised with every change after which an older version would misread the stored data. */
const formatVersion = 1

/** What to prepare. */
export interface SchemaWork {
  readonly schema: string
  /** Whether to create a store if there is none. */
  readonly create: boolean
  readonly dialect: Dialect
  readonly patience: Patience
}

/** Creates what every store has; refuses a store that a newer version has written, or that is not ours. */
export async function prepareSchema(
  sql: Sql,
  { schema, create, dialect, patience }: SchemaWork,
): Promise<void> {
  const [place] = await patience.persist(() => sql.query(placeStatement(schema)))
  const [encoding, schemas, formats] = place ?? []
  if (encoding !== 'UTF8' && encoding !== 'SQL_ASCII') {
    throw new StorageError(
      'IO',
      `The database has the encoding ${encoding}, which cannot hold all text: it must be UTF8.`,
    )
  }
  if (!create && formats === '0') {
    throw new StorageError(
      'IO',
      `There is no Monotable data in the schema ${schema}. To use another schema, append ?schema=name to the address.`,
    )
  }
  // A user without the right to create schemas may still have been given one, and PostgreSQL checks that right first.
  const making = schemas === '0' ? [createSchemaStatement(schema)] : []
  const texts = [...making, ...schemaStatements(dialect)]
  // Several servers that start at the same time create the same tables.
  await patience
    .persist(() => sql.transact(texts.map((text) => ({ text, values: [] }))).catch(asRepeatable))
    .catch((error) => {
      throw isOtherTable(error) ? foreignSchema(schema, error) : error
    })
  const [row] = await patience.persist(() =>
    sql.query({ text: 'SELECT max(version) FROM format', values: [] }),
  )
  const found = Number(row?.[0])
  if (found > formatVersion) {
    throw new StorageError(
      'NEWER_FORMAT',
      `The schema ${schema} has format ${found}, but this version of Monotable reads up to ${formatVersion}. ` +
        'Update Monotable, or use another schema.',
    )
  }
}

/**
 * Reads the encoding of the database, whether the schema exists, and whether it contains the first table of a store.
 */
export function placeStatement(schema: string): Statement {
  return {
    text:
      `SELECT current_setting('server_encoding'), (SELECT count(*) FROM pg_namespace WHERE nspname = $1), ` +
      `(SELECT count(*) FROM pg_tables WHERE schemaname = $1 AND tablename = 'format')`,
    values: [schema],
  }
}

function foreignSchema(schema: string, cause: unknown): StorageError {
  return new StorageError(
    'IO',
    `The schema ${schema} has tables of other programs, with names that Monotable uses. Use another schema: ` +
      'append ?schema=name to the address; it is created if it does not exist.',
    { cause },
  )
}

/** Returns the SQL that creates a schema. The name is quoted because `user` and `order` are valid names, too. */
export function createSchemaStatement(schema: string): string {
  return `CREATE SCHEMA IF NOT EXISTS "${schema}"`
}

/** Returns the statements that create an empty store in its schema. */
export function schemaStatements({ keyOf }: Dialect): readonly string[] {
  const table = (name: string, key: string, columns: string): string =>
    `CREATE TABLE IF NOT EXISTS ${name} (${columns}, ${keyOf([key], false)}`
  return [
    table('format', 'version', 'version int4 NOT NULL'),
    table('spaces', 'name', 'name text NOT NULL'),
    table('logs', 'space', 'space text NOT NULL, next int8 NOT NULL'),
    table('commits', 'token', 'token bytea NOT NULL, made timestamptz NOT NULL, lost boolean NOT NULL'),
    `INSERT INTO format (version) SELECT ${formatVersion} WHERE NOT EXISTS (SELECT 1 FROM format)`,
    purgeTokens,
    // A space created again with the same name gets no positions behind the clock. All columns are named, as is the
    // format, so nothing is removed from the store of a newer version, nor from a table of another program.
    `DELETE FROM logs WHERE next > 0 AND (SELECT max(version) FROM format) = ${formatVersion} ` +
      'AND NOT EXISTS (SELECT 1 FROM spaces WHERE spaces.name = logs.space)',
  ]
}

/** Everything here can be done twice without harm. */
function asRepeatable(error: unknown): never {
  throw error instanceof InDoubtError ? error.cause : asConflict(error)
}
