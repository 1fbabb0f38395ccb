import { type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'

const general = 'Use another place, or check its owner and permissions.'

/**
 * Explains who owns a file or folder that this user may not use, and what helps. Windows does not provide this
 * information.
 */
export function explainPermissions(path: string, userId = process.getuid?.()): string {
  const found = findThere(path)
  // Permissions do not limit root, so there is another cause.
  if (found === undefined || userId === undefined || userId === 0) return general
  const { place, stats } = found
  const rights = rightsOf(stats)
  if (stats.uid === userId) {
    return `${place} belongs to this user, with the permissions ${rights}. Use another place, or run: chmod u+rwX ${place}`
  }
  const owner = stats.uid === 0 ? 'root' : `user ${stats.uid}`
  return `${place} belongs to ${owner}, with the permissions ${rights}, and this is user ${userId}. Use another place, or have ${owner} change its owner or permissions (chown, chmod).`
}

/** Finds the innermost part of a path that can be examined. */
function findThere(path: string): { readonly place: string; readonly stats: Stats } | undefined {
  try {
    return { place: path, stats: statSync(path) }
  } catch {
    const above = dirname(path)
    return above === path ? undefined : findThere(above)
  }
}

/** Formats permissions as `ls -l` does, such as `rwxr-xr-x`. */
function rightsOf({ mode }: Stats): string {
  return [...'rwxrwxrwx'].map((letter, bit) => ((mode >> (8 - bit)) & 1 ? letter : '-')).join('')
}
