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
  /** Makes rows arrays instead of objects, which takes a microsecond less each; node:sqlite has it from 22.16 on. */
  setReturnArrays?(enabled: boolean): void
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
  const { DatabaseSync } = await withoutExperimentalWarning(() => importDriver(moduleName))
  return { moduleName, open: (file) => new DatabaseSync(file) }
}

interface DriverModule {
  readonly DatabaseSync: new (file: string) => SqliteDatabase
}

function importDriver(moduleName: string): Promise<DriverModule> {
  return import(moduleName) as Promise<DriverModule>
}

/** Node 22 calls its SQLite experimental. That is our affair, not one of whoever opens a database. */
async function withoutExperimentalWarning<Result>(load: () => Promise<Result>): Promise<Result> {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...details: unknown[]) => {
    if (String(warning).includes('SQLite')) return
    Reflect.apply(emitWarning, process, [warning, ...details])
  }) as typeof process.emitWarning
  try {
    return await load()
  } finally {
    process.emitWarning = emitWarning
  }
}
