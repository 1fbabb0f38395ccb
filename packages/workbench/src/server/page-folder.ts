import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * Returns the folder of the built page: beside the package's own code, even if this code runs from a bundle elsewhere.
 */
export function pageFolder(from: string = import.meta.url): string {
  const entry = dirname(createRequire(from).resolve('@monotable/workbench'))
  return basename(entry) === 'src' ? join(entry, '..', 'dist', 'page') : join(entry, 'page')
}
