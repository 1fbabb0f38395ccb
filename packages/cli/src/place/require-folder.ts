import { accessSync, constants, statSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'
import { findStore } from '@monotable/storage-files'
import { explainFileError } from '../messages/explain-file-error.ts'

/**
 * Refuses a folder that has no data. Otherwise a misspelt name, or a folder with other files, would get an empty
 * database.
 */
export function requireFolder(path: string): void {
  if (!findStore(path)) throw new ConfigurationError(whatIsThere(path))
}

function whatIsThere(path: string): string {
  const advice = 'Name the folder that has the data.'
  try {
    if (!statSync(path).isDirectory()) return `${path} is a file. ${advice}`
    accessSync(path, constants.R_OK | constants.X_OK)
    return `${path} has no Monotable data. ${advice}`
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing) return `There is no folder ${path}. ${advice}`
    return explainFileError(error) ?? (error as Error).message
  }
}
