import { StorageError } from '@monotable/engine'

/** The engines that the store knows: all speak PostgreSQL's protocol, and they differ in how they distribute data. */
export type DialectName = 'postgres' | 'yugabyte' | 'citus' | 'cockroach'

/** What differs between the engines. */
export interface Dialect {
  readonly name: DialectName
  /** Settings of every connection. */
  readonly settings: readonly string[]
  /** Returns the SQL after the columns of a table with this key; `isSpread` for the table of a space. */
  readonly keyOf: (columns: readonly string[], isSpread: boolean) => string
  /** Returns the SQL to run after a space's table was created. */
  readonly spread: (table: string) => readonly string[]
  /** Whether one statement may write or lock many rows, wherever they are. */
  readonly writesSets: boolean
  /** Whether a read of several places may see only half of another transaction. */
  readonly readsTear: boolean
}

/*
 * Every read and write uses the primary key, and a plan made while a table was small would read all of it once it is
 * large. So PostgreSQL is told to plan only once, and to use the key.
 */
const byKey = [
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'plan_cache_mode = force_generic_plan',
  // Where the key cannot be used, as for a count, the plan seems extremely expensive and would be compiled.
  'jit = off',
]

/**
 * A database may have another default; then a transaction that locks a record first and reads it afterwards may still
 * be told to retry.
 */
const readCommitted = "default_transaction_isolation = 'read committed'"

/*
 * No time limit ends a statement whose answer nobody takes: a server that vanished, or was suspended, while it read
 * what it had locked would keep those locks until the system gives the connection up, after a quarter of an hour or
 * never. If it vanished while idle, its connections would count for two hours.
 */
const endVanished = [
  'tcp_user_timeout = 10000',
  'tcp_keepalives_idle = 60',
  'tcp_keepalives_interval = 10',
  'tcp_keepalives_count = 3',
]

const postgres: Dialect = {
  name: 'postgres',
  settings: [readCommitted, ...endVanished, ...byKey],
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
    // Distributing a table again is an error; whoever created it has already distributed it.
    `SELECT create_distributed_table('${table}', 'partition') WHERE NOT EXISTS (
      SELECT 1 FROM pg_dist_partition WHERE logicalrelid = '${table}'::regclass)`,
  ],
  writesSets: false,
  readsTear: true,
}

const cockroach: Dialect = { ...postgres, name: 'cockroach', settings: [] }

const dialects: { readonly [Name in DialectName]: Dialect } = { postgres, yugabyte, citus, cockroach }

/** Returns the dialect of an engine. */
export function requireDialect(name: string): Dialect {
  if (!Object.hasOwn(dialects, name)) {
    const known = Object.keys(dialects).join(', ')
    throw new StorageError('IO', `"${name}" is not a supported dialect: use one of ${known}.`)
  }
  return dialects[name as DialectName]
}
