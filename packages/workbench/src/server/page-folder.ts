import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/** Where the built page is: beside the package's own code, also when that code runs from a bundle elsewhere. */
export function pageFolder(from: string = import.meta.url): string {
  const entry = dirname(createRequire(from).resolve('@monotable/workbench'))
  return basename(entry) === 'src' ? join(entry, '..', 'dist', 'page') : join(entry, 'page')
}
