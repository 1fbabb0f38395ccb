import { StorageError } from '@monotable/engine'

/** The engines that the store knows: all speak PostgreSQL's protocol, and differ where data is spread. */
export type DialectName = 'postgres' | 'yugabyte' | 'citus' | 'cockroach'

/** What differs between the engines. */
export interface Dialect {
  readonly name: DialectName
  /** Settings of every connection. */
  readonly settings: readonly string[]
  /** What stands behind the columns of the table of a space, and of the other tables with this key. */
  readonly keyOf: (columns: readonly string[], isSpread: boolean) => string
  /** What has to be done after a space's table was made. */
  readonly spread: (table: string) => readonly string[]
  /** Whether a statement may write or lock many rows at a time, wherever they are. */
  readonly writesSets: boolean
  /** Whether a read of several places may see half of another's transaction. */
  readonly readsTear: boolean
}

/*
 * Every read and write goes by the primary key, and a plan that was made while a table was small would read all of it
 * when it is large. So PostgreSQL is told to plan once, and to go by the key.
 */
const byKey = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'plan_cache_mode = force_generic_plan',
  // Where there is no way by the key, such as for a count, the plan seems dear beyond measure, and would be compiled.
  'jit = off',
]

/** A database may have another default: then who has locked a record first and reads it then may still be told to try again. */
const readCommitted = "default_transaction_isolation = 'read committed'"

const postgres: Dialect = {
  name: 'postgres',
  settings: [readCommitted, ...byKey],
  keyOf: (columns) => `PRIMARY KEY (${columns.join(', ')}))`,
  spread: () => [],
  writesSets: true,
  readsTear: false,
}

/*
 * Partitions are digests: ranges of them are as even as hashes, and a scan over all of them stays in order. YugabyteDB
 * splits a range further as it grows.
 */
const splits = Array.from({ length: 15 }, (_, i) => `('\\x${((i + 1) * 16).toString(16)}'::bytea)`)

const yugabyte: Dialect = {
  ...postgres,
  name: 'yugabyte',
  keyOf: (columns, isSpread) => {
    const key = `PRIMARY KEY (${columns.map((column) => `${column} ASC`).join(', ')}))`
    return isSpread ? `${key} SPLIT AT VALUES (${splits.join(', ')})` : key
  },
}

const citus: Dialect = {
  ...postgres,
  name: 'citus',
  spread: (table) => [
    // A table that is there already and spread answers with an error: whoever made it has spread it too.
    `SELECT create_distributed_table('${table}', 'partition') WHERE NOT EXISTS (
      SELECT 1 FROM pg_dist_partition WHERE logicalrelid = '${table}'::regclass)`,
  ],
  writesSets: false,
  readsTear: true,
}

const cockroach: Dialect = { ...postgres, name: 'cockroach', settings: [] }

const dialects: { readonly [Name in DialectName]: Dialect } = { postgres, yugabyte, citus, cockroach }

/** The dialect of an engine. */
export function requireDialect(name: string): Dialect {
  if (!Object.hasOwn(dialects, name)) {
    const known = Object.keys(dialects).join(', ')
    throw new StorageError('IO', `"${name}" is no engine that the store knows: ${known}.`)
  }
  return dialects[name as DialectName]
}
