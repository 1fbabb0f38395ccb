import { join } from 'node:path'
import { StorageError } from '@monotable/engine'
import type { SqliteDriver } from './sqlite-driver.ts'
import { sqliteErrorNumber, storageFailure } from './storage-failure.ts'

/** Has nothing in it, and stays when the store is closed. */
export const lockFileName = 'lock.sqlite'

/** Says that a folder is ours until it is released. */
export interface StoreLock {
  release(): void
}

const busy = 5

/**
 * Takes a folder for this store alone. The lock is an exclusive transaction on an empty SQLite file beside
 * the data, that is, a lock of the operating system: it ends with the process however that ends, and it
 * leaves the data file open to the checkpoint worker's connection.
 */
export function lockStore(driver: SqliteDriver, folder: string): StoreLock {
  let database: ReturnType<SqliteDriver['open']> | undefined
  try {
    database = driver.open(join(folder, lockFileName))
    database.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (error) {
    database?.close()
    if (((sqliteErrorNumber(error) ?? 0) & 0xff) !== busy) throw storageFailure(error)
    throw new StorageError(
      'LOCKED',
      `The store in ${folder} is open already, in this or another process. ` +
        'Only one can have it: close the other one, or use another folder.',
      { cause: error },
    )
  }
  return { release: () => database.close() }
}
