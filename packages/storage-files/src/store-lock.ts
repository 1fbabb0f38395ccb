import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDriver } from './sqlite-driver.ts'
import { isBusy, storageFailure } from './sqlite-failure.ts'

/** Has nothing in it, and stays when the store is closed. */
export const lockFileName = 'lock.sqlite'

/** Says that a folder, or a file, is ours until it is released. */
export interface StoreLock {
  release(): void
}

/**
 * Takes a folder for one store alone, at once if SQLite was loaded already. The lock is on a file beside the data, so that
 * those are left open to other threads.
 */
export async function lockFolder(folder: string, driver?: SqliteDriver): Promise<StoreLock> {
  try {
    return lockWith(driver ?? (await loadSqliteDriver()), join(folder, lockFileName))
  } catch (error) {
    throw isBusy(error) ? folderLocked(folder, error) : storageFailure(error)
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
 * the process however that ends. Nothing is written, so that a full disk can be locked, too.
 */
function lockWith(driver: SqliteDriver, file: string): StoreLock {
  let database: ReturnType<SqliteDriver['open']> | undefined
  try {
    database = driver.open(file)
    database.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    throw error
  }
  return { release: () => database.close() }
}

/** Says that a store is open already. */
export function folderLocked(folder: string, cause: unknown): StorageError {
  return new StorageError(
    'LOCKED',
    `The store in ${folder} is open already, in this or another process. ` +
      'Only one can have it: close the other one, or use another folder.',
    { cause },
  )
}
