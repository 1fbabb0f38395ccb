import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import { loadSqliteDriver, type SqliteDriver } from './sqlite-driver.ts'
import { isBusy, storageFailure } from './sqlite-failure.ts'

/** An empty file that stays when the store is closed. */
export const lockFileName = 'lock.sqlite'

/** A lock on a folder or a file that is held until it is released. */
export interface StoreLock {
  release(): void
}

/**
 * Locks a folder for one store; synchronously if the caller passes a driver. The lock is on a file beside the data, so
 * that other threads can still open the data files.
 */
export async function lockFolder(folder: string, driver?: SqliteDriver): Promise<StoreLock> {
  try {
    return lockWith(driver ?? (await loadSqliteDriver()), join(folder, lockFileName))
  } catch (error) {
    throw isBusy(error) ? folderLocked(folder, error) : storageFailure(error)
  }
}

/**
 * Locks a file for this process, creating it if necessary; returns `undefined` if somebody else has it. The file must
 * be empty.
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
 * Locks a file with an exclusive transaction on it as an empty SQLite file, that is, with a lock of the operating
 * system: it ends with the process, however that ends. Nothing is written, so this works on a full disk, too.
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

/** Returns the error for a store that is already open. */
export function folderLocked(folder: string, cause: unknown): StorageError {
  return new StorageError(
    'LOCKED',
    `The store in ${folder} is already open, in this or another process. Close it there, or use another folder.`,
    { cause },
  )
}
