import { StorageError } from '@monotable/engine'
import { purgeTokens } from './commit-tokens.ts'
import type { Dialect } from './dialect.ts'
import type { Patience } from './patience.ts'
import { asConflict } from './postgres-failure.ts'
import { InDoubtError, type Sql } from './sql.ts'

/** Goes up with every change after which an older version would misread what is stored. */
const formatVersion = 1

/** Makes what every store has, and refuses a store that a newer version has written. */
export async function prepareSchema(
  sql: Sql,
  { schema, dialect, patience }: { schema: string; dialect: Dialect; patience: Patience },
): Promise<void> {
  const texts = schemaStatements(schema, dialect)
  // Several servers that start at the same time make the same tables.
  await patience.persist(() => sql.transact(texts.map((text) => ({ text, values: [] }))).catch(asRepeatable))
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

/** The statements that make an empty store. */
export function schemaStatements(schema: string, { keyOf }: Dialect): readonly string[] {
  const table = (name: string, key: string, columns: string): string =>
    `CREATE TABLE IF NOT EXISTS ${name} (${columns}, ${keyOf([key], false)}`
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    table('format', 'version', 'version int4 NOT NULL'),
    table('spaces', 'name', 'name text NOT NULL'),
    table('logs', 'space', 'space text NOT NULL, next int8 NOT NULL'),
    table('commits', 'token', 'token bytea NOT NULL, made timestamptz NOT NULL, lost boolean NOT NULL'),
    `INSERT INTO format (version) SELECT ${formatVersion} WHERE NOT EXISTS (SELECT 1 FROM format)`,
    purgeTokens,
  ]
}

/** Nothing here does harm when it is done twice. */
function asRepeatable(error: unknown): never {
  throw error instanceof InDoubtError ? error.cause : asConflict(error)
}
