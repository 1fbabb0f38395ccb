import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it that are missing, and gives the ones that it has made, the outermost first. One by one:
 * Node's own way to make several tries for ever where the system says of a folder that is there that it is not, as it does of
 * one that is to be made in `/proc`.
 */
export function makeFolders(folder: string, mode?: number): readonly string[] {
  const missing: string[] = []
  for (let place = resolve(folder); !isFolder(place); place = dirname(place)) {
    missing.unshift(place)
    if (dirname(place) === place) break
  }
  return missing.filter((place) => makeFolder(place, mode))
}

/** Whether it was made here: another process may have been faster. */
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
