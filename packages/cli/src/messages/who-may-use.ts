import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

const general = 'Give another place, or see who owns it and who may use it.'

/** Of a file or folder that this user may not use: whose it is, and what helps. Windows does not tell. */
export function whoMayUse(path: string, userId = process.getuid?.()): string {
  const found = findThere(path)
  // Root may do all that rights are about: something else is in the way.
  if (found === undefined || userId === undefined || userId === 0) return general
  const { place, stats } = found
  const rights = rightsOf(stats)
  if (stats.uid === userId) {
    return `${place} is its own, with the rights ${rights}. Give another place, or the right: chmod u+rwX ${place}`
  }
  const owner = stats.uid === 0 ? 'root' : `user ${stats.uid}`
  return `${place} belongs to ${owner}, with the rights ${rights}, and this is user ${userId}. Give another place, or have ${owner} change that, by chown or chmod.`
}

/** The innermost part of a path that can be looked at. */
function findThere(path: string): { readonly place: string; readonly stats: Stats } | undefined {
  try {
    return { place: path, stats: statSync(path) }
  } catch {
    const above = dirname(path)
    return above === path ? undefined : findThere(above)
  }
}

/** As `ls -l` has them, such as `rwxr-xr-x`. */
function rightsOf({ mode }: Stats): string {
  return [...'rwxrwxrwx'].map((letter, bit) => ((mode >> (8 - bit)) & 1 ? letter : '-')).join('')
}
