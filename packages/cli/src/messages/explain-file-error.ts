import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { whoMayUse } from './who-may-use.ts'

/**
 * Says in a sentence what the system did not let us do with a file or a folder, and what helps; `undefined` for what is no
 * error of files, or none that people meet. `place` is for errors that do not name it themselves.
 */
export function explainFileError(error: unknown, place?: string): string | undefined {
  const { code, path, dest, syscall } = (error ?? {}) as NodeJS.ErrnoException & { readonly dest?: string }
  // A draft is called as the file that it becomes, with more behind it.
  const where = (place ?? dest ?? path)?.replace(/\.(?:unfinished|new)$/, '')
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    // Of what is written to a file that is open already, the system does not say which it is.
    const what = where === undefined ? 'the disk' : `the disk for ${where}`
    return `There is no room left on ${what}. Make room, or give a place on another one.`
  }
  if (code === 'EMFILE' || code === 'ENFILE')
    return 'The system does not let this process open that many files. Raise the limit, as by "ulimit -n 4096".'
  if (syscall === 'uv_cwd') return 'The folder that this runs in is no longer there. Go to another one.'
  if (where === undefined) return undefined
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `This user may not ${verbs.get(syscall ?? '') ?? 'write to'} ${where}. ${whoMayUse(where)}`
    case 'EROFS':
      return `${where} is on a file system that is read-only. Give a place on another one.`
    case 'EISDIR':
      return `${where} is a folder, where a file has to be.`
    case 'EEXIST':
    case 'ENOTDIR':
      return `${fileOnTheWay(where)} is a file, where a folder has to be.`
    case 'ENOENT':
      return syscall === 'mkdir'
        ? `No folder can be made at ${where}. Give another place.`
        : `There is no ${where}.`
    case 'ELOOP':
      return `${where} is a link that leads back to itself.`
    case 'ENAMETOOLONG':
      return `The name ${where} is too long.`
    default:
      return undefined
  }
}

/** What could not be done, by the call that was refused; most write. */
const verbs: ReadonlyMap<string, string> = new Map([
  ['open', 'open'],
  ['scandir', 'open'],
  ['stat', 'look into'],
  ['access', 'use'],
])

/** The outermost part of a path that is no folder. */
function fileOnTheWay(path: string): string {
  const above = dirname(path)
  return above === path || isFolder(above) ? path : fileOnTheWay(above)
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}
