import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The files that a store has from its beginning. */
export const dataFileName = 'data.sqlite'
export const journalNames: readonly string[] = ['journal', 'journal-2']

/** Whether a folder has a store in it; to open one that has not makes it. */
export function hasStore(folder: string): boolean {
  return existsSync(join(folder, dataFileName))
}
