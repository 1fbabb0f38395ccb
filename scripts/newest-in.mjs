import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the time of the last change to any file in the given files and folders; 0 if there are none. */
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
