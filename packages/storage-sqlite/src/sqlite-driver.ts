import { createRequire } from 'node:module'

/** What this package uses of the API that `node:sqlite` and `@photostructure/sqlite` share. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  /** Makes a function that SQL can call. */
  function(name: string, work: (...values: number[]) => number): void
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
  const { DatabaseSync } = withoutExperimentalWarning(() => requireDriver(moduleName))
  return { moduleName, open: (file) => new DatabaseSync(file) }
}

interface DriverModule {
  readonly DatabaseSync: new (file: string) => SqliteDatabase
}

/** Required, not imported: in a program that is no module, Node's loader of modules would start for it alone. */
function requireDriver(moduleName: string): DriverModule {
  return createRequire(import.meta.url)(moduleName) as DriverModule
}

/** Node 22 calls its SQLite experimental. That is our affair, not one of whoever opens a database. */
function withoutExperimentalWarning<Result>(load: () => Result): Result {
  const emitWarning = process.emitWarning
  process.emitWarning = ((warning: string | Error, ...details: unknown[]) => {
    if (String(warning).includes('SQLite')) return
    Reflect.apply(emitWarning, process, [warning, ...details])
  }) as typeof process.emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
