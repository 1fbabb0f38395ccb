import * as nodeModule from 'node:module'
import { isAbsolute, join } from 'node:path'
import { StorageError } from '@monotable/engine'

/** The part of the API shared by `node:sqlite` and `@photostructure/sqlite` that this package uses. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  /** Defines a function that SQL can call. */
  function(name: string, work: (...values: never[]) => SqliteValue): void
  close(): void
}

export interface SqliteStatement {
  run(...parameters: readonly SqliteValue[]): { readonly changes: number | bigint }
  get(...parameters: readonly SqliteValue[]): unknown
  all(...parameters: readonly SqliteValue[]): unknown[]
  /**
   * Returns rows as arrays instead of objects, which takes a microsecond less each; node:sqlite has it from 22.16 on.
   */
  setReturnArrays?(enabled: boolean): void
}

export type SqliteValue = string | number | null

/** The SQLite that this process uses. */
export interface SqliteDriver {
  /** The module that a worker must require to get the same SQLite. */
  readonly moduleName: string
  /** The file from which to require it. */
  readonly file: string
  open(file: string): SqliteDatabase
}

/**
 * Loads Node's own SQLite where it can be used without a flag (22.13 and later), otherwise the package with the same
 * API.
 */
export async function loadSqliteDriver(nodeVersion = process.versions.node): Promise<SqliteDriver> {
  const [major = 0, minor = 0] = nodeVersion.split('.').map(Number)
  const isBuiltIn = major > 22 || (major === 22 && minor >= 13)
  const moduleName = isBuiltIn ? 'node:sqlite' : '@photostructure/sqlite'
  const { file, module } = withoutExperimentalWarning(() => requireFromAny(moduleName, likelyPlaces()))
  const { DatabaseSync } = module as DriverModule
  return { moduleName, file, open: (path) => new DatabaseSync(path) }
}

/** Taken from a copy: webpack replaces a call of `createRequire` that it sees but cannot follow with `undefined`. */
const { createRequire } = { ...nodeModule }

interface DriverModule {
  readonly DatabaseSync: new (file: string) => SqliteDatabase
}

/**
 * Returns files from which the package may be found: this one or, if it is in a bundle that does not know its own file
 * or was moved, the program and the folder in which it runs.
 */
function likelyPlaces(): string[] {
  const here: string | undefined = import.meta.url
  const places = [here, process.argv[1], join(process.cwd(), 'program.js')]
  return places.filter((place) => place?.startsWith('file:') || isAbsolute(place ?? '')) as string[]
}

/**
 * Requires a module from the first place that has it. It is required rather than imported: in a program that is not a
 * module, importing would start Node's module loader just for this.
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
  // The lines after the first list files of ours.
  const [reason] = String((cause as Error | undefined)?.message).split('\n')
  throw new StorageError(
    'UNAVAILABLE',
    `Keeping data in a folder needs ${moduleName}, which cannot be loaded (${reason}). ` +
      `Run: npm install ${moduleName}. A bundled program has to leave it out of the bundle, and needs it installed ` +
      'where it runs. Node 22.13 and later include SQLite and do not need it.',
    { cause },
  )
}

/**
 * Suppresses Node 22's warning that its SQLite is experimental: that is our concern, not that of whoever opens a
 * database.
 */
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
