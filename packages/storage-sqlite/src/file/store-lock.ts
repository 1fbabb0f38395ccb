import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { dataFileName } from './has-store.ts'
import { loadSqliteDriver, type SqliteDriver } from './sqlite-driver.ts'
import { sqliteErrorNumber, storageFailure } from './storage-failure.ts'

/** Has nothing in it, and stays when the store is closed. */
export const lockFileName = 'lock.sqlite'

/** Says that a folder, or a file, is ours until it is released. */
export interface StoreLock {
  release(): void
}

const busy = 5

/**
 * Takes a folder for this store alone. The lock is on a file beside the data, so that the data file is left open to the
 * checkpoint worker's connection.
 */
export function lockStore(driver: SqliteDriver, folder: string): StoreLock {
  try {
    return lockWith(driver, join(folder, lockFileName))
  } catch (error) {
    throw isBusy(error) ? locked(folder, error) : storageFailure(error)
  }
}

/**
 * Takes a file for this process alone, and makes it if it is not there; gives nothing when somebody has it. Nothing may be
 * in the file.
 */
export async function lockFile(file: string): Promise<StoreLock | undefined> {
  try {
    return lockWith(await loadSqliteDriver(), file)
  } catch (error) {
    if (isBusy(error)) return undefined
    throw storageFailure(error)
  }
}

/**
 * The lock is an exclusive transaction on an empty SQLite file, that is, a lock of the operating system: it ends with
 * the process however that ends.
 */
function lockWith(driver: SqliteDriver, file: string): StoreLock {
  let database: ReturnType<SqliteDriver['open']> | undefined
  try {
    database = driver.open(file)
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    throw error
  }
  return { release: () => database.close() }
}

/**
 * Makes sure that nobody has a store open whose lock file is missing. Each connection to a file with a log has its share
 * of the file as long as it lasts, so that nobody else can have the whole of it. The log is moved into the file, and gone.
 */
export function requireUnused(driver: SqliteDriver, folder: string): void {
  const database = driver.open(join(folder, dataFileName))
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; SELECT * FROM sqlite_schema')
  } catch (error) {
    // Of anything else that is wrong, whoever opens the file tells more.
    if (isBusy(error)) throw locked(folder, error)
  } finally {
    database.close()
  }
}

function isBusy(error: unknown): boolean {
  return ((sqliteErrorNumber(error) ?? 0) & 0xff) === busy
}

function locked(folder: string, cause: unknown): StorageError {
  return new StorageError(
    'LOCKED',
    `The store in ${folder} is open already, in this or another process. ` +
      'Only one can have it: close the other one, or use another folder.',
    { cause },
  )
}
