import { existsSync, readlinkSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainPermissions } from './explain-permissions.ts'

/**
 * Explains in a sentence which operation on a file or folder the system refused, and what helps; `undefined` for other
 * errors, and for file errors that users do not meet. `place` is for errors that do not name the file.
 */
export function explainFileError(error: unknown, place?: string): string | undefined {
  const { code, path, dest, syscall } = (error ?? {}) as NodeJS.ErrnoException & { readonly dest?: string }
  // A draft has the name of the file it will become, with a suffix.
  const where = (place ?? dest ?? path)?.replace(/\.(?:unfinished|new)$/, '')
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    // When a write to an open file fails, the system does not say which file it was.
    const what = where === undefined ? 'the disk' : `the disk for ${where}`
    return `There is no room left on ${what}. Make room, or use another disk.`
  }
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'The system does not let this process open that many files. Raise the limit, for example with "ulimit -n 4096".'
  if (syscall === 'uv_cwd') return 'The current folder no longer exists. Change to another one.'
  if (where === undefined) return undefined
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `This user may not ${verbs.get(syscall ?? '') ?? 'write to'} ${where}. ${explainPermissions(where)}`
    case 'EROFS':
      return `${where} is on a read-only file system. Use another place.`
    case 'EISDIR':
      return `${where} is a folder, but a file is needed there.`
    case 'EEXIST':
    case 'ENOTDIR':
      return explainFileOnTheWay(fileOnTheWay(where))
    case 'ENOENT':
      return syscall === 'mkdir'
        ? `The folder ${where} cannot be created. Use another place.`
        : `${where} does not exist.`
    case 'ELOOP':
      return `${where} is a link that leads back to itself.`
    case 'ENAMETOOLONG':
      return `The name ${where} is too long.`
    default:
      return undefined
  }
}

/** The action that was refused, by system call; most calls write. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['scandir', 'open'],
  ['stat', 'look at'],
  ['access', 'use'],
])

/** Returns the outermost part of a path that is not a folder. */
function fileOnTheWay(path: string): string {
  const above = dirname(path)
  return above === path || isFolder(above) ? path : fileOnTheWay(above)
}

function explainFileOnTheWay(path: string): string {
  const target = existsSync(path) ? undefined : targetOfLink(path)
  if (target !== undefined) return `${path} is a link to ${target}, which does not exist.`
  return `${path} is a file, but a folder is needed there.`
}

function targetOfLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
