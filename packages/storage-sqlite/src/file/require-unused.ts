import { join } from 'node:path'
import { folderLocked, isBusy, type SqliteDriver } from '@monotable/storage-files'
import { dataFileName } from './file-names.ts'

/**
 * Makes sure that nobody has the store open although its lock file is missing. Every connection to a file with a log
 * holds a shared lock on it as long as it is open, so nobody else can lock the file exclusively. This also moves the
 * log into the file and removes it.
 */
export function requireUnused(driver: SqliteDriver, folder: string): void {
  const database = driver.open(join(folder, dataFileName))
  try {
    database.exec('PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; SELECT * FROM sqlite_schema')
  } catch (error) {
    // Whoever opens the file next reports anything else that is wrong, and in more detail.
    if (isBusy(error)) throw folderLocked(folder, error)
  } finally {
    database.close()
  }
}
