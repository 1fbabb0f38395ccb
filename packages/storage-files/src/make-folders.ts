import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents; returns those that it created, outermost first. It creates them one by one
 * because Node's recursive `mkdir` retries forever where the system says that an existing folder does not exist, as it
 * does for a new one in `/proc`.
 */
export function makeFolders(folder: string, mode?: number): readonly string[] {
  const missing: string[] = []
  for (let place = resolve(folder); !isFolder(place); place = dirname(place)) {
    missing.unshift(place)
    if (dirname(place) === place) break
  }
  return missing.filter((place) => makeFolder(place, mode))
}

/** Creates a folder; returns false if another process was faster. */
function makeFolder(place: string, mode: number | undefined): boolean {
  try {
    mkdirSync(place, { mode })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && isFolder(place)) return false
    throw error
  }
}

function isFolder(place: string): boolean {
  try {
    return statSync(place).isDirectory()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw error
  }
}
