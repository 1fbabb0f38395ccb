import * as nodeModule from 'node:module'
import { isAbsolute, join } from 'node:path'
import { StorageError } from '@monotable/engine'

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
  /** The file that it has to be required from. */
  readonly file: string
  open(file: string): SqliteDatabase
}

/** Node's own SQLite where it can be used without a flag (22.13 and later), else the package with the same API. */
export async function loadSqliteDriver(nodeVersion = process.versions.node): Promise<SqliteDriver> {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13)
  const moduleName = isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite'
  const { file, module } = withoutExperimentalWarning(() => requireFromAny(moduleName, likelyPlaces()))
  const { DatabaseSync } = module as DriverModule
  return { moduleName, file, open: (path) => new DatabaseSync(path) }
}

/** Out of a copy: webpack puts `undefined` in the place of a call of `createRequire` that it sees and cannot follow. */
const { createRequire } = { ...nodeModule }

interface DriverModule {
  readonly DatabaseSync: new (file: string) => SqliteDatabase
}

/**
 * Where the package may be found from: here, or, if this was put into a bundle that knows nothing of its file or has been
 * moved, from the program and from the folder that it runs in.
 */
function likelyPlaces(): string[] {
  const here: string | undefined = import.meta.url
  const places = [here, process.argv[1], join(process.cwd(), 'program.js')]
  return places.filter((place) => place?.startsWith('file:') || isAbsolute(place ?? '')) as string[]
}

/**
 * Requires a module from the first place that has it. Required, not imported: in a program that is no module, Node's
 * loader of modules would start for it alone.
 */
export function requireFromAny(
  moduleName: string,
  places: readonly string[],
): { readonly file: string; readonly module: unknown } {
  let cause: unknown
  for (const file of places) {
    try {
      return { file, module: createRequire(file)(moduleName) }
    } catch (error) {
      cause ??= error
    }
  }
  // What follows its first line is a list of files of ours.
  const [reason] = String((cause as Error | undefined)?.message).split('\n')
  throw new StorageError(
    'UNAVAILABLE',
    `What is kept in a folder needs ${moduleName}, which cannot be loaded (${reason}). ` +
      `Run: npm install ${moduleName}. A program that was put into one file has to leave it outside, and have it ` +
      'installed where it runs; Node 22.13 and newer have an SQLite of their own and do without.',
    { cause },
  )
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
