import { statSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'
import { hasStore } from '@monotable/storage-sqlite'
import { explainFileError } from '../explain-file-error.ts'

/** Refuses a folder that has no data: an empty database would be made of a misspelt name, or among other files. */
export function requireFolder(path: string): void {
  if (hasStore(path)) return
  throw new ConfigurationError(`${whatIsThere(path)} Give the folder that has the data.`)
}

function whatIsThere(path: string): string {
  try {
    return statSync(path).isDirectory() ? `In ${path} is no data of Monotable.` : `${path} is a file.`
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return isMissing ? `There is no folder ${path}.` : (explainFileError(error) ?? (error as Error).message)
  }
}
