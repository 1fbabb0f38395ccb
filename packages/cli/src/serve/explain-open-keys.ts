import { realpathSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const reachableByAll = 0o001
const readableByAll = 0o004
const writableByAll = 0o002

/** Warns of a keys file that all users of this machine can read or change: they could send requests with any key. */
export function explainOpenKeys(file: string): string | undefined {
  // On Windows, modes do not say who may read a file; what is no file, such as a pipe, is in no folder.
  const isKept = process.platform !== 'win32' && statSync(file, { throwIfNoEntry: false })?.isFile()
  if (!isKept || !isOpenToAll(realpathSync(file))) return undefined
  return (
    `Every user of this machine can open the keys file ${file}, and so send requests with any of its keys: ` +
    `run chmod o-rwx ${file}.`
  )
}

/** A file in a folder that others cannot enter is not open to them, whatever its own mode. */
function isOpenToAll(path: string): boolean {
  if ((statSync(path).mode & (readableByAll | writableByAll)) === 0) return false
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & reachableByAll) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
