import { join } from 'node:path'
import { folderLocked, isBusy, type SqliteDriver } from '@monotable/storage-files'
import { dataFileName } from './file-names.ts'

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
    if (isBusy(error)) throw folderLocked(folder, error)
  } finally {
    database.close()
  }
}
