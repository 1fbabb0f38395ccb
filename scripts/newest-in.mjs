import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** When the file that was changed last, of those in folders and files, was changed; 0 where there is none. */
export function newestIn(...paths) {
  const times = paths.map((path) => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return 0
    return found.isDirectory()
      ? newestIn(...readdirSync(path).map((name) => join(path, name)))
      : found.mtimeMs
  })
  return Math.max(0, ...times)
}
