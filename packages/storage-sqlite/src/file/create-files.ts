import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { SqliteDriver } from '@monotable/storage-files'
import { dataFileName, journalNames } from './file-names.ts'
import { prepareFormat } from './store-format.ts'

/** The name of a data file that is being made; who is killed meanwhile leaves it behind. */
export const unfinishedName = `${dataFileName}-new`

/**
 * Makes the files of a new store. The data file gets its name when it is whole and on the disk, so that SQLite need not
 * wait for the disk after each step in order to be able to take it back. The journals are there before it is: a store
 * that has a log, as it has once SQLite opens it, and lacks them has lost them.
 */
export function createFiles(driver: SqliteDriver, folder: string): void {
  const unfinished = join(folder, unfinishedName)
  createDataFile(driver, unfinished)
  // SQLite would take for this file's what is left of another one that had its name.
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
    // Says so in the file alone, which has no log before it is opened again.
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
