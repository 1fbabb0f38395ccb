import { copyFileSync, existsSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { loadSqliteDriver } from '@monotable/storage-files'

/**
 * Copies a store's files as they are now, which is what a process that was killed here would leave; gives the new folder,
 * in `parent`. The worker may be writing: while somebody reads, it does not begin the log anew, and the copy of that has
 * whatever the copy of the data file lacks.
 */
export async function copyAsKilled(folder: string, parent: string): Promise<string> {
  const driver = await loadSqliteDriver()
  const copy = mkdtempSync(join(parent, 'copy-'))
  const reader = driver.open(join(folder, 'data.sqlite'))
  reader.exec('BEGIN; SELECT * FROM spaces')
  for (const name of ['data.sqlite', 'data.sqlite-wal', 'journal', 'journal-2']) {
    if (existsSync(join(folder, name))) copyFileSync(join(folder, name), join(copy, name))
  }
  reader.close()
  return copy
}
