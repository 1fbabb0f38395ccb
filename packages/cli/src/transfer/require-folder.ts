import { existsSync } from 'node:fs'
import { ConfigurationError } from '@monotable/server'

/** Refuses a folder that is not there, where an empty database would be made of a misspelt name. */
export function requireFolder(path: string | undefined): void {
  if (path === undefined || existsSync(path)) return
  throw new ConfigurationError(`There is no folder ${path}. Give the one that has the data.`)
}
