import { StorageError } from '@monotable/engine'
import { purgeTokens } from './commit-tokens.ts'
import type { Dialect } from './dialect.ts'
import type { Patience } from './patience.ts'
import { asConflict, isOtherTable } from './postgres-failure.ts'
import { InDoubtError, type Sql, type Statement } from './sql.ts'

/** Goes up with every change after which an older version would misread what is stored. */
const formatVersion = 1

/** What is to be prepared. */
export interface SchemaWork {
  readonly schema: string
  /** Whether a store is made where there is none. */
  readonly create: boolean
  readonly dialect: Dialect
  readonly patience: Patience
}

/** Makes what every store has, and refuses a store that a newer version has written, or that is not ours. */
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
      `There is no data of Monotable in the schema ${schema}. Another one is named by ?schema=name behind the address.`,
    )
  }
  // Who may not make schemas may still have been given one, and PostgreSQL looks at the right to make one first.
  const making = schemas === '0' ? [createSchemaStatement(schema)] : []
  const texts = [...making, ...schemaStatements(dialect)]
  // Several servers that start at the same time make the same tables.
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
      `The schema ${schema} has format ${found}, and this version of Monotable reads up to ${formatVersion}. ` +
        'Update Monotable, or use another schema.',
    )
  }
}

/** How text is stored, and whether the schema is there, and in it the first table of a store. */
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
    `The schema ${schema} has tables of other programs, by names that Monotable uses. Use another schema: ` +
      '?schema=name behind the address names one, and it is made when it is not there.',
    { cause },
  )
}

/** Quoted: `user` and `order` are good names too. */
export function createSchemaStatement(schema: string): string {
  return `CREATE SCHEMA IF NOT EXISTS "${schema}"`
}

/** The statements that make an empty store in its schema. */
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
    // If a space by the same name is made again, its positions are not behind the clock. All columns are named, and the
    // format: nothing is taken from a newer version's store, nor from another program's table.
    `DELETE FROM logs WHERE next > 0 AND (SELECT max(version) FROM format) = ${formatVersion} ` +
      'AND NOT EXISTS (SELECT 1 FROM spaces WHERE spaces.name = logs.space)',
  ]
}

/** Nothing here does harm when it is done twice. */
function asRepeatable(error: unknown): never {
  throw error instanceof InDoubtError ? error.cause : asConflict(error)
}
