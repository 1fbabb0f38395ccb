import { copyFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqliteDriver } from '@monotable/storage-files'

/** The head of SQLite's log, which changes each time the log restarts. */
const headBytes = 32

/**
 * Copies a store's files as a process killed now would leave them; returns the new folder, which is in `parent`. The
 * worker may be writing: while there is a reader, the log keeps whatever the copy of the data file lacks. If the copy
 * lacks nothing, the log may restart, but then only once.
 */
export async function copyAsKilled(folder: string, parent: string): Promise<string> {
  const driver = await loadSqliteDriver()
  const copy = mkdtempSync(join(parent, 'copy-'))
  const copyFile = (name: string) => {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
  }
  const reader = driver.open(join(folder, 'data.sqlite'))
  reader.exec('BEGIN; SELECT * FROM spaces')
  copyFile('data.sqlite')
  const log = 'data.sqlite-wal'
  copyFile(log)
  // A copy that begins with the old log and continues with the new one would bring back old contents.
  if (existsSync(join(copy, log)) && !headOf(join(copy, log)).equals(headOf(join(folder, log)))) copyFile(log)
  for (const name of ['journal', 'journal-2']) copyFile(name)
  reader.close()
  return copy
}

function headOf(log: string): Buffer {
  return readFileSync(log).subarray(0, headBytes)
}
