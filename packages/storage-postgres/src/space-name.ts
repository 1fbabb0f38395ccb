import type { SpaceId } from '@monotable/engine'
import type { Dialect } from './dialect.ts'

/**
 * Returns the SQL name of a space's table. Names of spaces consist of letters, digits, `_`, `.` and `-`, at most 60
 * characters.
 */
export function tableOf(space: SpaceId): string {
  return `"s_${space.replaceAll('"', '""')}"`
}

/** Returns the SQL that creates a space's table. */
export function createTableStatements(table: string, { keyOf, spread }: Dialect): readonly string[] {
  const create = `CREATE TABLE IF NOT EXISTS ${table} (
    partition bytea NOT NULL,
    sort bytea NOT NULL,
    ver int8 NOT NULL,
    size int4 NOT NULL,
    doc text NOT NULL,
    ${keyOf(['partition', 'sort'], true)}`
  return [create, ...spread(table)]
}
