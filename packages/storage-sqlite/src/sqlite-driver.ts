/** What this package uses of the API that `node:sqlite` and `@photostructure/sqlite` share. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

export interface SqliteStatement {
  run(...parameters: readonly SqliteValue[]): { readonly changes: number | bigint }
  get(...parameters: readonly SqliteValue[]): unknown
  all(...parameters: readonly SqliteValue[]): unknown[]
}

export type SqliteValue = string | number | null

/** SQLite as this process has it. */
export interface SqliteDriver {
  /** What a worker must require to get the same. */
  readonly moduleName: string
  open(file: string): SqliteDatabase
}

/** Node's own SQLite where it can be used without a flag (22.13 and later), else the package with the same API. */
export async function loadSqliteDriver(nodeVersion = process.versions.node): Promise<SqliteDriver> {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const moduleName = major > 22 || (major === 22 && minor >= 13) ? 'node:sqlite' : '@photostructure/sqlite'
  const { DatabaseSync } = (await import(moduleName)) as {
    DatabaseSync: new (file: string) => SqliteDatabase
  }
  return { moduleName, open: (file) => new DatabaseSync(file) }
}
