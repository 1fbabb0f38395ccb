import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteDriver } from '@monotable/storage-files'
import { dataFileName, journalNames } from './file-names.ts'
import { prepareFormat } from './store-format.ts'

/** The name of a data file that is still being created; a process killed meanwhile leaves it behind. */
export const unfinishedName = `${dataFileName}-new`

/**
 * Creates the files of a new store. The data file gets its name once it is complete and on the disk, so SQLite need not
 * wait for the disk after each step to be able to roll it back. The journals are created before that: a store that has
 * a log, as it does once SQLite has opened it, and has no journals has lost them.
 */
export function createFiles(driver: SqliteDriver, folder: string): void {
  const unfinished = join(folder, unfinishedName)
  createDataFile(driver, unfinished)
  // SQLite would take leftovers of another file with this name as belonging to this one.
  for (const end of ['', '-wal', '-shm', '-journal'])
    rmSync(join(folder, dataFileName + end), { force: true })
  for (const name of journalNames) closeSync(openSync(join(folder, name), 'a'))
  renameSync(unfinished, join(folder, dataFileName))
}

function createDataFile(driver: SqliteDriver, file: string): void {
  const database = driver.open(file)
  try {
    database.exec('PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY')
    prepareFormat(database, file)
    // Only marks the file; there is no log before the file is opened again.
    database.exec('PRAGMA journal_mode = WAL')
  } finally {
    database.close()
  }
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
